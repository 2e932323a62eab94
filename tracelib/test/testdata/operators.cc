// Every operator new and delete; prints how many pairs. The sizes are those the
// test expects, from 3001 up.
extern "C" {
#include "sparserec/instrument.h"
}
#include <cstdio>
#include <cstdlib>
#include <new>

__attribute__((noinline)) static void *make(const char *type)
{
	__sparse_of_type(type);
	return ::operator new(5004);
}

void *(*volatile taken_new)(std::size_t);
void (*volatile taken_free)(void *);

int main()
{
	// At a fixed address this code puts the program's own places in place of the functions.
	taken_new = ::operator new;
	taken_free = std::free;
	const std::align_val_t a{64};
	void *volatile p;
	std::size_t n = 3000;

	p = ::operator new(++n);                    ::operator delete(p);
	p = ::operator new[](++n);                  ::operator delete[](p);
	p = ::operator new(++n);                    ::operator delete(p, n);
	p = ::operator new[](++n);                  ::operator delete[](p, n);
	p = ::operator new(++n, std::nothrow);      ::operator delete(p, std::nothrow);
	p = ::operator new[](++n, std::nothrow);    ::operator delete[](p, std::nothrow);
	p = ::operator new(++n, a);                 ::operator delete(p, a);
	p = ::operator new[](++n, a);               ::operator delete[](p, a);
	p = ::operator new(++n, a);                 ::operator delete(p, n, a);
	p = ::operator new[](++n, a);               ::operator delete[](p, n, a);
	p = ::operator new(++n, a, std::nothrow);   ::operator delete(p, a, std::nothrow);
	p = ::operator new[](++n, a, std::nothrow); ::operator delete[](p, a, std::nothrow);
	std::printf("%zu\n", n - 3000);

	// What type each is of: said for the next one only, and never kept for later.
	__sparse_of_type("One");
	p = ::operator new(5001);
	__sparse_of_type("Other");
	void *volatile q = ::operator new(5002);
	__sparse_of_type("One");
	::operator delete(p);
	::operator delete(q);
	__sparse_of_type("Nothing");
	::operator delete(nullptr);
	p = ::operator new(5003);
	::operator delete(p);
	for (int i = 0; i < 3; i++) { // one place, one stack; another type, another
		p = make(i < 2 ? "One" : "Other");
		::operator delete(p);
	}
	volatile std::size_t huge = std::size_t(1) << 62;
	try {
		p = ::operator new(huge);
		return 1;
	} catch (const std::bad_alloc &) {
	}
	try {
		p = ::operator new[](huge, a);
		return 2;
	} catch (const std::bad_alloc &) {
	}
	return ::operator new(huge, std::nothrow) || ::operator new[](huge, a, std::nothrow);
}
