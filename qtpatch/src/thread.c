/* thread.c: frames and counters of each thread, in pages of its own. */
#include "thread.h"

#include "arena.h"
#include "label.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static __thread struct thread *mine __attribute__((tls_model("initial-exec")));
static __thread bool gone __attribute__((tls_model("initial-exec")));
static pthread_t main_thread;
static pthread_key_t at_exit;
static bool have_key;

static void thread_ends(void *state)
{
	mine = NULL;
	gone = true; /* other destructors may still come through our hooks */
	arena_free(state, sizeof(struct thread));
}

void thread_main_is_here(void)
{
	main_thread = pthread_self();
	have_key = pthread_key_create(&at_exit, thread_ends) == 0;
}

/* A QThread names its thread after its class or object: that name, not the
 * number of the thread, is the same in another run. */
static uint64_t thread_name(bool is_main)
{
	char name[16] = "", text[32];
	if (is_main)
		return label_hash("main");
	pthread_getname_np(pthread_self(), name, sizeof(name));
	snprintf(text, sizeof(text), "thread %s", name);
	return label_hash(text);
}

static struct thread *thread_new(void)
{
	int saved = errno;
	struct thread *t = gone ? NULL : arena_pages(sizeof(*t));
	if (t) {
		t->is_main = pthread_equal(pthread_self(), main_thread);
		t->name = thread_name(t->is_main);
		t->depth = 1;
		t->frames[0].kind = FRAME_HANDLER;
		t->frames[0].stack = UINTPTR_MAX;
		t->frames[0].context = t->frames[0].label = t->name;
		mine = t;
		if (have_key && !t->is_main)
			pthread_setspecific(at_exit, t);
	}
	errno = saved;
	return t;
}

struct thread *thread_state(void)
{
	return __builtin_expect(mine != NULL, 1) ? mine : thread_new();
}

struct frame *thread_handler(struct thread *t)
{
	struct frame *f = thread_top(t);
	while (f->kind != FRAME_HANDLER)
		f--;
	return f;
}

struct frame *thread_push(struct thread *t, enum frame_kind kind, const void *stack)
{
	if (t->depth == FRAMES)
		return NULL;
	struct frame *f = &t->frames[t->depth++];
	*f = (struct frame){ .kind = kind, .stack = (uintptr_t)stack, .counters = t->counters };
	return f;
}

void thread_pop(struct thread *t)
{
	t->counters = thread_top(t)->counters;
	t->depth--;
}

bool thread_top_is_stale(struct thread *t, const void *stack)
{
	return thread_top(t)->stack < (uintptr_t)stack;
}

static uint32_t count(struct counter *first, struct counter *last, uint32_t *used, uint32_t limit,
		      uint64_t key)
{
	for (struct counter *c = first; c < last; c++)
		if (c->key == key)
			return ++c->n;
	if (*used == limit)
		return 0;
	++*used;
	*last = (struct counter){ key, 1 };
	return 1;
}

/* Only the top handler counts; below it nobody's counters are open. */
uint32_t thread_count(struct thread *t, uint64_t key)
{
	return count(&t->counter[thread_top(t)->counters], &t->counter[t->counters], &t->counters,
		     COUNTERS, key);
}

uint32_t thread_count_root(struct thread *t, uint64_t key)
{
	return count(t->root_counter, &t->root_counter[t->root_counters], &t->root_counters,
		     ROOT_COUNTERS, key);
}
