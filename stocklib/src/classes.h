/* classes.h: the sizes in which small blocks come.
 *
 * 16 bytes apart up to 128, then four to a doubling, so that at most a fifth of a
 * block is lost. All are multiples of 16 (what malloc must align to), and a power
 * of two is itself a class: its blocks are aligned to it.
 */
#ifndef SK_CLASSES_H
#define SK_CLASSES_H
#include <stddef.h>
#include <stdint.h>

enum { SK_CLASSES = 40, SK_SMALL_MAX = 32768 };

static inline unsigned sk_class_of(size_t n)
{
	unsigned shift;

	if (n <= 128)
		return n ? (unsigned)((n - 1) >> 4) : 0;
	shift = 63u - (unsigned)__builtin_clzl(n - 1); /* 2^shift <= n-1 */
	return 8 + (shift - 7) * 4 + (unsigned)(((n - 1) >> (shift - 2)) & 3);
}

static inline size_t sk_class_size(unsigned c)
{
	if (c < 8)
		return 16 * ((size_t)c + 1);
	return ((size_t)5 + (c - 8) % 4) << ((c - 8) / 4 + 5);
}
#endif
