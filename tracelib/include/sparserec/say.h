/* say.h: a library's messages to the user of the program it was loaded into.
 *
 * They go to what was standard error when the library was loaded, and only while
 * descriptor 2 still is that file: a program may close it and get the same number
 * for a file of its own. Each library has a state of its own. No cancellation
 * point (rawsys.h), no stdio, no malloc.
 */
#ifndef SPARSE_SAY_H
#define SPARSE_SAY_H
#include "rawsys.h"
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

struct sparse_ear {
	dev_t dev;
	ino_t ino;
	bool open;
};

static inline bool sparse_ear_is(const struct sparse_ear *e, const struct stat *st)
{
	return e->open && st->st_dev == e->dev && st->st_ino == e->ino;
}

/* Remembers what standard error is now. */
static inline void sparse_ear_find(struct sparse_ear *e)
{
	struct stat st;

	e->open = sys_fstat(STDERR_FILENO, &st) == 0;
	if (e->open) {
		e->dev = st.st_dev;
		e->ino = st.st_ino;
	}
}

/* Whether somebody heard all of it. */
static inline bool sparse_say(const struct sparse_ear *e, const char *text, size_t n)
{
	struct stat st;

	return sys_fstat(STDERR_FILENO, &st) == 0 && sparse_ear_is(e, &st) &&
	       sys_write(STDERR_FILENO, text, n) == (ssize_t)n;
}
#endif
