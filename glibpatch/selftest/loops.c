/* loops.c: what needs a process of its own: an application's loop, and two timeouts that
 * a schedule exchanges.
 */
#include "calls.h"

#include <stdio.h>

enum { EARLY = 5, LATE = 40 /* ms */ };

static gboolean leaves(gpointer application)
{
	CALL(g_application_release)(application);
	return G_SOURCE_REMOVE;
}

static void activated(gpointer application, gpointer nothing)
{
	(void)nothing;
	CALL(g_application_hold)(application);
	CALL(g_timeout_add)(EARLY, leaves, application);
}

/* Not unique: it asks for no bus. */
void application(void)
{
	if (!find_function("g_application_run"))
		return;
	step_begins(0);
	GApplication *app = CALL(g_application_new)("self.test", G_APPLICATION_NON_UNIQUE);
	CALL(g_signal_connect_data)(app, "activate", (GCallback)(void *)activated, NULL, NULL, 0);
	CALL(g_application_run)(app, 0, NULL);
	CALL(g_object_unref)(app);
}

static GMainLoop *loop;
static unsigned both = 2;

static gboolean says(gpointer word)
{
	printf("%s\n", (const char *)word);
	if (--both == 0)
		CALL(g_main_loop_quit)(loop);
	return G_SOURCE_REMOVE;
}

void late(void)
{
	step_begins(0);
	loop = CALL(g_main_loop_new)(NULL, FALSE);
	CALL(g_timeout_add)(EARLY, says, (gpointer)"early");
	CALL(g_timeout_add)(LATE, says, (gpointer)"late");
	CALL(g_main_loop_run)(loop);
}
