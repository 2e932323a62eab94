/* arena.h: memory of our own, and tables in it.
 *
 * Rules: nothing here goes through malloc (the recorder interposes it, and our
 * own allocations must not show up in a trace) or through interposed libc
 * functions: raw system calls only. A table's lock is held for a copy, never
 * across a call into Qt. Looking up a key that is not there takes no lock when
 * its bucket is empty, which is the rule for events on the stack.
 */
#ifndef LOOPCORE_ARENA_H
#define LOOPCORE_ARENA_H
#include <sparserec/lock.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed pages, touched lazily; NULL when the system has none. */
void *arena_pages(size_t bytes);
void arena_free(void *pages, size_t bytes);

/* A table whose lock a forked child has given up has nothing in it, and nothing comes into it. */
struct shared_lock {
	struct sr_lock lock;
	bool given_up;
	struct shared_lock *next;
};

/* A map from a non-zero key to a record that is copied in and out. */
struct table {
	uint32_t *heads;   /* bucket -> slot + 1 */
	unsigned char *slots;
	size_t record;     /* bytes of a record */
	uint32_t capacity; /* slots reserved; beyond it table_put fails */
	uint32_t used;     /* slots ever handed out */
	uint32_t unused;   /* free list, slot + 1 */
	struct shared_lock lock;
};

bool table_init(struct table *t, size_t record, uint32_t capacity);
/* Replaces a record of the same key. False when the table is full. */
bool table_put(struct table *t, uint64_t key, const void *record);
bool table_get(struct table *t, uint64_t key, void *record);
/* Gets and removes. `record` may be NULL. */
bool table_take(struct table *t, uint64_t key, void *record);
/* `change` makes a record of what is there (`found`), or of zeroes, in one step with all others'; false:
 * there is none of that key then. It calls nothing that takes the table's lock. False when the table is full. */
bool table_update(struct table *t, uint64_t key, bool (*change)(void *record, bool found, void *arg), void *arg);
/* Gets and removes one record for which `match` says yes; linear. */
bool table_take_if(struct table *t, bool (*match)(const void *record, const void *arg),
		   const void *arg, void *record);
/* Looks at each record; linear. `look` calls nothing that takes the table's lock. */
void table_look(struct table *t, void (*look)(const void *record, void *arg), void *arg);
#endif
