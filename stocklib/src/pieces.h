/* pieces.h: where the code of one function is.
 *
 * A compiler takes what it thinks is seldom run out of a function, and puts it far away; how much
 * that is depends on what it was told of runs. Each piece has unwind information of its own.
 */
#ifndef SK_PIECES_H
#define SK_PIECES_H
#include <stdbool.h>
#include <stdint.h>

enum { SK_PIECES = 8 };

struct sk_function {
	struct sk_piece { uintptr_t start, end; } pieces[SK_PIECES];
	unsigned n;
};

/* The function that begins at `start`. Two pieces are of one function if one of them jumps into
 * the other elsewhere than to its first instruction. None, if nothing is known of it. */
void sk_find_pieces(struct sk_function *f, uintptr_t start);
/* A call in the function returns there. */
bool sk_returns_to(const struct sk_function *f, uintptr_t pc);
#endif
