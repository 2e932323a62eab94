/* unseen.c: see unseen.h. */
#include "unseen.h"

#include <loopcore/emit.h>

#include "hooks.h"

#include <string.h>

enum { ROOM = 4096, NAME = 128 };

static char found[ROOM]; /* "NAME,NAME…" */
static bool recorded;

void unseen_found(const struct object *core, const char *list)
{
	char id[BUILD_ID];
	object_build_id(core, id);
	size_t n = strlen(id);
	for (const char *s = list; n && *s; s += *s == '+') {
		size_t length = strcspn(s, "+");
		if (length > n && strncmp(s, id, n) == 0 && s[n] == ',' && length - n <= ROOM) {
			memcpy(found, s + n + 1, length - n - 1);
			found[length - n - 1] = 0;
		}
		s += length;
	}
}

static void record(const char *name)
{
	emit_enq(emit_id(), SPARSE_ENV, 0, -1, &(struct detail){ .type = "Unseen", .name = name });
}

void unseen_recorded(void)
{
	char name[NAME];
	if (__atomic_load_n(&recorded, __ATOMIC_RELAXED) || !emit_is_recording() ||
	    __atomic_exchange_n(&recorded, true, __ATOMIC_RELAXED))
		return;
	hooks_each_missing(record);
	for (const char *s = found; *s; s += *s == ',') {
		size_t n = strcspn(s, ",");
		size_t kept = n < NAME ? n : NAME - 1;
		memcpy(name, s, kept);
		name[kept] = 0;
		record(name);
		s += n;
	}
}
