// pens.cpp: see pens.h.
//
// A pointer to a virtual function of a class is 1 more than its place in the table of functions (Itanium C++ ABI), to which
// the object's first word points.
#include "pens.h"

#include <QWidget>

#include <dlfcn.h>

#include <cstring>

namespace session {

namespace {

struct Table : QWidget {
	// As derived classes may name them.
	static auto forPens() { return &Table::tabletEvent; }
	static auto forPainters() { return &Table::sharedPainter; } // which no program has a reason for
};

template <typename F> size_t placeOf(F function)
{
	size_t n;
	static_assert(sizeof(function) >= sizeof(n));
	std::memcpy(&n, &function, sizeof(n));
	return n - 1;
}

const void *at(const char *table, size_t place)
{
	const void *function;
	std::memcpy(&function, table + place, sizeof(function));
	return function;
}

// QWidget's table, behind the two words before its functions.
const char *plainTable()
{
	static auto *symbol = static_cast<const char *>(dlsym(RTLD_DEFAULT, "_ZTV7QWidget"));
	return symbol ? symbol + 2 * sizeof(void *) : nullptr;
}

} // namespace

bool takesPens(const QWidget *w)
{
	static const size_t pens = placeOf(Table::forPens()), painters = placeOf(Table::forPainters());
	const char *plain = plainTable(), *its;
	std::memcpy(&its, static_cast<const void *>(w), sizeof(its));
	if (w->testAttribute(Qt::WA_TabletTracking))
		return true;
	return plain && at(its, pens) != at(plain, pens) && at(its, painters) == at(plain, painters);
}

} // namespace session
