/* sinks.h: what a program writes by way of a framework's classes, for record --flow.
 *
 * Rules: hooks are placed only where data flow is recorded; nobody else pays. What was
 * written is reported once, at the layer that the program called. A backend's hooks come in
 * parts, each for some classes: what a part asks of the library must all be there, or none
 * of its hooks is placed; of the hooks some may be missing, for versions differ.
 */
#ifndef LOOPCORE_SINKS_H
#define LOOPCORE_SINKS_H
#include <loopcore/elfsym.h>
#include <loopcore/entry.h>

#define SPARSEREC_WEAK
#include <sparserec/flow.h>

#include <stdbool.h>
#include <stddef.h>

enum { SINK_NAME = 4096 + 512, SINK_VALUE = 4096 };

struct sink_hook {
	const char *symbol;
	void *ours, **original; /* the way back, NULL = not placed */
	struct entry entry;
	bool prepared;
};
#define SINK_HOOK(symbol, name) { symbol, (void *)on_##name, (void **)&real.name, { 0 }, false }

struct sink_asked { const char *symbol; void **at; };
#define SINK_ASKED(symbol, name) { symbol, (void **)&ask.name }

struct sink_part {
	struct sink_hook *hooks;
	const struct sink_asked *asked;
	int hook_count, asked_count;
	void (*placed)(void); /* NULL: nothing more to do */
};
#define SINK_COUNT(list) ((int)(sizeof(list) / sizeof(*(list))))

void sinks_wanted(bool wanted); /* the option `flow` */
/* Places the hooks of the parts in that library; false: not wanted, or not possible. */
bool sinks_place(const struct object *o, const struct sink_part *const parts[], int n);

/* Something is recorded, and nobody above has reported it. */
bool sinks_on(void);
void sinks_tell(const char *name, const char *how, const void *bytes, size_t n, bool copied, const void *pc);

/* This thread is inside of what has reported it, or will, to the end of the block. */
bool sinks_enter(bool reported);
void sinks_leave(const bool *reported);
#define SINKS_BELOW(reported) __attribute__((cleanup(sinks_leave), unused)) const bool inside = sinks_enter(reported)
#endif
