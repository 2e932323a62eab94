/* text.h: text built piece by piece in a buffer of the caller's.
 *
 * printf is too slow for what happens at every posted event (a label cost
 * 0.4 µs with it). What does not fit is cut off; the text always ends in NUL.
 */
#ifndef LOOPCORE_TEXT_H
#define LOOPCORE_TEXT_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
	char *start, *at, *last; /* last: where the NUL must stand at the latest */
};

static inline struct text text_in(char *buffer, size_t size)
{
	*buffer = 0;
	return (struct text){ buffer, buffer, buffer + size - 1 };
}

static inline void text_add_n(struct text *t, const char *s, size_t n)
{
	size_t room = (size_t)(t->last - t->at);
	if (n > room)
		n = room;
	memcpy(t->at, s, n);
	t->at += n;
	*t->at = 0;
}

static inline void text_add(struct text *t, const char *s) { text_add_n(t, s, strlen(s)); }

static inline void text_decimal(struct text *t, unsigned n)
{
	char digits[10], *end = digits + sizeof(digits), *d = end;
	do
		*--d = (char)('0' + n % 10);
	while (n /= 10);
	text_add_n(t, d, (size_t)(end - d));
}

static inline void text_hex(struct text *t, uint64_t n, int digits)
{
	char hex[16];
	for (int i = digits; i-- > 0; n >>= 4)
		hex[i] = "0123456789abcdef"[n & 15];
	text_add_n(t, hex, (size_t)digits);
}
#endif
