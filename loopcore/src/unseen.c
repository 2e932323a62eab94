/* unseen.c: see unseen.h. */
#include <loopcore/unseen.h>

#include <loopcore/emit.h>

#include <string.h>

enum { ROOM = 4096 };

static const char *known = "", *sabotaged = "";
static char names[ROOM]; /* each ends with a NUL */
static size_t used, told;

void unseen_init(const struct options *o)
{
	known = o->unseen;
	sabotaged = o->sabotage;
}

bool unseen_sabotaged(const char *hook)
{
	return sabotaged[0] && strcmp(hook, sabotaged) == 0;
}

/* Called while a library is loaded, so by one thread at a time. */
static void add(const char *name, size_t n)
{
	for (size_t at = 0; at < used; at += strlen(names + at) + 1)
		if (strlen(names + at) == n && memcmp(names + at, name, n) == 0)
			return;
	if (n == 0 || used + n >= ROOM)
		return;
	memcpy(names + used, name, n);
	names[used + n] = 0;
	__atomic_store_n(&used, used + n + 1, __ATOMIC_RELEASE);
}

void unseen_hook(const char *name)
{
	add(name, strlen(name));
}

/* "NAME,NAME,…", of one library. */
static void add_all(const char *s, const char *end)
{
	while (s < end) {
		size_t n = strcspn(s, ",+");
		add(s, n);
		s += n + 1;
	}
}

void unseen_of(const struct object *library)
{
	char id[BUILD_ID];
	object_build_id(library, id);
	size_t n = strlen(id);
	for (const char *s = known; n && *s; s += *s == '+') {
		size_t length = strcspn(s, "+");
		if (length > n && strncmp(s, id, n) == 0 && s[n] == ',')
			add_all(s + n + 1, s + length);
		s += length;
	}
}

void unseen_recorded(void)
{
	size_t end = __atomic_load_n(&used, __ATOMIC_ACQUIRE);
	if (__atomic_load_n(&told, __ATOMIC_RELAXED) == end || !emit_is_recording())
		return;
	size_t at = __atomic_exchange_n(&told, end, __ATOMIC_ACQ_REL);
	for (; at < end; at += strlen(names + at) + 1)
		emit_enq(emit_id(), SPARSE_ENV, 0, -1, &(struct detail){ .type = "Unseen", .name = names + at });
}
