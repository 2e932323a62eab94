/* gtk_input.c: a person's input to a program with GTK 3 or 4, as events of their own; and what
 * it needs: windows that are shown, and that no modal one keeps from input.
 *
 * GDK's source dispatches one event of the display at a time, by gtk_main_do_event; in GTK 4,
 * where that is no public function, by a signal that all surfaces have, on which we hang. What
 * runs before that is GDK's own, and an event of the environment, as of any source; it
 * ends where GTK is handed a person's input, which is the handler from there to the end
 * of the dispatch. Rules: what GDK's other events do stays with their source; input that a
 * handler makes itself is a call of it; in a program with Qt, GTK is that one's theme, and
 * nothing of it is input.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/elfsym.h>
#include <loopcore/inputs.h>
#include <loopcore/text.h>

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

enum { NAME = 128, NEEDS = 96, ARMS = 32, WINDOWS = 1024 };
enum { CLOSE = 1, PRESS, RELEASE, KEYPRESS, KEYRELEASE, WHEEL }; /* as gtkpatch/input has it */

static const char *const types[] = { "", "Close", "ButtonPress", "ButtonRelease", "KeyPress", "KeyRelease", "Scroll" };

static struct {
	bool tried;
	int (*kind)(const void *event);
	unsigned (*code)(const void *event);
	const void *(*window)(const void *event);
	void (*names)(const void *widget, char *cls, char *name, char *title, size_t size);
	bool (*is_window)(const void *widget), (*blocked)(const void *widget);
	person_grabs_fn *grabs;
	person_describe_fn *describe;
	person_play_fn *play;
	person_question_fn *question;
	person_follow_fn *follow;
	unsigned (*time)(const void *event);
} helper;

static bool open_helper(void)
{
	char path[4096];
	Dl_info self;
	struct text text = text_in(path, sizeof(path));
	if (helper.tried)
		return helper.play != NULL;
	helper.tried = true;
	if (!dladdr((void *)gtk_input_plays, &self) || !self.dli_fname)
		return false;
	text_add(&text, self.dli_fname);
	char *slash = strrchr(path, '/');
	text.at = slash ? slash + 1 : path;
	text_add(&text, "libsparseinputgtk.so");
	bool quiet = emit_quiet();
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	emit_loud(quiet);
	if (!library)
		return false;
	*(void **)&helper.kind = dlsym(library, "person_kind");
	*(void **)&helper.code = dlsym(library, "person_code");
	*(void **)&helper.window = dlsym(library, "person_window");
	*(void **)&helper.names = dlsym(library, "person_names");
	*(void **)&helper.is_window = dlsym(library, "person_is_window");
	*(void **)&helper.blocked = dlsym(library, "person_blocked");
	*(void **)&helper.grabs = dlsym(library, "person_grabs");
	*(void **)&helper.describe = dlsym(library, "person_describe");
	*(void **)&helper.question = dlsym(library, "person_question");
	*(void **)&helper.follow = dlsym(library, "person_follow");
	*(void **)&helper.time = dlsym(library, "person_time");
	*(void **)&helper.play = dlsym(library, "person_play");
	return helper.play != NULL;
}

/* Windows that are shown, by widget. A name is of one showing: the next window may have
 * the same address. */
struct window {
	const void *widget; /* NULL = a free place */
	uint64_t name, shown, blocked;
};
static struct window windows[WINDOWS];
static unsigned windows_end;
struct press {
	uint64_t name;
	uint32_t at; /* ms, by the display's clock */
};
static uint64_t names, presses;
static struct table pressed; /* of struct press */

bool gtk_input_init(void)
{
	return table_init(&pressed, sizeof(struct press), 1 << 12);
}

static struct window *window_at(const void *widget)
{
	for (unsigned i = 0; widget && i < windows_end; i++)
		if (windows[i].widget == widget)
			return &windows[i];
	return NULL;
}

static void add_name(struct text *t, const char *kind, uint64_t name)
{
	if (t->at > t->start)
		text_add(t, " ");
	text_add(t, kind);
	text_decimal(t, (unsigned)name);
}

/* What begins stands in the trace as an event that is never delivered, until its drop. */
static uint64_t begins(const char *type, const struct window *w, bool blocks, bool grabs)
{
	char buffer[ARMS], cls[NAME] = "", name[NAME] = "", title[NAME] = "";
	struct text t = text_in(buffer, sizeof(buffer));
	uint64_t event = emit_id();
	add_name(&t, "shown:", w->name);
	bool quiet = emit_quiet();
	helper.names(w->widget, cls, name, title, NAME);
	emit_loud(quiet);
	emit_enq(event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .type = type, .class_name = cls, .name = name, .title = title, .object = w->widget,
				   .arms = blocks ? NULL : buffer, .blocks = blocks ? buffer : NULL,
				   .grabs = grabs ? "keys" : NULL });
	return event;
}

