/* probe.c: where the window-system events of a QtGui have what, found in events that
 * differ in one member, taken out of the queue unprocessed.
 */
#include "calls.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { UNKNOWN = -1, INT = 4, WORD = 8 };

struct event {
	const char *bytes;
	size_t size;
};

static struct event next_event(void)
{
	struct event e = { CALL(void *, "_ZN29QWindowSystemInterfacePrivate20getWindowSystemEventEv", void)(), 0 };
	e.size = e.bytes ? malloc_usable_size((void *)e.bytes) : 0;
	return e;
}

/* The only place that has `a` in the one event and `b` in the other one. */
static int place_of(struct event one, struct event other, int a, int b)
{
	int found = UNKNOWN;
	for (size_t at = 0; at + INT <= one.size && at + INT <= other.size; at += INT)
		if (!memcmp(one.bytes + at, &a, INT) && !memcmp(other.bytes + at, &b, INT)) {
			if (found != UNKNOWN)
				return UNKNOWN;
			found = (int)at;
		}
	return found;
}

/* A QPointer: what counts, then the object. */
static int pointer_to(struct event e, const void *object)
{
	for (size_t at = WORD; at + WORD <= e.size; at += WORD)
		if (!memcmp(e.bytes + at, &object, WORD))
			return (int)at - WORD;
	return UNKNOWN;
}

static int same(int a, int b)
{
	return a == b ? a : UNKNOWN;
}

static void try_input(const char *library)
{
	if (!library || access(library, R_OK) != 0)
		printf("input is not there: the tool was built without this Qt's private headers\n");
	else if (dlopen(library, RTLD_NOW | RTLD_LOCAL))
		printf("input fits\n");
	else
		printf("input was built for another Qt: %s\n", dlerror());
}

void probe(const char *input)
{
	enum { MOUSE = 0x107, KEY = 0x10a, PRESS = 2, RELEASE = 3, KEY_PRESS = 6, KEY_RELEASE = 7 };
	enum { BUTTON_A = 0x00080000, BUTTON_B = 0x00100000, KEY_A = 0x5a17c2, KEY_B = 0x25e83d };
	make_application();
	if (!has_gui())
		return;
	try_input(input);
	void *window = make_window();
	while (next_event().bytes)
		;
	mouse_input(window, BUTTON_A, PRESS);
	struct event m1 = next_event();
	mouse_input(window, BUTTON_B, RELEASE);
	struct event m2 = next_event();
	key_input(window, KEY_A, KEY_PRESS);
	struct event k1 = next_event();
	key_input(window, KEY_B, KEY_RELEASE);
	struct event k2 = next_event();
	int places[] = { place_of(m1, k1, MOUSE, KEY), same(pointer_to(m1, window), pointer_to(k1, window)),
			 place_of(m1, m2, BUTTON_A, BUTTON_B), place_of(m1, m2, PRESS, RELEASE),
			 place_of(k1, k2, KEY_A, KEY_B), place_of(k1, k2, KEY_PRESS, KEY_RELEASE) };
	printf("windows");
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		printf(" %d", places[i]);
	printf("\n");
}
