// Allocations and frees whose types the compiler knows, or not. They are reported
// apart by their sizes.
#include <list>
#include <memory>
#include <vector>

#define ALONE __attribute__((noinline))

struct Pod { char bytes[1001]; };

namespace app {
template <class T> struct Holder {
	virtual ~Holder() { value = T(); }
	Holder() { value = T(1); }
	T value;
	char bytes[1990];
};
struct Window : Holder<int> {
	~Window() override;
	char more[1000];
};
Window::~Window() { more[0] = 0; }
struct Plain { // no vtable
	ALONE Plain() { bytes[0] = 1; }
	ALONE ~Plain() { bytes[0] = 0; }
	char bytes[4001];
};
}

ALONE Pod *pod() { return new Pod; }
ALONE int *numbers(int n) { return new int[n]; }
ALONE app::Holder<int> *window() { return new app::Window; }
ALONE app::Plain *plain() { return new app::Plain; }
ALONE void removeWindow(app::Holder<int> *w) { delete w; }
ALONE void removePlain(app::Plain *p) { delete p; }
ALONE void removePod(Pod *p) { delete p; }
ALONE void *raw() { return ::operator new(6001); }

int main()
{
	removePod(pod());
	delete[] numbers(1250);
	removeWindow(window());
	removePlain(plain());
	::operator delete(raw());
	std::vector<app::Plain> rows(2);
	return 0;
}
