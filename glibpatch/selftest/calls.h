/* calls.h: GLib called by the names that it exports: the program is linked with none. */
#ifndef GLIB_SELFTEST_CALLS_H
#define GLIB_SELFTEST_CALLS_H
#include <selftest/steps.h>

#include <gio/gio.h>
#include <glib-unix.h>

/* CALL(g_idle_add)(…): an exported function, which must be there. */
#define CALL(name) ((__typeof__(&name))need_function(#name))

gboolean once(gpointer nothing); /* a callback: it came, and does not come again */

void drive(void);       /* what is recorded and compared */
void application(void); /* GApplication, in a process of its own: there is one default loop */
void late(void);        /* two timeouts, which a schedule exchanges */
#endif
