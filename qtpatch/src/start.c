/* start.c: what happens when the library is loaded.
 *
 * Rules: in a process that neither records nor follows a schedule nothing is
 * touched. What this process was told stays with it: children get neither the
 * library nor the schedule, for they would write into the same verdict.
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

__attribute__((constructor)) static void start(void)
{
	struct options o;
	int saved = errno;
	options_read(&o);
	bool steers = o.schedule[0] && steer_open(o.schedule, o.verdict);
	if (steers || !emit_has_recorder())
		options_keep_from_children();
	if (steers || emit_has_recorder() || o.qt_status) {
		if (prepare_tables())
			hooks_install();
		else
			fputs("sparseracer: no memory for the Qt hooks: nothing is hooked\n", stderr);
	}
	if (o.qt_status)
		hooks_report();
	errno = saved;
}
