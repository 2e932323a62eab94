/* entry.h: rewrites the entry of a function so that it calls ours first.
 *
 * Rules: a function is left alone unless every instruction that must move can
 * be moved and nothing jumps back into the bytes that are replaced; the reason
 * is given as text. The replaced bytes are exchanged by one aligned 8-byte
 * store. The way back (`original`) is complete before the entry changes.
 */
#ifndef LOOPCORE_ENTRY_H
#define LOOPCORE_ENTRY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pages near an object, for the code that entries jump to. */
struct island {
	uint8_t *start, *next, *end;
};

struct entry {
	uint8_t *function;
	void *original;       /* call this to run what was there before */
	uint8_t *jump;        /* in the island: jumps to the hook */
	unsigned moved;       /* bytes that moved */
	const char *refused;  /* NULL, or why it cannot be hooked */
};

bool island_open(struct island *is, uintptr_t start, uintptr_t end);
/* No code can be added after this; entries may be switched on. */
bool island_seal(struct island *is);

/* Builds the way to `hook` and back for a function of `size` bytes. */
bool entry_prepare(struct island *is, struct entry *e, void *function, size_t size, void *hook);
/* Rewrites the function's first bytes. */
bool entry_switch(struct entry *e);
#endif
