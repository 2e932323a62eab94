/* watch.c: timers, watchers, streams and whatever else calls back as long as it
 * is started, and the closing of handles.
 *
 * A started handle has one coming event, enqueued by its start and then by each of
 * its firings. Its stop drops that event, and says (attribute `stops`) that
 * nothing comes of this handle until it is started again; its uv_close says it for
 * good (`ends`). A stop of a handle that is closed by then is one, too: the code that asks
 * for it would have stopped the handle, had it come before the close.
 */
#include "uvhooks.h"

#include "libuv.h"

#include <loopcore/arena.h>
#include <loopcore/steer.h>
#include <loopcore/text.h>

#include <errno.h>

enum { WATCHES = 1 << 16 };

struct closing {
	callback *call;
	struct arrival arrival;
};

static struct table watches, closings;
static uint64_t armings;

/* The handles of this thread that were closed last, by what came of them. */
enum { CLOSED = 16 };
static __thread struct { const void *handle; uint64_t source; } closed[CLOSED] __attribute__((tls_model("initial-exec")));
static __thread unsigned closed_last __attribute__((tls_model("initial-exec")));

/* Its place in that list, CLOSED if it is in none. */
static unsigned place_of_closed(const void *handle)
{
	unsigned i = 0;
	while (i < CLOSED && (!handle || closed[i].handle != handle))
		i++;
	return i;
}

static void forget_closed(const void *handle)
{
	unsigned i = place_of_closed(handle);
	if (i < CLOSED)
		closed[i].handle = NULL;
}

static void keep_closed(const void *handle, uint64_t source)
{
	forget_closed(handle);
	closed[closed_last].handle = handle;
	closed[closed_last].source = source;
	closed_last = (closed_last + 1) % CLOSED;
}

bool watch_init(void)
{
	return table_init(&watches, sizeof(struct watch), WATCHES) &&
	       table_init(&closings, sizeof(struct closing), WATCHES);
}

static enum sparse_kind kind_of(const struct watch *w)
{
	return w->kind == WATCH_TIMER ? SPARSE_TIMER : w->kind == WATCH_SOCKET ? SPARSE_SOCKET : SPARSE_ENV;
}

/* The coming event gets its id, its label and its enq. The request for memory to read into has none: the label is
 * that of the data, which is held where the request comes. */
static void arm(struct watch *w, const uv_handle_t *h)
{
	struct label l;
	char interval[16], timer[HEX_ID], source[HEX_ID];
	struct text text = text_in(interval, sizeof(interval));
	bool is_timer = w->kind == WATCH_TIMER;
	label_firing(&l, w->firing.stem, w->firing.firing);
	w->firing.label = l.hash;
	w->firing.armed = __atomic_add_fetch(&armings, 1, __ATOMIC_RELAXED);
	w->firing.event = emit_id();
	w->armed = true;
	text_decimal(&text, (unsigned)w->firing.interval);
	emit_enq(w->firing.event, kind_of(w), 0, -1,
		 &(struct detail){ .label = w->alloc ? NULL : l.text, .type = w->what, .class_name = handle_class(h),
				   .interval = is_timer ? interval : NULL,
				   .timer_type = is_timer ? "precise" : NULL,
				   .timer = is_timer ? hex_id(timer, w->firing.started) : NULL,
				   .source = hex_id(source, w->source) });
	if (is_timer)
		steer_timer_armed(&w->firing);
}

/* It will not come any more. */
static void disarm(struct watch *w)
{
	if (!w->armed)
		return;
	w->armed = false;
	emit_drop(w->firing.event);
	steer_timer_killed(w->firing.label);
}

bool watch_of(struct start *s, const void *handle, enum watch_kind kind, const char *what, word call,
	      word alloc)
{
	s->handle = handle;
	s->known = false;
	if (!uv_hooks_on() || !call)
		return false;
	s->had = table_get(&watches, (word)handle, &s->old);
	s->now = (struct watch){ .call = (callback *)call, .alloc = (callback *)alloc, .what = what,
				 .kind = kind };
	if (s->had) {
		s->now.source = s->old.source;
		s->now.last_request = s->old.last_request;
	}
	s->known = table_put(&watches, (word)handle, &s->now);
	return s->known;
}

static enum phase phase_of(const uv_handle_t *h)
{
	return h->type == UV_IDLE ? PHASE_IDLE : h->type == UV_PREPARE ? PHASE_PREPARE : PHASE_CHECK;
}

