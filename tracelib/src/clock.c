/* clock.c: the coarse clock of the system, which the kernel shares with the process. */
#define _GNU_SOURCE
#include "clock.h"
#include <sparserec/next_function.h>
#include <time.h>

typedef int clock_reader(clockid_t which, struct timespec *now);

/* The program may have a function of that name, which tells other times or calls the recorder. */
NEXT_FUNCTION(read_clock, clock_reader, "clock_gettime")

static uint64_t began;

static uint64_t now_ms(void)
{
	struct timespec now = { 0 };
	clock_reader *read = read_clock();

	if (read)
		read(CLOCK_MONOTONIC_COARSE, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void sr_clock_begin(void) { began = now_ms(); }

uint64_t sr_clock_ms(void)
{
	uint64_t now = now_ms();

	return now > began ? now - began : 0;
}
