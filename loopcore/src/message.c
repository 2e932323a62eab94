/* message.c: see message.h. */
#include <loopcore/message.h>

#include <sparserec/say.h>

#include <stdarg.h>
#include <stdio.h>

enum { LONGEST = 1024 };

static struct sparse_ear ear;

/* Before the hooks are placed, which may have something to say. */
__attribute__((constructor(101))) static void find_ear(void)
{
	sparse_ear_find(&ear);
}

void message_say(const char *format, ...)
{
	char text[LONGEST];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n > 0)
		sparse_say(&ear, text, n < LONGEST ? (size_t)n : LONGEST - 1);
}
