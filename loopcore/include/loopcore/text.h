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

/* For a few bytes, which cost less than a call. */
static inline void text_add_short(struct text *t, const char *s)
{
	while (*s && t->at < t->last)
		*t->at++ = *s++;
	*t->at = 0;
}

static inline void text_decimal(struct text *t, unsigned n)
{
	char digits[11], *d = digits + sizeof(digits);
	*--d = 0;
	do
		*--d = (char)('0' + n % 10);
	while (n /= 10);
	text_add_short(t, d);
}

/* The digits of 32 bits, the first one lowest. (1) Each half byte to a byte of its own, (2) the
 * bytes turned around, (3) those from 10 on moved from behind '9' to 'a'. */
static inline uint64_t text_hex_8(uint64_t n)
{
	const uint64_t ones = 0x0101010101010101;
	uint64_t tens;
	n = (n | n << 16) & 0x0000ffff0000ffff;
	n = (n | n << 8) & 0x00ff00ff00ff00ff;
	n = (n | n << 4) & 0x0f0f0f0f0f0f0f0f;
	n = __builtin_bswap64(n);
	tens = (n + 6 * ones) >> 4 & ones;
	return n + '0' * ones + tens * ('a' - '9' - 1);
}

static inline void text_hex(struct text *t, uint64_t n, int digits)
{
	uint64_t hex[2] = { text_hex_8(n >> 32), text_hex_8(n & UINT32_MAX) };
	text_add_n(t, (const char *)hex + 16 - digits, (size_t)digits);
}
#endif
