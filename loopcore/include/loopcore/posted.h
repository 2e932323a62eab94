/* posted.h: what posts of one type to one receiver have in common, made once.
 *
 * Rules: each thread keeps its own. What is kept is of a receiver as it is: its class, its
 * name and its birth are compared at each post. A signal handler's post may take a
 * place while it is filled or read: it gets another number, and whoever was interrupted finds
 * that out by the number.
 */
#ifndef LOOPCORE_POSTED_H
#define LOOPCORE_POSTED_H
#include <sparserec/told.h>

#include <stdbool.h>
#include <stdint.h>

enum { POSTED = 64, POSTED_CLASS = 64, POSTED_NAME = 64, POSTED_STEM = 192 };

struct posted {
	uint64_t of, whole; /* the number of what is kept; the same as `of` once all of it is there */
	const void *receiver;
	int type;
	uint32_t births; /* label_births when it was made */
	uint32_t stem_size;
	uint64_t stem_hash;
	char class_name[POSTED_CLASS], name[POSTED_NAME];
	char stem[POSTED_STEM]; /* the label up to the cause: "posted 1000 QObject~01234567.1 in " */
	struct sparse_told told;
};

struct label_object;
struct thread;
struct text;

/* Where posts of this type to it are kept; NULL: nowhere. `of`: the number of what is there, 0 if it is
 * another's, or older than the receiver's name. */
struct posted *posted_find(struct thread *t, int type, const struct label_object *receiver, uint64_t *of);
/* Keeps it there, and returns its number, 0 = there is no room for the stem. `births` as it was before
 * the stem was made. */
uint64_t posted_keep(struct posted *p, int type, const struct label_object *receiver, uint32_t births, const struct text *stem);
/* Is that still there? For whoever has read it. */
bool posted_is(const struct posted *p, uint64_t of);
#endif
