/* probe.c: where the window-system events of a QtGui have what, found in events that
 * differ in one member, taken out of the queue unprocessed, several times.
 */
#include "calls.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { UNKNOWN = -1, INT = 4, WORD = 8, ROUNDS = 3 };

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

static bool has(struct event e, size_t at, int value)
{
	return at + INT <= e.size && !memcmp(e.bytes + at, &value, INT);
}

/* Events of one kind, in turn. What only grows, as their time does, is in no place that
 * has a value back in the next round.
 */
struct events {
	struct event of[ROUNDS];
};

/* The only place that has `a` in each of the one kind and `b` in each of the other one. */
static int place_of(const struct events *one, const struct events *other, int a, int b)
{
	int found = UNKNOWN;
	for (size_t at = 0; at < one->of[0].size; at += INT) {
		bool here = true;
		for (int i = 0; i < ROUNDS; i++)
			here = here && has(one->of[i], at, a) && has(other->of[i], at, b);
		if (here && found != UNKNOWN)
			return UNKNOWN;
		if (here)
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
	struct events m1, m2, k1, k2;
	for (int i = 0; i < ROUNDS; i++) {
		mouse_input(window, BUTTON_A, PRESS);
		m1.of[i] = next_event();
		mouse_input(window, BUTTON_B, RELEASE);
		m2.of[i] = next_event();
		key_input(window, KEY_A, KEY_PRESS);
		k1.of[i] = next_event();
		key_input(window, KEY_B, KEY_RELEASE);
		k2.of[i] = next_event();
	}
	int places[] = { place_of(&m1, &k1, MOUSE, KEY), same(pointer_to(m1.of[0], window), pointer_to(k1.of[0], window)),
			 place_of(&m1, &m2, BUTTON_A, BUTTON_B), place_of(&m1, &m2, PRESS, RELEASE),
			 place_of(&k1, &k2, KEY_A, KEY_B), place_of(&k1, &k2, KEY_PRESS, KEY_RELEASE) };
	printf("windows");
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		printf(" %d", places[i]);
	printf("\n");
}
