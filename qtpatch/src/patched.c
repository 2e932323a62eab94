/* patched.c: what a patched QtCore calls, and which hooks that replaces. */
#include "patched.h"

#include "points.h"
#include "timers.h"

#include <errno.h>
#include <string.h>

#define CALLED_BY_QT __attribute__((visibility("default")))

static const struct object *listened_to;
static struct object core;

/* Hook points, and the reference in QtCore that shows that it calls there. */
static const struct {
	const char *point, *call;
} points[] = {
	{ "QCoreApplication::postEvent", "sparseqt_enq" },
	{ "QEvent::~QEvent", "sparseqt_drop" },
	{ "QCoreApplication::notifyInternal2", "sparseqt_notify" },
	{ "QEventLoop::exec", "sparseqt_exec" },
	{ "QEventLoop::exit", "sparseqt_exit" },
	{ "QEventLoop::processEvents", "sparseqt_process" },
	{ "QEventLoop::processEvents(int)", "sparseqt_process" },
	{ "QCoreApplication::processEvents", "sparseqt_process" },
	{ "QCoreApplication::processEvents(int)", "sparseqt_process" },
	{ "QEventDispatcherUNIX::processEvents", "sparseqt_process" },
	{ "QEventDispatcherGlib::processEvents", "sparseqt_process" },
	{ "QCoreApplication::exec", "sparseqt_app_exec" },
	{ "QCoreApplicationPrivate::sendPostedEvents", "sparseqt_flush" },
	{ "QCoreApplication::removePostedEvents", "sparseqt_drop" }, /* only steering asks */
	{ "QAbstractEventDispatcher::registerTimer", "sparseqt_timer" },
	{ "QTimerInfoList::unregisterTimer", "sparseqt_timer_gone" },
	{ "QTimerInfoList::unregisterTimers", "sparseqt_timers_gone" },
	{ "QEventDispatcherUNIX::registerSocketNotifier", "sparseqt_notifier" },
	{ "QEventDispatcherUNIX::unregisterSocketNotifier", "sparseqt_notifier" },
	{ "QEventDispatcherGlib::registerSocketNotifier", "sparseqt_notifier" },
	{ "QEventDispatcherGlib::unregisterSocketNotifier", "sparseqt_notifier" },
};

void patched_listen(const struct object *o)
{
	if (!object_refers(o, "sparseqt_leave"))
		return;
	core = *o;
	listened_to = &core;
}

bool patched_calls(const char *point)
{
	for (unsigned i = 0; listened_to && i < sizeof(points) / sizeof(*points); i++)
		if (strcmp(points[i].point, point) == 0)
			return object_refers(listened_to, points[i].call);
	return false;
}

/* The scope that the patch declares (struct SparseqtScope) is a passage. */
_Static_assert(sizeof(struct passage) == 24, "the patch has it as pointer, unsigned, pointer");

CALLED_BY_QT void sparseqt_leave(struct passage *p)
{
	int saved = errno;
	passage_ends(p);
	errno = saved;
}

CALLED_BY_QT void sparseqt_enq(void *receiver, void *event, int prio, const void *frame)
{
	struct passage p PASSAGE = nothing_open;
	if (listened_to)
		post_begins(&p, receiver, event, prio, frame);
}

CALLED_BY_QT void sparseqt_drop(void *event)
{
	if (listened_to)
		event_dies(event);
}

CALLED_BY_QT void sparseqt_notify(struct passage *p, void *receiver, void *event, const void *frame)
{
	if (listened_to)
		notify_begins(p, receiver, event, frame);
}

CALLED_BY_QT void sparseqt_exec(struct passage *p, void *loop, const void *caller, const void *frame)
{
	if (listened_to)
		exec_begins(p, loop, 0, caller, frame);
}

CALLED_BY_QT void sparseqt_exit(void *loop)
{
	if (listened_to)
		nest_reset(loop);
}

CALLED_BY_QT void sparseqt_process(struct passage *p, const char *what, const void *frame)
{
	if (listened_to)
		process_begins(p, what, 0, frame);
}

CALLED_BY_QT void sparseqt_app_exec(struct passage *p, const void *frame)
{
	if (listened_to)
		app_exec_begins(p, frame);
}

CALLED_BY_QT void sparseqt_flush(struct passage *p, void *receiver, int type, const void *frame)
{
	if (listened_to)
		flush_begins(p, receiver, type, frame);
}

CALLED_BY_QT void sparseqt_timer(int id, long long ms, int type, void *object, const void *frame)
{
	if (listened_to)
		timer_begins(id, ms, type, object, frame);
}

CALLED_BY_QT void sparseqt_timer_gone(int id)
{
	if (listened_to)
		timer_killed(id);
}

CALLED_BY_QT void sparseqt_timers_gone(void *object)
{
	if (listened_to)
		timers_killed(object);
}

CALLED_BY_QT void sparseqt_notifier(void *notifier, bool enabled, const void *frame)
{
	if (listened_to)
		notifier_begins(notifier, enabled, frame);
}
