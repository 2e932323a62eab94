/* request.c: what is asked for once and answered once.
 *
 * Answers to requests of one stream come in the order of connect, writes, shutdown
 * and close, whatever becomes of them: each is recorded as coming after the one
 * before (join). The work of uv_queue_work is an event of its own, on its thread.
 */
#include "uvhooks.h"

#include <loopcore/arena.h>

#include <errno.h>

static struct table requests;

bool request_init(void)
{
	return table_init(&requests, sizeof(struct request), 1 << 16);
}

static void label_it(struct label *l, struct thread *t, const char *what)
{
	char stem[STEM];
	label_cause(stem, t, what);
	label_firing(l, stem, 1);
}

bool request_made(const void *req, const char *what, uv_loop_t *loop, const void *handle, word call, word work,
		  const void *stack)
{
	struct request r = { .call = (callback *)call, .work = (callback *)work, .handle = handle,
			     .loop = loop, .holdable = !handle };
	struct scope scope SCOPED = { NULL, 0 };
	struct label l, lw;
	int saved = errno;
	struct thread *t = uv_hooks_on() ? arrival_thread(&scope, stack) : NULL;
	bool known = false;
	if (t) {
		label_it(&l, t, what);
		r.arrival = (struct arrival){ emit_id(), l.hash, l.hash, 0, SPARSE_ENV };
		if (work) {
			label_it(&lw, t, "work");
			r.worker = (struct arrival){ emit_id(), lw.hash, lw.hash, 0, SPARSE_ENV };
		}
		known = table_put(&requests, (word)req, &r);
	}
	if (known && work)
		emit_enq(r.worker.event, SPARSE_ENV, 0, -1,
			 &(struct detail){ .label = lw.text, .type = "work", .class_name = "uv_work_t" });
	if (known)
		emit_enq(r.arrival.event, SPARSE_ENV, 0, -1,
			 &(struct detail){ .label = l.text, .type = what,
					   .class_name = handle ? handle_class(handle) : NULL });
	errno = saved;
	return known;
}

void request_result(const void *req, int result)
{
	struct request r;
	if (result >= 0 || !table_take(&requests, (word)req, &r))
		return;
	emit_drop(r.arrival.event);
	if (r.work)
		emit_drop(r.worker.event);
}

/* In a thread of libuv's pool, where no loop turns. */
void request_works(WORDS)
{
	struct request r;
	struct scope s SCOPED = { NULL, 0 };
	struct label l;
	if (!table_get(&requests, a, &r) || !r.work)
		return;
	r.worked = true;
	table_put(&requests, a, &r);
	struct thread *t = nest_thread(HERE);
	if (t && thread_top(t)->kind == FRAME_HANDLER) {
		l.text[0] = 0;
		l.hash = l.context = r.worker.label;
		l.noise = false;
		emit_deq(r.worker.event, SPARSE_ENV, NULL);
		nest_handler(&s, t, r.worker.event, &l, HERE);
	}
	r.work(PASS);
	if ((r.done = uvhold_moment()))
		table_put(&requests, a, &r);
	uvhold_ready(r.arrival.label);
}

static void answer(struct request *r, WORDS)
{
	struct scope s SCOPED = { NULL, 0 };
	r->arrival.after = r->worked ? r->worker.event : watch_last_request(r->handle);
	arrival_begins(&s, &r->arrival, HERE);
	if (r->holdable && s.t) /* its answer comes by way of the pool, while polling */
		phase_certain(r->arrival.event);
	if (r->call)
		r->call(PASS);
	uvhold_handler_ends();
}

void request_calls(WORDS)
{
	struct request r;
	if (!table_get(&requests, a, &r))
		return;
	if (r.holdable && uvhold_request((const void *)a, &r, PASS))
		return;
	table_take(&requests, a, NULL);
	uvhold_brought(r.done);
	if (r.work && !r.worked)
		emit_drop(r.worker.event); /* cancelled */
	answer(&r, PASS);
	watch_answered(r.handle, r.arrival.event);
}
