/* tickhooks.c: the hooks on libtick, a backend of the loop core. The library that this
 * is linked into is preloaded, so the program's calls of libtick come here first.
 */
#include "tick.h"

#include <loopcore/arrival.h>
#include <loopcore/backend.h>
#include <loopcore/due.h>
#include <loopcore/elfsym.h>
#include <loopcore/steer.h>
#include <loopcore/text.h>

#define EXPORT __attribute__((visibility("default")))

/* 1. Finding the library, and its own functions behind ours. */
static struct {
	void (*after)(int, void (*)(void *), void *);
	void (*run)(void);
	void (*stop)(void);
} real;

static void on_library(void)
{
	struct object libtick;
	if (real.run || !object_find("libtick.so", &libtick))
		return;
	*(void **)&real.after = object_symbol(&libtick, "tick_after", NULL);
	*(void **)&real.stop = object_symbol(&libtick, "tick_stop", NULL);
	*(void **)&real.run = object_symbol(&libtick, "tick_run", NULL);
}

static const struct backend tick_backend = { .name = "libtick", .on_library = on_library };
LOOP_BACKEND(tick_backend);

/* 2. What is asked for is an event to come. No malloc here: this is the program's
 * process. What finds no room goes to libtick as it is, and is not recorded. */
enum { CALLS = 64 };

static struct call {
	void (*function)(void *);
	void *argument;
	struct timer firing;
} calls[CALLS];

static struct call *free_call(void)
{
	for (int i = 0; i < CALLS; i++)
		if (!calls[i].function)
			return &calls[i];
	return NULL;
}

static void announce(struct call *c, int ms, struct thread *t)
{
	static int armings;
	struct label l;
	char interval[16], timer[HEX_ID];
	struct text text = text_in(interval, sizeof(interval));
	text_decimal(&text, (unsigned)ms);
	c->firing = (struct timer){ .id = ++armings, .interval = ms, .type = DUE_PRECISE, .firing = 1,
				    .started = emit_id(), .armed = (uint64_t)armings, .event = emit_id(),
				    .object = c, .thread = t };
	label_cause(c->firing.stem, t, "tick_after");
	label_firing(&l, c->firing.stem, 1);
	c->firing.label = l.hash;
	emit_enq(c->firing.event, SPARSE_TIMER, 0, -1,
		 &(struct detail){ .label = l.text, .type = "tick_after", .interval = interval,
				   .timer_type = "precise", .timer = hex_id(timer, c->firing.started) });
	steer_timer_armed(&c->firing);
}

static void arrives(void *call);

EXPORT void tick_after(int ms, void (*function)(void *), void *argument)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct call *c = loops_begin() ? free_call() : NULL;
	struct thread *t = c ? arrival_thread(&scope, HERE) : NULL;
	if (!t) {
		real.after(ms, function, argument);
		return;
	}
	c->function = function;
	c->argument = argument;
	announce(c, ms, t);
	real.after(ms, arrives, c);
}

/* 3. What arrives is a handler; or it is late, if the schedule says so. */
static void arrives(void *call)
{
	struct call *c = call, now = *c;
	struct scope scope SCOPED = { NULL, 0 };
	if (steer_timer(&c->firing, c->firing.label)) {
		real.after(1, arrives, c);
		return;
	}
	c->function = NULL;
	arrival_begins(&scope, &(struct arrival){ .event = now.firing.event, .label = now.firing.label,
						  .context = now.firing.label, .kind = SPARSE_TIMER }, HERE);
	now.function(now.argument);
}

/* 4. Loops: the default one, and those that handlers spin. */
static const void *innermost;

static void run(bool *is_default, const void *stack)
{
	struct scope scope SCOPED = { NULL, 0 };
	struct thread *t = loops_begin() ? nest_thread(stack) : NULL;
	const void *around = innermost;
	innermost = is_default; /* any address that is this loop's own */
	if (t) {
		*is_default = t->is_main && t->depth == 1;
		steer_loop(false);
		nest_loop(&scope, t, innermost, *is_default, 0, "tick_run", stack);
	}
	real.run();
	innermost = around;
}

EXPORT void tick_run(void)
{
	bool is_default = false;
	run(&is_default, HERE);
	if (is_default)
		steer_loop(true);
}

EXPORT void tick_stop(void)
{
	if (innermost && loops_begin())
		nest_reset(innermost);
	real.stop();
}
