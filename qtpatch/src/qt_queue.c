/* qt_queue.c: Qt's queues of posted events, as the steering needs them. */
#include <loopcore/steer.h>

#include "held_notifiers.h"
#include "hooks.h"
#include "points.h"
#include "qtabi.h"

static void post(void *receiver, void *event, int priority)
{
	qt.post_event(receiver, event, priority);
}

/* The others that Qt merges change the queued one, and are kept. */
static bool merges(int type)
{
	return type == QT_QUIT || type == QT_LAYOUT_REQUEST || type == QT_UPDATE_REQUEST;
}

static bool never_held(int type)
{
	return type == QT_DEFERRED_DELETE;
}

static const struct event_queue queue = {
	.post = post,
	.destroy = qt_event_delete,
	.thread_of = qt_object_thread,
	.lives_here = qt_lives_here,
	.merges = merges,
	.never_held = never_held,
	.lifted = notifiers_wake,
};

void qt_queue_is_steered(void)
{
	steer_queue(&queue);
}
