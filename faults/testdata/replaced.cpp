/* replaced.cpp: a program that replaces some of operator new and delete, or the C library's malloc,
 * by its own, which put a mark before each block and know their blocks by it. PART says which.
 */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

enum { MARK = 0x600d, ROOM = 64 };
static long live;

static void *marked(void *p)
{
	if (!p)
		return p;
	live++;
	*static_cast<long *>(p) = MARK;
	return static_cast<char *>(p) + ROOM;
}

static void *unmarked(void *p)
{
	char *q = p ? static_cast<char *>(p) - ROOM : nullptr;

	if (q && *reinterpret_cast<long *>(q) != MARK)
		std::abort(); // another's
	if (q) {
		live--;
		*reinterpret_cast<long *>(q) = 0;
	}
	return q;
}

#if PART == 1 // the plain ones: the library makes all others of them
void *operator new(std::size_t n)
{
	void *p = marked(std::malloc(n + ROOM));

	return p ? p : throw std::bad_alloc();
}
void operator delete(void *p) noexcept { std::free(unmarked(p)); }
#elif PART == 2 // arrays only
void *operator new[](std::size_t n)
{
	void *p = marked(std::malloc(n + ROOM));

	return p ? p : throw std::bad_alloc();
}
void operator delete[](void *p) noexcept { std::free(unmarked(p)); }
#elif PART == 3 // those with an alignment
void *operator new(std::size_t n, std::align_val_t a)
{
	void *p = marked(std::aligned_alloc(ROOM, (n + 2 * ROOM - 1) & ~std::size_t(ROOM - 1)));

	return p && std::size_t(a) <= ROOM ? p : throw std::bad_alloc();
}
void operator delete(void *p, std::align_val_t) noexcept { std::free(unmarked(p)); }
#elif PART == 4 // malloc, of an array, without the functions that a newer C library has
static char heap[1 << 24] __attribute__((aligned(ROOM)));
static std::size_t used;

extern "C" void *malloc(std::size_t n)
{
	std::size_t room = (n + 2 * ROOM - 1) & ~std::size_t(ROOM - 1);

	if (n > sizeof heap || used + room > sizeof heap) {
		errno = ENOMEM;
		return nullptr;
	}
	used += room;
	return marked(heap + used - room);
}
extern "C" void *aligned_alloc(std::size_t align, std::size_t n) { return align <= ROOM ? malloc(n) : nullptr; }
/* What has an alignment is made of this one by g++ 14's library, of aligned_alloc by g++ 12's. */
extern "C" int posix_memalign(void **p, std::size_t align, std::size_t n)
{
	*p = aligned_alloc(align, n);
	return *p ? 0 : ENOMEM;
}
extern "C" void free(void *p) { unmarked(p); }
extern "C" void *calloc(std::size_t n, std::size_t each) { return malloc(n * each); } // each block is new
extern "C" void *realloc(void *p, std::size_t n)
{
	void *to = malloc(n);

	if (p && to) {
		std::size_t there = heap + sizeof heap - static_cast<char *>(p);

		std::memcpy(to, p, n < there ? n : there);
		free(p);
	}
	return to;
}
#endif

struct Row {
	int cells[10];
	~Row() { cells[0] = 0; }
};
struct alignas(64) Wide {
	char bytes[100];
	~Wide() { bytes[0] = 0; }
};

int main()
{
	for (int i = 0; i < 200; i++) {
		delete new Row;
		delete[] new Row[3];
		delete new Wide;
		delete[] new Wide[2];
		Row *row = new (std::nothrow) Row;
		delete row;
		Row *rows = new (std::nothrow) Row[2];
		delete[] rows;
		::operator delete(::operator new(30), std::nothrow);
		::operator delete[](::operator new[](30), std::size_t(30));
		std::string text(100, 'x');
		std::vector<int> numbers(50);
		text += std::to_string(numbers.size());
		void *p = reallocarray(nullptr, 5, 8);
		p = reallocarray(p, 50, 8);
		std::free(strdup(text.c_str()));
		std::free(p);
	}
	volatile std::size_t huge = std::size_t(1) << 60;
	int thrown = 0;
	try {
		::operator delete[](::operator new[](huge));
	} catch (const std::bad_alloc &) {
		thrown++;
	}
	thrown += !::operator new(huge, std::nothrow);
	errno = 0;
	thrown += !reallocarray(nullptr, huge, huge) && errno == ENOMEM;
	std::printf("live %ld, thrown %d\n", PART == 4 ? 0 : live, thrown);
}
