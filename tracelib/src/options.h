/* options.h: the recorder's part of SPARSERACER_OPTIONS, flags as key=value with
 * colons between them, values perhaps in '' or "":
 *   trace=PATH     record to PATH, where %p is the process id
 *   follow=1       children record too, each to a PATH of its own (needs %p)
 *   max_size=SIZE  bytes, or with K, M, G: the most that the file may take (budget.h)
 *   ring=SIZE      only the last stretch is kept, in so many bytes (ring.c)
 *   compress=1     blocks are compressed when they are full
 *   values=1       writes tell what they write, in code compiled to tell it (values.c)
 *   flow=1         data flow, in code compiled to tell it (flow.c)
 *   filters=NN     how many filters of system calls the tool is behind (sandbox.c)
 *   unrecorded=PATH  a file to name programs in that are not recorded
 *   child=PATH     written by the recorder itself, see sr_options_hand_on
 * Keys of other components: schedule, verdict, qt_*.
 */
#ifndef SR_OPTIONS_H
#define SR_OPTIONS_H
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct sr_options {
	char trace[PATH_MAX]; /* "" = do not record; %p not yet expanded */
	bool follow;          /* children record to files of their own */
	bool child;           /* given as child=: for this process's next image only */
	bool compress;
	bool values;
	bool flow;
	uint64_t max_size;    /* bytes */
	uint64_t ring;        /* bytes, 0: all is kept */
	int filters;          /* -1: not told */
	char unrecorded[PATH_MAX];
};

#pragma GCC visibility push(hidden)
void sr_options_parse(struct sr_options *o, const char *text, bool warn);
bool sr_options_path(const struct sr_options *o, char to[PATH_MAX]); /* absolute, %p expanded */
bool sr_options_per_process(const struct sr_options *o);

/* All edit the environment's strings in place: a program may have kept main's
 * envp, and a changed copy would not reach its children. */
void sr_options_hand_on(char **environment); /* trace= becomes child= */
void sr_preload_remove(char **environment);  /* our libraries leave LD_PRELOAD */
void sr_options_count_filter(char **environment); /* filters= is one more, for the next image */
#pragma GCC visibility pop
#endif