static void over(uint64_t *event)
{
	if (*event)
		emit_drop(*event);
	*event = 0;
}

/* A modal window has come or gone: which ones it keeps from input. */
static void look_at_modality(void)
{
	for (unsigned i = 0; i < windows_end; i++) {
		struct window *w = &windows[i];
		if (!w->widget)
			continue;
		bool quiet = emit_quiet();
		bool blocked = helper.blocked(w->widget);
		emit_loud(quiet);
		if (blocked && !w->blocked)
			w->blocked = begins("WindowBlocked", w, true, false);
		else if (!blocked)
			over(&w->blocked);
	}
}

static bool is_recorded(const void *stack)
{
	struct thread *t = glib_hooks_on() && !glib_with_qt() ? nest_thread(stack) : NULL;
	return t && t->is_main && emit_is_recording() && open_helper();
}

static bool is_window(const void *widget)
{
	bool quiet = emit_quiet(); /* it keeps in which order they come */
	bool is = helper.is_window(widget);
	emit_loud(quiet);
	return is;
}

static void shown(const void *widget)
{
	unsigned i = 0;
	while (i < windows_end && windows[i].widget)
		i++;
	if (window_at(widget) || i == WINDOWS)
		return;
	windows[i] = (struct window){ .widget = widget, .name = ++names };
	windows_end = i == windows_end ? i + 1 : windows_end;
	bool quiet = emit_quiet();
	bool grabs = helper.grabs(widget);
	emit_loud(quiet);
	windows[i].shown = begins("Show", &windows[i], false, grabs);
}

void on_widget_map(void *widget)
{
	int saved = errno;
	gtk_hooked.widget_map(widget);
	if (is_recorded(HERE) && is_window(widget)) {
		shown(widget);
		look_at_modality();
	}
	errno = saved;
}

void on_widget_unmap(void *widget)
{
	int saved = errno;
	struct window *w = is_recorded(HERE) ? window_at(widget) : NULL;
	if (w) {
		over(&w->shown);
		over(&w->blocked);
		w->widget = NULL;
	}
	errno = saved;
	gtk_hooked.widget_unmap(widget);
	saved = errno;
	if (w) /* in GTK 4, whose modal windows have no grab, it kept others from input until now */
		look_at_modality();
	errno = saved;
}

static void grab_changed(const void *stack)
{
	int saved = errno;
	if (is_recorded(stack))
		look_at_modality();
	errno = saved;
}

void on_grab_add(void *widget)
{
	gtk_hooked.grab_add(widget);
	grab_changed(HERE);
}

void on_grab_remove(void *widget)
{
	gtk_hooked.grab_remove(widget);
	grab_changed(HERE);
}

/* The dispatch of GDK's source that runs, if it has not come to a person's input. */
static __thread struct display_turn *turning;

static bool is_display(GSource *source)
{
	const char *name = glib.name(source);
	return glib_with_gtk() && name && strncmp(name, "GDK ", 4) == 0;
}

void display_turn_begins(struct display_turn *turn, GSource *source, struct scope *scope, const void *stack)
{
	*turn = (struct display_turn){ .scope = scope, .stack = stack, .before = turning };
	turning = is_display(source) && scope->t && scope->t->is_main && !glib_with_qt() ? turn : NULL;
}

void display_turn_ends(struct display_turn *turn)
{
	if (turn->stack)
		turning = turn->before;
}

/* The n-th press of a button or key has a name; its release needs it. *held: for how many ms it
 * was down, where it is no longer than that: the program may have been busy meanwhile. */
static void name_press(int kind, unsigned code, uint32_t at, struct text *needs, struct text *arms, unsigned *held)
{
	uint64_t key = (uint64_t)(kind == KEYPRESS || kind == KEYRELEASE) << 32 | code;
	struct press p;
	if (kind == PRESS || kind == KEYPRESS) {
		p = (struct press){ ++presses, at };
		table_put(&pressed, key + 1, &p);
		add_name(arms, "pressed:", p.name);
	} else if ((kind == RELEASE || kind == KEYRELEASE) && table_take(&pressed, key + 1, &p)) {
		add_name(needs, "pressed:", p.name);
		*held = at - p.at < *held ? at - p.at : *held;
	}
}