static int milliseconds(uint64_t ms)
{
	return ms > INT32_MAX ? INT32_MAX : (int)ms;
}

static void watch_started(struct start *s, uint64_t ms, bool repeats, struct thread *t)
{
	struct watch *w = &s->now;
	forget_closed(s->handle);
	if (s->had)
		disarm(&s->old);
	if (!w->source)
		w->source = emit_id();
	w->repeats = repeats;
	w->firing.interval = milliseconds(ms);
	w->firing.id = (int)(__atomic_add_fetch(&armings, 1, __ATOMIC_RELAXED) & INT32_MAX) | 1 << 30;
	w->firing.started = emit_id();
	w->firing.thread = s->handle->loop;
	w->firing.object = s->handle;
	w->firing.firing = 1;
	w->firing.starter = thread_handler(t)->event;
	w->firing.counted = REAL(uv_now) ? real_functions.uv_now(s->handle->loop) + 1 : 0;
	label_cause(w->firing.stem, t, w->what);
	if (w->kind == WATCH_LOOP)
		phase_joined(s->handle, phase_of(s->handle), t);
	arm(w, s->handle);
	table_put(&watches, (word)s->handle, w);
}

void watch_ends(struct start *s, int result, uint64_t ms, bool repeats, const void *stack)
{
	int saved = errno;
	struct scope scope SCOPED = { NULL, 0 };
	struct thread *t = s->known && result == 0 ? arrival_thread(&scope, stack) : NULL;
	if (t)
		watch_started(s, ms, repeats, t);
	else if (s->known && s->had)
		table_put(&watches, (word)s->handle, &s->old);
	else if (s->known)
		table_take(&watches, (word)s->handle, NULL);
	errno = saved;
}

void watch_stop(const void *handle, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct watch w;
	int saved = errno;
	unsigned i = place_of_closed(handle);
	if (i < CLOSED && uv_hooks_on() && arrival_thread(&scope, stack)) {
		arrival_says_still(closed[i].source, false, "stop");
	} else if (uv_hooks_on() && table_get(&watches, (word)handle, &w) && w.source &&
		   arrival_thread(&scope, stack)) {
		disarm(&w);
		phase_left(handle);
		arrival_says_still(w.source, false, "stop");
		table_put(&watches, (word)handle, &w);
	}
	errno = saved;
}

void watch_answered(const void *handle, uint64_t event)
{
	struct watch w;
	if (!handle)
		return;
	if (!table_get(&watches, (word)handle, &w))
		w = (struct watch){ .source = emit_id(), .what = "" };
	w.last_request = event;
	table_put(&watches, (word)handle, &w);
}

uint64_t watch_last_request(const void *handle)
{
	struct watch w;
	return handle && table_get(&watches, (word)handle, &w) ? w.last_request : 0;
}

word watch_call_of(const void *handle)
{
	struct watch w;
	return uv_hooks_on() && table_get(&watches, (word)handle, &w) ? (word)w.call : 0;
}

/* Takes the coming event. */
static void next(struct watch *w, struct arrival *a)
{
	*a = (struct arrival){ w->armed ? w->firing.event : 0, w->firing.label, w->firing.label, 0,
			       kind_of(w) };
	w->armed = false;
}

/* libuv looks into the handle when a timer fires: by now it has started it again, or not. */
static void timer_again(struct watch *w, const uv_timer_t *h)
{
	w->repeats = h->repeat > 0;
	if (w->repeats)
		w->firing.interval = milliseconds(h->repeat);
}

/* What repeats has another one then. */
static void again(struct watch *w, const uv_handle_t *h)
{
	if (w->repeats) {
		w->firing.firing++;
		w->firing.counted = 0; /* from when it fired, not from when it was started */
		arm(w, h);
	}
	table_put(&watches, (word)h, w);
}

void watch_calls(WORDS)
{
	struct watch w;
	struct arrival arrival;
	struct scope s SCOPED = { NULL, 0 };
	int saved = errno;
	if (!table_get(&watches, a, &w) || !w.call)
		return;
	if (w.held) { /* libuv was given no memory to read into: it has read nothing */
		w.held = false;
		table_put(&watches, a, &w);
		return;
	}
	if (w.kind == WATCH_TIMER ? uvhold_timer((uv_timer_t *)a, &w.firing) :
	    !w.alloc && w.armed && uvhold_watch(w.firing.label))
		return;
	if (w.read.event)
		arrival = w.read;
	else
		next(&w, &arrival);
	w.read.event = 0;
	arrival_begins(&s, &arrival, HERE);
	if (w.kind != WATCH_SOCKET && w.kind != WATCH_ONCE)
		phase_begins((const void *)a, &s, arrival.event);
	if (w.kind == WATCH_TIMER)
		timer_again(&w, (const uv_timer_t *)a);
	again(&w, (const uv_handle_t *)a);
	errno = saved;
	w.call(PASS);
	if (s.t)
		phase_ends((const void *)a, arrival.event);
	uvhold_handler_ends();
}

