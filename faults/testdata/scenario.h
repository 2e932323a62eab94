/* scenario.h: a program of scenarios; its first argument is the name of one. What a
 * scenario prints, how it ends and what it leaves behind must not depend on what is
 * loaded into it. */
#ifndef SCENARIO_H
#define SCENARIO_H
#include "left.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scenario { const char *name; void (*run)(void); };

static inline int run_scenario(const struct scenario *s, int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (; s->name; s++) {
		if (argc == 1)
			puts(s->name);
		else if (strcmp(s->name, argv[1]) == 0)
			return s->run(), say_left(), puts("end"), 0;
	}
	return argc == 1 ? 0 : 99;
}

#define SAY(expression) printf("%s = %ld\n", #expression, (long)(expression))
/* What failed, and why. */
#define TRY(expression) do { errno = 0; long r_ = (long)(expression); printf("%s: %ld, %s\n", #expression, r_, r_ == -1 ? strerror(errno) : "fine"); } while (0)
#endif
