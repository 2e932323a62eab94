/* pending.c: posted events by their address. */
#include <loopcore/pending.h>

#include <loopcore/arena.h>

static struct table posted;

bool pending_init(void)
{
	return table_init(&posted, sizeof(struct pending), 1 << 20);
}

void pending_put(const void *event, const struct pending *p)
{
	table_put(&posted, (uintptr_t)event, p);
}

bool pending_take(const void *event, struct pending *p)
{
	return table_take(&posted, (uintptr_t)event, p);
}

struct search {
	bool (*match)(const struct pending *p, const void *arg);
	const void *arg;
	bool found;
};

static void look_at(const void *record, void *arg)
{
	struct search *s = arg;
	s->found = s->found || s->match(record, s->arg);
}

bool pending_any(bool (*match)(const struct pending *p, const void *arg), const void *arg)
{
	struct search s = { match, arg, false };
	table_look(&posted, look_at, &s);
	return s.found;
}
