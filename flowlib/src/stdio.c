/* stdio.c: streams of the C library. What it writes to the system itself nobody
 * sees from outside, so the calls of the program are taken: they are the higher
 * layer anyway, and come in the handler that means them.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How a stream will write what it is given now. */
static const char *how_of(FILE *to)
{
	int saved = errno;
	const char *how = flow_on() ? flow_how(fileno(to), ftello(to)) : NULL;

	errno = saved;
	return how;
}

#define OPEN(name)                                                                  \
	FLOW_DECLARE(name);                                                         \
	FLOW_EXPORT FILE *name(const char *path, const char *mode)                  \
	{                                                                           \
		FILE *f = FLOW_NEXT(name)(path, mode);                              \
										    \
		if (f && mode[0] == 'w' && flow_on())                               \
			flow_tell(fileno(f), "truncate", NULL, 0, FLOW_CALLER);     \
		return f;                                                           \
	}
OPEN(fopen)
OPEN(fopen64)

/* What a formatted line was made of is an argument of the call; its text is put
 * together again, as far as it fits, for its hash. */
static void tell_formatted(FILE *to, const char *how, int done, const char *format, va_list args, const void *pc)
{
	char text[1024];
	int n;

	if (done <= 0 || !how)
		return;
	n = vsnprintf(text, sizeof text, format, args);
	if (n > 0)
		flow_tell_copy(fileno(to), how, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, pc);
}

FLOW_DECLARE(fwrite);
FLOW_EXPORT size_t fwrite(const void *bytes, size_t size, size_t n, FILE *to)
{
	const char *how = how_of(to);
	size_t done = FLOW_NEXT(fwrite)(bytes, size, n, to);

	if (done && size && how)
		flow_tell(fileno(to), how, bytes, done * size, FLOW_CALLER);
	return done;
}

FLOW_DECLARE(fputs);
FLOW_EXPORT int fputs(const char *text, FILE *to)
{
	const char *how = how_of(to);
	int done = FLOW_NEXT(fputs)(text, to);

	if (done >= 0 && *text && how)
		flow_tell(fileno(to), how, text, strlen(text), FLOW_CALLER);
	return done;
}

FLOW_DECLARE(fputc);
FLOW_EXPORT int fputc(int c, FILE *to)
{
	const char *how = how_of(to);
	char byte = (char)c;
	int done = FLOW_NEXT(fputc)(c, to);

	if (done != EOF && how)
		flow_tell_copy(fileno(to), how, &byte, 1, FLOW_CALLER);
	return done;
}

/* What the headers make of them with _FORTIFY_SOURCE. */
int __vfprintf_chk(FILE *to, int flag, const char *format, va_list args);
int __fprintf_chk(FILE *to, int flag, const char *format, ...);

FLOW_DECLARE(vfprintf);
FLOW_DECLARE(__vfprintf_chk);
enum { NOT_CHECKED = -1 };

static int formatted(FILE *to, int flag, const char *format, va_list args, const void *pc)
{
	const char *how = how_of(to);
	va_list again;
	int done;

	va_copy(again, args);
	done = flag == NOT_CHECKED ? FLOW_NEXT(vfprintf)(to, format, args) :
				     FLOW_NEXT(__vfprintf_chk)(to, flag, format, args);
	tell_formatted(to, how, done, format, again, pc);
	va_end(again);
	return done;
}

FLOW_EXPORT int vfprintf(FILE *to, const char *format, va_list args)
{
	return formatted(to, NOT_CHECKED, format, args, FLOW_CALLER);
}

FLOW_EXPORT int __vfprintf_chk(FILE *to, int flag, const char *format, va_list args)
{
	return formatted(to, flag < 0 ? 0 : flag, format, args, FLOW_CALLER);
}

FLOW_EXPORT int fprintf(FILE *to, const char *format, ...)
{
	va_list args;
	int done;

	va_start(args, format);
	done = formatted(to, NOT_CHECKED, format, args, FLOW_CALLER);
	va_end(args);
	return done;
}

FLOW_EXPORT int __fprintf_chk(FILE *to, int flag, const char *format, ...)
{
	va_list args;
	int done;

	va_start(args, format);
	done = formatted(to, flag < 0 ? 0 : flag, format, args, FLOW_CALLER);
	va_end(args);
	return done;
}
