/* start.c: what happens when the library is loaded.
 *
 * Rules: in a process that neither records nor follows a schedule, or that has
 * no Qt, nothing is touched: it may be a wrapper (setarch, a shell) that goes on
 * to start the program meant. A process with Qt keeps the schedule to itself:
 * its children would write into the same verdict.
 */
#include "hooks.h"
#include "nest.h"
#include "options.h"
#include "steer.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static bool prepare_tables(void)
{
	thread_main_is_here();
	return pending_init() && label_init() && nest_init();
}

static void install(const struct options *o)
{
	bool steers = o->schedule[0] && steer_open(o->schedule, o->verdict);
	if (o->schedule[0])
		options_keep_from_children();
	if (!steers && !emit_has_recorder() && !o->qt_status)
		return;
	if (prepare_tables())
		hooks_install();
	else
		fputs("sparseracer: no memory for the Qt hooks: nothing is hooked\n", stderr);
}

__attribute__((constructor)) static void start(void)
{
	struct options o;
	int saved = errno;
	options_read(&o);
	if (hooks_qt_is_loaded())
		install(&o);
	if (o.qt_status)
		hooks_report();
	errno = saved;
}
