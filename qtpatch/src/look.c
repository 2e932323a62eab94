/* look.c: see look.h. Qt's classes are known by the helper alone (person.h). */
#include "look.h"

#include "emit.h"
#include "inputs.h"
#include "steer.h"

#include <errno.h>

static const char *folder;
static bool settles;

void look_at(const char *path, bool settle)
{
	folder = path[0] ? path : NULL;
	settles = settle;
}

void look_loop(bool is_main, bool is_over)
{
	static bool begun;
	int saved = errno;
	if (!folder || !is_main || (is_over ? !begun : begun))
		return;
	if (is_over && settles) {
		person_settle_fn *settle = (person_settle_fn *)inputs_helper("person_settle");
		if (settle)
			settle(steer_is_late);
	}
	bool quiet = emit_quiet(); /* looking is no use of anything */
	if (is_over) {
		person_look_end_fn *end = (person_look_end_fn *)inputs_helper("person_look_end");
		if (end)
			end();
	} else {
		person_look_begin_fn *begin = (person_look_begin_fn *)inputs_helper("person_look_begin");
		begun = begin && begin(folder);
	}
	emit_loud(quiet);
	errno = saved;
}
