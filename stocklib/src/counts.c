/* counts.c: see counts.h. */
#include "counts.h"
#include "blocks.h"
#include "modules.h"

enum { MOST_COUNTS = 1 << 20, FIRST_MEMBER = 16, LAST_MEMBER = 32 };

static int32_t number(uintptr_t a) { return *(const int32_t *)a; }
static uintptr_t word_at(uintptr_t a) { return *(const uintptr_t *)a; }
static bool is_count(int32_t n) { return n > 0 && n < MOST_COUNTS; }

static bool is_standard(uintptr_t c)
{
	return sk_in_image(word_at(c), 8) && is_count(number(c + 8)) && is_count(number(c + 12));
}

/* Who has it knows of it, too. */
static bool is_qt(uintptr_t c)
{
	return is_count(number(c)) && is_count(number(c + 4)) && number(c) >= number(c + 4) && sk_in_image(word_at(c + 8), 1);
}

bool sk_counts(uintptr_t word, uintptr_t object)
{
	struct sk_block b;
	uintptr_t at;

	if (!sk_find(word, &b) || !b.live || b.start != word || b.size < FIRST_MEMBER || !(is_standard(word) || is_qt(word)))
		return false;
	if (object - word < b.size)
		return object == word || object - word >= FIRST_MEMBER;
	for (at = word + FIRST_MEMBER; at <= word + LAST_MEMBER && at + 8 <= word + b.size; at += 8)
		if (word_at(at) == object)
			return true;
	return false;
}
