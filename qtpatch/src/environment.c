/* environment.c: windows, notifiers and pressed buttons, by address or code.
 *
 * What is shown, enabled or blocked stands in the trace as an event that is
 * never delivered: its enq says that it begins, its drop that it is over. The end
 * of an object that lies on the stack is recorded likewise, for no free shows it, and
 * so is the parent that an object gets: who frees it would free the object, too.
 */
#include "environment.h"

#include <loopcore/arena.h>
#include <loopcore/emit.h>
#include <loopcore/text.h>

#include "qtabi.h"

struct window {
	uint64_t name;
	uint64_t shown, blocked; /* events, 0 = it is not */
	bool active;             /* it has been, once */
};

struct notifier {
	uint64_t name;
	uint64_t enabled; /* event, 0 = it is not */
};

static struct table windows, notifiers, pressed;
static uint64_t names, presses;

bool environment_init(void)
{
	return table_init(&windows, sizeof(struct window), 1 << 16) &&
	       table_init(&notifiers, sizeof(struct notifier), 1 << 16) &&
	       table_init(&pressed, sizeof(uint64_t), 1 << 12);
}

static uint64_t new_name(void)
{
	return __atomic_add_fetch(&names, 1, __ATOMIC_RELAXED);
}

static void add_name(struct text *t, const char *kind, uint64_t name)
{
	if (t->at > t->start)
		text_add(t, " ");
	text_add(t, kind);
	text_decimal(t, (unsigned)name);
}

/* What an event that begins does besides. */
enum effect { ARMS_ONLY, BLOCKS, GRABS };

/* An event that says that something begins; `title`: of a window. */
static uint64_t begin(const char *type, const void *object, const char *title, const char *kind,
		      uint64_t name, enum effect effect)
{
	char buffer[ARMS], own[QT_NAME];
	struct text t = text_in(buffer, sizeof(buffer));
	uint64_t event = emit_id();
	add_name(&t, kind, name);
	qt_object_name(object, own);
	emit_enq(event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .type = type, .class_name = qt_class(object), .name = own, .title = title,
				   .object = object, .arms = effect == BLOCKS ? NULL : buffer,
				   .blocks = effect == BLOCKS ? buffer : NULL,
				   .grabs = effect == GRABS ? "keys" : NULL });
	return event;
}

static void over(uint64_t *event)
{
	if (*event)
		emit_drop(*event);
	*event = 0;
}

static bool window_at(const void *window, struct window *w)
{
	return table_get(&windows, (uintptr_t)window, w);
}

void environment_window(const void *window, bool shown, bool grabs)
{
	struct window w = { 0 };
	char title[QT_NAME];
	if (!window_at(window, &w))
		w.name = new_name();
	if (shown == (w.shown != 0))
		return;
	qt_window_title(window, title);
	if (shown)
		w.shown = begin("Show", window, title, "shown:", w.name, grabs ? GRABS : ARMS_ONLY);
	else
		over(&w.shown);
	table_put(&windows, (uintptr_t)window, &w);
}

void environment_blocked(const void *window, bool blocked)
{
	struct window w;
	if (!window_at(window, &w) || blocked == (w.blocked != 0))
		return;
	if (blocked)
		w.blocked = begin("WindowBlocked", window, NULL, "shown:", w.name, BLOCKS);
	else
		over(&w.blocked);
	table_put(&windows, (uintptr_t)window, &w);
}

void environment_notifier(const void *notifier, bool enabled)
{
	struct notifier n = { 0 };
	if (!table_get(&notifiers, (uintptr_t)notifier, &n))
		n.name = new_name();
	if (enabled == (n.enabled != 0))
		return;
	if (enabled)
		n.enabled = begin("SocketNotifier", notifier, NULL, "armed:", n.name, ARMS_ONLY);
	else
		over(&n.enabled);
	table_put(&notifiers, (uintptr_t)notifier, &n);
}

/* Is it in a function's frame, of one that has not returned yet? */
static bool is_on_stack(const void *object)
{
	const uintptr_t large = 8 << 20; /* as large as stacks are */
	return (uintptr_t)object - (uintptr_t)__builtin_frame_address(0) < large;
}

