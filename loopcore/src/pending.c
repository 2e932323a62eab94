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
