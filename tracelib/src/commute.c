/* commute.c: operations whose turn among others of their name makes no difference
 * (docs/trace-language.md, FC): what compiled code reports of `x op= v`, and what a
 * program says of a stretch of its own.
 *
 * Rules: a stretch ends with its handler's block at the latest (events.c); where it
 * begins and ends, the filter forgets, so that accesses inside and outside do not
 * stand for each other. A name for which there is no room is none: what is recorded
 * is then an access like others.
 */
#include "../include/sparserec/sparserec.h"
#include "../include/sparserec/view.h"
#include "commute.h"
#include "filter.h"
#include <string.h>

uint32_t sr_commutes(struct sr_thread *t, unsigned how)
{
	static const char *const names[] = { [SPARSE_ADD] = "add", [SPARSE_OR] = "or", [SPARSE_AND] = "and", [SPARSE_XOR] = "xor",
					     [SPARSE_LOCK] = "lock" };

	how &= SPARSE_HOW_ATOMIC - 1;
	if (t->commuting || !how || how >= sizeof names / sizeof *names)
		return t->commuting;
	return sr_string(t, names[how], strlen(names[how]));
}

void sparse_commuting(const char *what)
{
	SR_INSIDE struct sr_thread *t = sr_enter();

	if (!t)
		return;
	t->commuting = what && *what ? sr_string(t, what, strlen(what)) : 0;
	sr_next_epoch(t);
}
