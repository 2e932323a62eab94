/* shortcuts.c: see shortcuts.h. A key that has been taken back stays reported. */
#include "shortcuts.h"

#include <loopcore/emit.h>

#include "input_helper.h"
#include "points.h"

#include <errno.h>

enum { APPLICATION_SHORTCUT = 2 }; /* Qt::ShortcutContext */

static bool seen, missed;

int on_add_shortcut(void *map, void *owner, const void *keys, int context, void *matcher)
{
	int saved = errno;
	if (context == APPLICATION_SHORTCUT && !input_helper_shortcut(keys))
		missed = true;
	errno = saved;
	return qt.add_shortcut(map, owner, keys, context, matcher);
}

void shortcuts_are_seen(void)
{
	seen = true;
}

bool shortcuts_are_told(void)
{
	return seen && !missed;
}
