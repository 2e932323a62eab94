/* start.c: what happens when the library is loaded.
 *
 * Rules: in a process that neither records nor follows a schedule, or that has
 * neither Qt nor libuv nor turns a loop of GLib's, nothing is touched: it may be a wrapper
 * (setarch, a shell) that goes on to start the program meant. One that has keeps the schedule to itself:
 * its children would write into the same verdict.
 */
#include "elfsym.h"
#include "environment.h"
#include "hooks.h"
#include "look.h"
#include "nest.h"
#include "options.h"
#include "sinks.h"
#include "start.h"
#include "steer.h"

#include <errno.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>

static struct options options;

enum state { NO_QT_YET, INSTALLED, OFF };
static enum state state;

static bool prepare_tables(void)
{
	return pending_init() && label_init() && environment_init() && nest_init();
}

/* Once, whichever of the loops comes first. */
static bool begin(void)
{
	static enum { NOT_YET, YES, NO } begun;
	if (begun != NOT_YET)
		return begun == YES;
	bool steers = options.schedule[0] && steer_open(options.schedule, options.verdict);
	if (options.schedule[0])
		options_keep_from_children();
	look_at(options.look, options.settle);
	sinks_wanted(options.flow);
	begun = (steers || emit_has_recorder() || options.qt_status) && prepare_tables() ? YES : NO;
	return begun == YES;
}

bool start_foreign(void)
{
	return (options.schedule[0] || emit_has_recorder()) && begin();
}

static enum state install(void)
{
	if (!begin())
		return OFF;
	if (hooks_install())
		return INSTALLED;
	fputs("sparseracer: the loaded Qt could not be hooked, see sparseracer qt status\n", stderr);
	return OFF;
}

/* The list of libraries has changed: QtCore came at last, or QtGui after it. */
static void libraries_changed(void)
{
	struct object libuv;
	if (!uv_hooks_on() && object_find("libuv.so", &libuv))
		uv_hooks_begin();
	glib_hooks_install();
	if (state == NO_QT_YET && hooks_qt_is_loaded())
		state = install();
	else if (state == INSTALLED)
		hooks_install();
}

/* A test runner has a loop of libuv's, but what it starts is to be steered, so it must
 * get our variables on. */
static bool starts_tests(void)
{
	return !strcmp(program_invocation_short_name, "ctest") || !strcmp(program_invocation_short_name, "cmake");
}

__attribute__((constructor)) static void start(void)
{
	int saved = errno;
	options_read(&options);
	bool wanted = (options.schedule[0] && !starts_tests()) || emit_has_recorder() || options.qt_status;
	if (wanted) {
		thread_main_is_here();
		libraries_changed();
		if (!hooks_on_load(libraries_changed) && state == NO_QT_YET && options.qt_status)
			fputs("a Qt that is loaded later will not be seen\n", stderr);
	}
	if (options.qt_status)
		hooks_report();
	errno = saved;
}
