/* text_hash.h: the hash of a text, of the recorder's table of texts and of labels.
 *
 * Labels of schedules are found by it, so what it gives stays as it is. Eight bytes at a
 * time, and no call: it is made at every post. Of machines whose first byte is the lowest.
 */
#ifndef SPARSEREC_TEXT_HASH_H
#define SPARSEREC_TEXT_HASH_H
#include <stddef.h>
#include <stdint.h>

/* The last bytes, fewer than eight. */
static inline uint64_t sparse_text_rest(const char *s, size_t n)
{
	uint64_t rest = 0;
	uint32_t four;
	uint16_t two;

	if (n & 4) {
		__builtin_memcpy(&four, s, 4);
		rest = four;
	}
	if (n & 2) {
		__builtin_memcpy(&two, s + (n & 4), 2);
		rest |= (uint64_t)two << 8 * (n & 4);
	}
	if (n & 1)
		rest |= (uint64_t)(unsigned char)s[n & 6] << 8 * (n & 6);
	return rest;
}

static inline uint64_t sparse_text_hash(const char *s, size_t n)
{
	uint64_t h = n, word;

	for (; n >= 8; n -= 8, s += 8) {
		__builtin_memcpy(&word, s, 8);
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 32;
	}
	h = (h ^ sparse_text_rest(s, n)) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 32;
}
#endif
