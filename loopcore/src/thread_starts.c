/* thread_starts.c: pthread_create, in place of libc's: who starts which thread, for its name, and
 * for who wants to hold it where it begins. The start is an event that is never delivered
 * (`Starts`), recorded before that of the recorder, which has the thread's number.
 */
#include <loopcore/emit.h>
#include <loopcore/label.h>
#include <loopcore/steer.h>
#include <loopcore/thread.h>

#include <sparserec/thread_start.h>

#define CALLED_BY_PROGRAM __attribute__((visibility("default")))

/* What is told to the new thread does not fit into a start: the label's hash by that of its name. */
enum { HELD = 64 };
static struct {
	uint64_t as, label;
} held[HELD];

static void *steered(start_routine *f, void *arg, uint64_t label)
{
	void *result;

	steer_stalls(label);
	steer_goal(label, STEER_BEGIN);
	result = f(arg);
	steer_event_ended(label);
	return result;
}

static void *begin(void *p)
{
	struct start *s = p;
	start_routine *f = s->f;
	void *arg = s->arg;
	uint64_t as = s->told;

	thread_starts_as(as);
	start_give_back(s);
	if (steer_is_on() && __atomic_load_n(&held[as % HELD].as, __ATOMIC_ACQUIRE) == as)
		return steered(f, arg, held[as % HELD].label);
	return f(arg);
}

/* Before the thread is there. */
static void tell(uint64_t as, const struct label *l)
{
	uint64_t id = emit_id();

	if (steer_is_on()) {
		held[as % HELD].label = l->hash;
		__atomic_store_n(&held[as % HELD].as, as, __ATOMIC_RELEASE);
	}
	emit_enq(id, SPARSE_ENV, 0, -1, &(struct detail){ .label = l->text, .type = "Starts" });
	emit_drop(id);
}

CALLED_BY_PROGRAM int pthread_create(pthread_t *id, const pthread_attr_t *attr, start_routine *f, void *arg)
{
	start_create *real = start_next();
	struct label l;
	uint64_t as = real ? label_start(&l) : 0;
	struct start *s = as ? start_take(as, f, arg) : NULL;
	int error;

	if (!real)
		return EAGAIN;
	if (!s)
		return real(id, attr, f, arg);
	tell(as, &l);
	error = real(id, attr, begin, s);
	if (error)
		start_give_back(s);
	return error;
}
