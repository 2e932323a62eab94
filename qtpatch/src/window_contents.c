/* window_contents.c: see window_contents.h. Qt's classes are known by the helper alone (person.h). */
#include "window_contents.h"

#include <loopcore/emit.h>
#include <loopcore/steer.h>

#include "input_helper.h"

#include <errno.h>

static const char *folder;
static bool settles;

void window_contents_wanted(const char *path, bool settle)
{
	folder = path[0] ? path : NULL;
	settles = settle;
}

void window_contents_loop(bool is_main, bool is_over)
{
	static bool begun;
	int saved = errno;
	if (!folder || !is_main || (is_over ? !begun : begun))
		return;
	if (is_over && settles) {
		person_settle_fn *settle = (person_settle_fn *)input_helper_function("person_settle");
		if (settle)
			settle(steer_is_late);
	}
	bool quiet = emit_quiet(); /* looking is no use of anything */
	if (is_over) {
		person_look_end_fn *end = (person_look_end_fn *)input_helper_function("person_look_end");
		if (end)
			end();
	} else {
		person_look_begin_fn *begin = (person_look_begin_fn *)input_helper_function("person_look_begin");
		begun = begin && begin(folder);
	}
	emit_loud(quiet);
	errno = saved;
}
