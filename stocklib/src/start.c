/* start.c: what happens when the library is loaded.
 *
 * Rules: without `stock_guard` in SPARSERACER_OPTIONS nothing is guarded. What is
 * missing here (libunwind, a heap that is ours) is said once, and the program runs
 * without holds.
 */
#define _GNU_SOURCE
#include "blocks.h"
#include "fault.h"
#include "guard_pages.h"
#include "live_references.h"
#include "python.h"
#include "runs.h"
#include "unwind.h"
#include <sparserec/say.h>
#include <sparserec/steering.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

enum { LONGEST = 8192 };

/* The value of key='…' among the options, "" if there is none. */
static void option(const char *options, const char *key, char value[LONGEST])
{
	const char *at = strstr(options, key), *end;
	size_t n = strlen(key);

	value[0] = 0;
	if (!at || (at > options && at[-1] != ':') || strncmp(at + n, "='", 2) != 0)
		return;
	at += n + 2;
	end = strchr(at, '\'');
	if (!end || end - at >= LONGEST)
		return;
	memcpy(value, at, (size_t)(end - at));
	value[end - at] = 0;
}

/* The tool says which version of the definition it speaks; a person does not. */
static bool is_our_version(const char *options)
{
	static char version[LONGEST];

	option(options, steering_option_steering, version);
	return !version[0] || strtol(version, NULL, 10) == STEERING_VERSION;
}

/* Whether the program's blocks are ours: one that brings a malloc of its own has none.
 * A block is asked for, because in a program that is not position independent the
 * address of malloc lies in the program, whoever has it. */
static bool heap_is_ours(void)
{
	void *volatile p = malloc(16);
	bool ours = p && sk_run_of((uintptr_t)p);

	free(p);
	return ours;
}

static void say(const char *text) { sparse_say(&sk_ear, text, strlen(text)); }

__attribute__((constructor(102))) static void start(void)
{
	static char sites[LONGEST], report[LONGEST], other[LONGEST];
	const char *options = getenv(steering_environment_options);
	int saved = errno;

	sparse_ear_find(&sk_ear);
	if (!options || getauxval(AT_SECURE))
		return;
	if (!heap_is_ours())
		say("sparseracer: the program has a malloc of its own: live references across loops are not known\n");
	else if (!sk_unwind_open())
		say("sparseracer: libunwind.so.8 is missing (Debian: libunwind8): live references across loops are not known\n");
	if (!is_our_version(options)) {
		say("sparseracer: the tool is of another release than libsparsestock.so: nothing is guarded\n");
		errno = saved;
		return;
	}
	option(options, steering_option_guard_sites, sites);
	option(options, steering_option_guard_report, report);
	option(options, steering_option_guard_keep, other);
	if (other[0])
		sk_fault_keep();
	option(options, steering_option_pause_times, other);
	if (other[0])
		sk_pause_time(other);
	option(options, steering_option_python, other);
	if (other[0])
		sk_python_open(other);
	if (report[0])
		sk_guard_open(sites, report);
	errno = saved;
}
