/* qt_backend.c: Qt among the loop core's backends. QtCore may come when the program
 * runs, and QtGui after it.
 */
#include <loopcore/backend.h>

#include "environment.h"
#include "hooks.h"
#include "input_helper.h"
#include "timers.h"
#include "window_contents.h"

#include <stdio.h>
#include <string.h>
#include <loopcore/message.h>

static char layouts[QT_WINDOWS];
static enum { NO_QT_YET, INSTALLED, OFF } state;

static void install(void)
{
	state = OFF;
	if (!loops_begin())
		return;
	if (hooks_install(layouts))
		state = INSTALLED;
	else
		message_say("sparseracer: the loaded Qt could not be hooked, see sparseracer qt status\n");
}

static void on_library(void)
{
	if (state == NO_QT_YET && hooks_qt_is_loaded())
		install();
	else if (state == INSTALLED)
		hooks_install(layouts);
}

static bool begin(const struct options *o)
{
	window_contents_wanted(o->look, o->settle);
	memcpy(layouts, o->qt_windows, sizeof(layouts));
	input_helper_plays();
	return timers_init() && environment_init();
}

static void report(bool sees_later)
{
	if (!sees_later && state == NO_QT_YET)
		message_say("a Qt that is loaded later will not be seen\n");
	hooks_report();
}

static const struct backend qt_backend = { "Qt", on_library, begin, report };
LOOP_BACKEND(qt_backend);
