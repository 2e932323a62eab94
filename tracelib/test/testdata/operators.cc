// Every operator new and delete; prints how many pairs. The sizes are those the
// test expects, from 3001 up.
#include <cstdio>
#include <new>

int main()
{
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
