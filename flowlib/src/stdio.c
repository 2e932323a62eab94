/* stdio.c: streams of the C library. What it writes to the system itself nobody
 * sees from outside, so the calls of the program are taken: they are the higher
 * layer anyway, and come in the handler that means them.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a formatted line was made of is an argument of the call; its text is put
 * together anew, as far as it fits, for its hash. */
static void tell_formatted(FILE *to, int done, const char *format, va_list args, const void *pc)
{
	char text[1024];
	int n;

	if (done <= 0 || !flow_on())
		return;
	n = vsnprintf(text, sizeof text, format, args);
	if (n > 0)
		flow_tell(fileno(to), NULL, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, pc);
}

FLOW_DECLARE(fwrite);
FLOW_EXPORT size_t fwrite(const void *bytes, size_t size, size_t n, FILE *to)
{
	size_t done = FLOW_NEXT(fwrite)(bytes, size, n, to);

	if (done && size && flow_on())
		flow_tell(fileno(to), NULL, bytes, done * size, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(fputs);
FLOW_EXPORT int fputs(const char *text, FILE *to)
{
	int done = FLOW_NEXT(fputs)(text, to);

	if (done >= 0 && *text && flow_on())
		flow_tell(fileno(to), NULL, text, strlen(text), FLOW_CALLER);
	return done;
}

static int put_character(int c, int done, FILE *to, const void *pc)
{
	char byte = (char)c;

	if (done != EOF && flow_on())
		flow_tell(fileno(to), NULL, &byte, 1, pc);
	return done;
}

FLOW_DECLARE(fputc);
FLOW_EXPORT int fputc(int c, FILE *to) { return put_character(c, FLOW_NEXT(fputc)(c, to), to, FLOW_CALLER); }

FLOW_DECLARE(vfprintf);

static int formatted(FILE *to, const char *format, va_list args, const void *pc)
{
	va_list again;
	int done;

	va_copy(again, args);
	done = FLOW_NEXT(vfprintf)(to, format, args);
	tell_formatted(to, done, format, again, pc);
	va_end(again);
	return done;
}

FLOW_EXPORT int vfprintf(FILE *to, const char *format, va_list args) { return formatted(to, format, args, FLOW_CALLER); }

FLOW_EXPORT int fprintf(FILE *to, const char *format, ...)
{
	va_list args;
	int done;

	va_start(args, format);
	done = formatted(to, format, args, FLOW_CALLER);
	va_end(args);
	return done;
}