/* Of one on the stack, too: what is posted to it goes with the parent. That the parent must outlast it, the use of
 * the parent by its end says (events.c). */
void environment_parent(const void *object, const void *parent)
{
	emit_enq(emit_id(), SPARSE_ENV, 0, -1, &(struct detail){ .type = "Owned", .child = object, .parent = parent });
}

void environment_clears(const void *object, const void *number)
{
	if (qt_parent(object) && !is_on_stack(object))
		emit_enq(emit_id(), SPARSE_ENV, 0, -1, &(struct detail){ .type = "Owned", .child = object, .clears = number });
}

void environment_object_gone(const void *object)
{
	if (is_on_stack(object))
		emit_enq(emit_id(), SPARSE_ENV, 0, -1, &(struct detail){ .type = "Gone", .gone = object });
	struct window w;
	struct notifier n;
	if (table_take(&windows, (uintptr_t)object, &w)) {
		over(&w.shown);
		over(&w.blocked);
	}
	if (table_take(&notifiers, (uintptr_t)object, &n))
		over(&n.enabled);
}

/* The n-th press of a button or key has a name; its release needs it. */
static void press(struct surroundings *s, struct text *needs, const struct qt_input *in)
{
	uint64_t key = (uint64_t)in->is_key << 32 | (uint32_t)in->code, name;
	struct text arms = text_in(s->arms, ARMS);
	if (in->action == QT_PRESS) {
		name = __atomic_add_fetch(&presses, 1, __ATOMIC_RELAXED);
		table_put(&pressed, key + 1, &name);
		add_name(&arms, "pressed:", name);
		s->action = "press";
	} else if (in->action == QT_RELEASE) {
		if (table_take(&pressed, key + 1, &name))
			add_name(needs, "pressed:", name);
		s->action = "release";
	}
}

/* What a finger does Qt says in the list of them, what a pen does, by the buttons that were down before: only who knows its headers reads it. */
static void touch(struct qt_input *in, const char *kind)
{
	enum { FINGER = 1 << 30, PEN, PAD }; /* no button has those numbers */
	static const struct {
		const char *kind;
		int action, code;
	} of_kinds[] = {
		{ steering_input_touchpress, QT_PRESS, FINGER }, { steering_input_touchrelease, QT_RELEASE, FINGER },
		{ steering_input_penpress, QT_PRESS, PEN },      { steering_input_penrelease, QT_RELEASE, PEN },
		{ steering_input_gesturebegin, QT_PRESS, PAD },  { steering_input_gestureend, QT_RELEASE, PAD },
		{ steering_input_compose, QT_NO_ACTION, 0 },
	};
	for (size_t i = 0; i < sizeof(of_kinds) / sizeof(*of_kinds); i++)
		if (!strcmp(kind, of_kinds[i].kind)) {
			in->action = of_kinds[i].action;
			in->code = of_kinds[i].code;
		}
}

void environment_of_input(struct surroundings *s, const void *window_system_event, const char *kind)
{
	struct qt_input in;
	struct window w;
	struct text needs = text_in(s->needs, NEEDS), arms = text_in(s->arms, ARMS);
	s->action = NULL;
	s->window = NULL;
	if (!qt_input_read(window_system_event, &in))
		return;
	s->window = in.window;
	touch(&in, kind);
	press(s, &needs, &in);
	if (!in.window || !window_at(in.window, &w))
		return;
	if (w.shown)
		add_name(&needs, "shown:", w.name);
	if (in.is_key && w.active)
		add_name(&needs, "active:", w.name);
	if (in.activates && !w.active) {
		w.active = true;
		table_put(&windows, (uintptr_t)in.window, &w);
		add_name(&arms, "active:", w.name);
	}
}

void environment_of_socket(struct surroundings *s, const void *notifier)
{
	struct notifier n;
	struct text needs = text_in(s->needs, NEEDS);
	text_in(s->arms, ARMS);
	s->action = NULL;
	s->window = NULL;
	if (table_get(&notifiers, (uintptr_t)notifier, &n))
		add_name(&needs, "armed:", n.name);
}
