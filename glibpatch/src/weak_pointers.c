/* weak_pointers.c: weak pointers, which GLib clears when their object goes.
 *
 * The program's own code reads them, and the analysis takes what was tested by such a
 * read for guarded: so it must see who clears it.
 */
#include "glibhooks.h"

void on_nullify(gpointer *location)
{
	glib.nullify(location);
	if (location && glib_hooks_on())
		emit_cleared(location, sizeof(*location));
}
