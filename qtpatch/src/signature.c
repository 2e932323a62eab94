/* signature.c: see signature.h. */
#include "signature.h"

#include <string.h>

struct wanted {
	const char *before, *after; /* what stands around the duration */
	size_t length;              /* of what stands before it */
	int64_t unit;
};

static const char *after(const char *s, const char *expected)
{
	size_t n = strlen(expected);
	return s && strncmp(s, expected, n) == 0 ? s + n : NULL;
}

/* A positive number as a template's argument: "Ll1000E". */
static const char *read_number(const char *s, int64_t *n)
{
	s = after(s, "Ll");
	*n = 0;
	for (; s && *s >= '0' && *s <= '9' && *n < INT64_MAX / 10; s++)
		*n = *n * 10 + (*s - '0');
	return *n > 0 ? after(s, "E") : NULL;
}

/* std::chrono::duration<long, std::ratio<N, M>>: N/M seconds. */
static const char *read_duration(const char *s, int64_t *unit)
{
	const int64_t second = 1000000000;
	int64_t n, m;
	s = after(s, "NSt6chrono8durationI");
	if (!s || (*s != 'l' && *s != 'x'))
		return NULL;
	s = read_number(after(s + 1, "St5ratioI"), &n);
	s = read_number(s, &m);
	if (!s || second % m || n > INT64_MAX / second)
		return NULL;
	*unit = second / m * n;
	return after(s, "EEE");
}

static bool is_meant(const char *name, void *arg)
{
	struct wanted *w = arg;
	if (strncmp(name, w->before, w->length) != 0)
		return false;
	const char *rest = read_duration(name + w->length, &w->unit);
	return rest && strcmp(rest, w->after) == 0;
}

void *signature_find(const struct object *o, const char *pattern, size_t *size, int64_t *unit)
{
	const char *place = strstr(pattern, "%d");
	if (!place)
		return object_symbol(o, pattern, size);
	struct wanted w = { pattern, place + 2, (size_t)(place - pattern), 0 };
	void *function = object_symbol_like(o, is_meant, &w, size);
	if (unit)
		*unit = w.unit;
	return function;
}
