/* single_shot.c: see single_shot.h. */
#include "single_shot.h"

#include <loopcore/arena.h>

#include "points.h"
#include "qtabi.h"

#include <string.h>

static struct table shots;     /* timer -> its receiver */
static struct table receivers; /* receiver -> how many timers are for it */
static __thread const void *current __attribute__((tls_model("initial-exec")));

bool single_shots_init(void)
{
	return table_init(&shots, sizeof(const void *), 1 << 16) && table_init(&receivers, sizeof(uint64_t), 1 << 16);
}

const void *single_shot_for(const void *receiver)
{
	const void *before = current;
	current = receiver;
	return before;
}

void single_shot_born(const void *object)
{
	uint64_t n = 0;
	if (!current)
		return;
	table_get(&receivers, (uintptr_t)current, &n);
	n++;
	if (table_put(&receivers, (uintptr_t)current, &n))
		table_put(&shots, (uintptr_t)object, &current);
	current = NULL;
}

static bool is_for(const void *record, const void *receiver)
{
	return *(const void *const *)record == receiver;
}

/* Most objects are neither: two looks into empty buckets. */
void single_shot_gone(const void *object)
{
	const void *receiver;
	uint64_t n;
	if (table_take(&shots, (uintptr_t)object, &receiver) &&
	    table_take(&receivers, (uintptr_t)receiver, &n) && --n)
		table_put(&receivers, (uintptr_t)receiver, &n);
	if (table_take(&receivers, (uintptr_t)object, &n))
		while (table_take_if(&shots, is_for, object, &receiver))
			;
}

const void *timer_owner(const void *object, bool *guards)
{
	const void *receiver = NULL;
	*guards = table_get(&shots, (uintptr_t)object, &receiver);
	if (*guards)
		return receiver;
	return strcmp(qt_class(object), "QTimer") == 0 ? qt_parent(object) : NULL;
}
