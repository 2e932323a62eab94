/* objects.c: see objects.h. */
#define _GNU_SOURCE
#include "objects.h"
#include "blocks.h"
#include "modules.h"
#include <stddef.h>
#include <string.h>

static uintptr_t word(uintptr_t a) { return *(const uintptr_t *)a; }

static uintptr_t private_of(uintptr_t object)
{
	struct sk_block d;
	uintptr_t at = word(object + 8);

	if (!sk_in_image(word(object), 8) || !sk_find(at, &d) || !d.live || d.start != at || d.size < 24)
		return 0;
	return word(at + 8) == object && sk_in_image(word(at), 8) ? at : 0;
}

bool sk_is_qobject(uintptr_t a) { return private_of(a) != 0; }

uintptr_t sk_parent(uintptr_t object)
{
	uintptr_t d = private_of(object);

	return d ? word(d + 16) : 0;
}

/* "6Viewer" and "N2ns6ViewerE" to "Viewer" and "ns::Viewer"; others stay. */
static void demangle(const char *s, char name[SK_NAME])
{
	size_t n = 0;
	const char *p = s + (*s == 'N');

	while (*p >= '1' && *p <= '9') {
		size_t length = 0;

		for (; *p >= '0' && *p <= '9' && length < SK_NAME; p++)
			length = length * 10 + (size_t)(*p - '0');
		if (n + length + 3 > SK_NAME || strnlen(p, length) < length)
			break;
		if (n)
			name[n++] = ':', name[n++] = ':';
		memcpy(name + n, p, length);
		n += length;
		p += length;
	}
	name[n] = 0;
	if (n == 0 || (*p && *p != 'E')) {
		strncpy(name, s, SK_NAME - 1);
		name[SK_NAME - 1] = 0;
	}
}

void sk_class_name(uintptr_t object, char name[SK_NAME])
{
	uintptr_t vtable = word(object), info, text;

	name[0] = 0;
	if (!sk_in_image(vtable - 8, 8) || !(info = word(vtable - 8)) || !sk_in_image(info, 16))
		return;
	text = word(info + 8);
	if (!sk_in_image(text, SK_NAME))
		return;
	if (*(const char *)text == '*') /* compared by address alone */
		text++;
	if (memchr((const void *)text, 0, SK_NAME - 1))
		demangle((const char *)text, name);
}