/* libuv asks for memory, reads into it and calls back: two events, for the loop's
 * own code stands between them. */
void watch_allocates(WORDS)
{
	struct watch w;
	struct arrival arrival;
	struct label l;
	char source[HEX_ID];
	struct scope s SCOPED = { NULL, 0 };
	int saved = errno;
	if (!table_get(&watches, a, &w) || !w.alloc)
		return;
	if (w.armed && uvhold_watch(w.firing.label)) {
		w.held = true;
		table_put(&watches, a, &w);
		*(uv_buf_t *)c = (uv_buf_t){ .base = NULL, .len = 0 };
		return;
	}
	next(&w, &arrival);
	w.read = arrival;
	arrival.label = arrival.context = 0;
	if (arrival.event) {
		arrival_begins(&s, &arrival, HERE);
		label_firing(&l, w.firing.stem, w.firing.firing);
		w.read.event = emit_id();
		emit_enq(w.read.event, kind_of(&w), 0, -1,
			 &(struct detail){ .label = l.text, .type = w.what,
					   .class_name = handle_class((const uv_handle_t *)a),
					   .source = hex_id(source, w.source) });
	}
	table_put(&watches, a, &w);
	errno = saved;
	w.alloc(PASS);
}

static void close_calls(WORDS)
{
	struct closing closing;
	struct watch w = { .source = 0 };
	struct scope s SCOPED = { NULL, 0 };
	int saved = errno;
	if (!table_take(&closings, a, &closing))
		return;
	if (table_take(&watches, a, &w) && w.source)
		keep_closed((const void *)a, w.source);
	closing.arrival.after = w.last_request;
	uvhold_closes(closing.arrival.label);
	arrival_begins(&s, &closing.arrival, HERE);
	phase_begins((const void *)a, &s, closing.arrival.event);
	errno = saved;
	closing.call(PASS);
	if (s.t)
		phase_ends((const void *)a, closing.arrival.event);
	uvhold_handler_ends();
}

static bool closes(struct closing *c, const uv_handle_t *h, const struct watch *w, struct thread *t)
{
	struct label l;
	char stem[STEM], source[HEX_ID];
	label_cause(stem, t, "uv_close");
	label_firing(&l, stem, 1);
	c->arrival = (struct arrival){ emit_id(), l.hash, l.hash, 0, SPARSE_ENV };
	if (!table_put(&closings, (word)h, c))
		return false;
	emit_enq(c->arrival.event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .label = l.text, .type = "uv_close", .class_name = handle_class(h),
				   .ends = w->source ? hex_id(source, w->source) : NULL });
	if (!c->call)
		emit_drop(c->arrival.event);
	else
		uvhold_close(l.hash);
	return true;
}

/* In the iteration that it was asked for in. */
static bool closes_at_once(const uv_handle_t *h)
{
	return h->type != UV_SIGNAL && h->type != UV_FS_POLL;
}

uv_close_cb watch_close(const uv_handle_t *h, uv_close_cb cb, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct watch w = { .source = 0 };
	struct closing c = { .call = (callback *)(void *)cb };
	int saved = errno;
	struct thread *t = arrival_thread(&scope, stack);
	if (t) {
		if (h->type == UV_ASYNC)
			w.source = async_forget((const uv_async_t *)h);
		else if (table_get(&watches, (word)h, &w)) {
			disarm(&w);
			table_put(&watches, (word)h, &w);
		}
		phase_left(h);
		if (cb && closes_at_once(h))
			phase_joined(h, PHASE_CLOSE, t);
		bool reported = closes(&c, h, &w, t);
		if (!cb) { /* libuv calls nobody */
			table_take(&closings, (word)h, NULL);
			if (table_take(&watches, (word)h, NULL) && w.source)
				keep_closed(h, w.source);
		} else if (reported) {
			cb = (uv_close_cb)(void *)close_calls;
		}
	}
	errno = saved;
	return cb;
}