static void enter_input(struct display_turn *turn, const void *event, int kind)
{
	struct label l;
	struct person_input in;
	char number[12] = "", needs_text[NEEDS], arms_text[ARMS], cls[NAME] = "", name[NAME] = "", title[NAME] = "";
	struct text text = text_in(number, sizeof(number)), needs = text_in(needs_text, NEEDS), arms = text_in(arms_text, ARMS);
	struct thread *t = turn->scope->t;
	bool recorded = emit_is_recording();
	bool quiet = emit_quiet(); /* looking for the target is no use of it */
	const void *window = helper.window(event);
	bool described = recorded && helper.describe(event, &in);
	unsigned code = helper.code(event);
	uint32_t at = helper.time(event);
	if (window)
		helper.names(window, cls, name, title, NAME);
	emit_loud(quiet);
	scope_close(turn->scope);
	nest_delivers(t);
	uint64_t id = emit_id();
	if (!inputs_delivered(&l, NULL, kind))
		label_input(&l, t, types[kind], inputs_are_played());
	const struct window *w = window_at(window);
	unsigned wait = described ? inputs_since() : 0;
	name_press(kind, code, at, &needs, &arms, &wait);
	if (described)
		text_decimal(&text, wait);
	if (w && w->shown)
		add_name(&needs, "shown:", w->name);
	emit_deq(id, SPARSE_INPUT,
		 &(struct detail){ .label = l.text, .type = types[kind], .object = window, .class_name = cls, .name = name,
				   .title = title,
				   .action = kind == PRESS || kind == KEYPRESS ? "press" : kind == RELEASE || kind == KEYRELEASE ? "release" : NULL,
				   .needs = needs_text, .arms = arms_text, .input = described ? &in : NULL, .wait = number });
	nest_handler(turn->scope, t, id, &l, turn->stack);
}

/* GTK is handed an event of the display. */
static void event_comes(const void *event, const void *stack)
{
	int saved = errno;
	struct display_turn *turn = turning;
	struct thread *t = turn ? nest_thread(stack) : NULL;
	if (t && t == turn->scope->t && t->depth == turn->scope->depth + 1 && open_helper()) {
		bool quiet = emit_quiet();
		int kind = helper.kind(event);
		emit_loud(quiet);
		turning = NULL; /* what else it dispatches is this one's */
		if (kind)
			enter_input(turn, event, kind);
	}
	errno = saved;
}

void on_main_do_event(void *event)
{
	event_comes(event, HERE);
	gtk_hooked.main_do_event(event);
}

/* GSignalEmissionHook, with the surface and the event. */
static gboolean on_surface_event(void *hint, guint count, const void *values, gpointer nothing_more)
{
	enum { GVALUE = 24 }; /* bytes */
	(void)hint, (void)nothing_more;
	if (count > 1)
		event_comes(gtk_hooked.peek_pointer((const char *)values + GVALUE), HERE);
	return TRUE;
}

void gtk_input_loop(struct thread *t)
{
	static bool tried;
	if (!glib_with_gtk() || glib_with_qt())
		return;
	if (!tried && t->is_main && gtk_hooked.surface_type && gtk_hooked.display_default()) {
		tried = true;
		bool quiet = emit_quiet();
		gtk_hooked.class_ref(gtk_hooked.surface_type());
		guint signal = gtk_hooked.signal_lookup("event", gtk_hooked.surface_type());
		if (signal)
			gtk_hooked.add_emission_hook(signal, 0, (void *)on_surface_event, NULL, NULL);
		emit_loud(quiet);
	}
	inputs_loop(t, true);
}

/* Playing: from a source that is looked at before the loop waits. */
static void (*on_idle)(void);

static gboolean looks(GSource *source, gint *timeout)
{
	(void)source;
	*timeout = -1;
	if (on_idle)
		on_idle();
	return FALSE;
}

static gboolean never(GSource *source)
{
	(void)source;
	return FALSE;
}

static gboolean nothing(GSource *source, GSourceFunc callback, gpointer data)
{
	(void)source, (void)callback, (void)data;
	return TRUE;
}

static GSourceFuncs idle_funcs = { looks, never, nothing, NULL, NULL, NULL };

static void call_when_idle(void (*f)(void), void (*application_ends)(void))
{
	enum { BEFORE_IDLES = 150 };
	(void)application_ends; /* the default context stays */
	bool quiet = emit_quiet();
	GSource *source = glib.source_new(&idle_funcs, sizeof(GSource));
	on_idle = f;
	glib.set_priority(source, BEFORE_IDLES);
	glib.set_can_recurse(source, TRUE);
	glib.source_attach(source, NULL);
	emit_loud(quiet);
}

static void wake(void)
{
	glib.wakeup(NULL);
}

static const char *play(const struct person_input *in, unsigned long ms, struct person_sent *sent)
{
	return helper.play(in, ms, sent);
}

static const char *follow(const struct person_input *in, unsigned ms, struct person_sent *sent)
{
	return helper.follow(in, ms, sent);
}

static bool question(struct person_question *q)
{
	bool quiet = emit_quiet();
	bool asks = helper.question(q);
	emit_loud(quiet);
	return asks;
}

void gtk_input_plays(void)
{
	static const struct input_player player = { open_helper, play, call_when_idle, wake, "libsparseinputgtk.so is missing", question, follow };
	inputs_player(&player);
}
