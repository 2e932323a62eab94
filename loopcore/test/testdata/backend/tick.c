/* tick.c: that loop. */
#include "tick.h"

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { CALLS = 64 };

static struct {
	int ms; /* on this loop's own clock */
	void (*call)(void *);
	void *argument;
} due[CALLS];
static int now;
static bool *stopped;

void tick_after(int ms, void (*call)(void *), void *argument)
{
	for (int i = 0; i < CALLS; i++)
		if (!due[i].call) {
			due[i].ms = now + ms;
			due[i].call = call;
			due[i].argument = argument;
			return;
		}
}

static bool call_first(void)
{
	int first = -1;
	for (int i = 0; i < CALLS; i++)
		if (due[i].call && (first < 0 || due[i].ms < due[first].ms))
			first = i;
	if (first < 0)
		return false;
	void (*call)(void *) = due[first].call;
	void *argument = due[first].argument;
	for (; now < due[first].ms; now++)
		usleep(1000);
	due[first].call = NULL;
	call(argument);
	return true;
}

void tick_run(void)
{
	bool over = false, *around = stopped;
	stopped = &over;
	while (!over && call_first())
		;
	stopped = around;
}

void tick_stop(void)
{
	if (stopped)
		*stopped = true;
}
