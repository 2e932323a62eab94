/* call_text.c: see call_text.h. */
#include <loopcore/call_text.h>

#include <sparserec/steering.h>

#include <string.h>

bool call_text_argument(struct text *t, int type)
{
	char prefix[] = { ' ', (char)type, ':', 0 };
	if (!type || !strchr(steering_call_types, type))
		return false;
	text_add(t, prefix);
	return true;
}

void call_text_encoded(struct text *t, const char *s)
{
	for (; *s; s++) {
		char one[] = { '%', "0123456789ABCDEF"[(unsigned char)*s >> 4], "0123456789ABCDEF"[*s & 15], 0 };
		if (strchr(steering_call_plain, *s)) {
			one[0] = *s;
			one[1] = 0;
		}
		text_add(t, one);
	}
}
