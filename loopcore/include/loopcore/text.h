/* text.h: text built piece by piece in a buffer of the caller's.
 *
 * printf is too slow for what happens at every posted event (a label cost
 * 0.4 µs with it). What does not fit is cut off; the text always ends in NUL.
 */
#ifndef LOOPCORE_TEXT_H
#define LOOPCORE_TEXT_H
#include <stddef.h>
#include <stdint.h>

struct text {
	char *start, *at, *last; /* last: where the NUL must stand at the latest */
};

static inline struct text text_in(char *buffer, size_t size)
{
	*buffer = 0;
	return (struct text){ buffer, buffer, buffer + size - 1 };
}

static inline void text_add(struct text *t, const char *s)
{
	while (*s && t->at < t->last)
		*t->at++ = *s++;
	*t->at = 0;
}

static inline void text_decimal(struct text *t, unsigned n)
{
	char digits[11], *d = digits + sizeof(digits) - 1;
	*d = 0;
	do
		*--d = (char)('0' + n % 10);
	while (n /= 10);
	text_add(t, d);
}

static inline void text_hex(struct text *t, uint64_t n, int digits)
{
	char hex[17];
	for (int i = 0; i < digits; i++)
		hex[i] = "0123456789abcdef"[n >> (4 * (digits - 1 - i)) & 15];
	hex[digits] = 0;
	text_add(t, hex);
}
#endif
