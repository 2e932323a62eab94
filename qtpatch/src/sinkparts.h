/* sinkparts.h: the parts of sinks.c, each for some of Qt's classes.
 *
 * Rules: what a part asks of Qt must all be there, or none of its hooks is placed; of
 * the hooks some may be missing, for Qt 5 and 6 differ.
 */
#ifndef SPARSEQT_SINKPARTS_H
#define SPARSEQT_SINKPARTS_H
#include "elfsym.h"
#include "entry.h"

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

extern const struct sink_part sinks_settings, sinks_devices, sinks_processes;

/* Where QtCore's code is. */
struct sparse_layer sinks_core(void);

/* Something is recorded, and nobody above has told it. */
bool sinks_on(void);
void sinks_tell(const char *name, const char *how, const void *bytes, size_t n, bool copied, const void *pc);

/* This thread is inside of what has told it, or will, to the end of the block. */
bool sinks_enter(bool told);
void sinks_leave(const bool *told);
#define SINKS_BELOW(told) __attribute__((cleanup(sinks_leave), unused)) const bool inside = sinks_enter(told)
#endif
