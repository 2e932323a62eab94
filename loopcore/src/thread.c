/* thread.c: frames and counters of each thread, in pages of its own. */
#include <loopcore/thread.h>

#include "shared_lock.h"

#include <loopcore/arena.h>
#include <loopcore/label.h>
#include <loopcore/text.h>

#include <errno.h>
#include <pthread.h>
#include <string.h>

static __thread struct thread *mine __attribute__((tls_model("initial-exec")));
static __thread bool gone __attribute__((tls_model("initial-exec")));
static pthread_t main_thread;
static pthread_key_t at_exit;
static bool have_key;

static void thread_ends(void *state)
{
	struct thread *t = state;
	mine = NULL;
	gone = true; /* other destructors may still come through our hooks */
	if (t->room)
		arena_free(t->room, t->room_size);
	arena_free(t, sizeof(*t));
}

void *thread_room(struct thread *t, size_t bytes)
{
	if (!t->room && (t->room = arena_pages(bytes)))
		t->room_size = bytes;
	return t->room;
}

void thread_main_is_here(void)
{
	main_thread = pthread_self();
	have_key = pthread_key_create(&at_exit, thread_ends) == 0;
}

/* Where the thread was started: a hash that is the same in another run; 0 = nobody saw it. */
static __thread uint64_t starts_as __attribute__((tls_model("initial-exec")));

void thread_starts_as(uint64_t start)
{
	starts_as = start;
}

/* Over the names that there were. */
static struct shared_lock names_lock;

__attribute__((constructor)) static void names_are_shared(void)
{
	shared_lock_init(&names_lock);
}

/* How many threads of that name there were before; 0 as well when too many
 * names are in use. */
static unsigned earlier_threads(uint64_t name)
{
	enum { NAMES = 1 << 12 };
	static struct counter seen[NAMES];
	static unsigned names;
	unsigned i = name % NAMES, n = 0;
	if (!shared_lock(&names_lock))
		return 0;
	while (seen[i].n && seen[i].key != name)
		i = (i + 1) % NAMES;
	if (seen[i].n || names < NAMES / 4 * 3) {
		names += !seen[i].n;
		seen[i].key = name;
		n = seen[i].n++;
	}
	shared_unlock(&names_lock);
	return n;
}

enum served { ONE, POOL, SERVICE };

/* A library's thread that serves all, or a pool's: whichever handler comes first starts it. */
static enum served whom_it_serves(const char *name)
{
	static const struct {
		const char *name;
		enum served whom;
	} threads[] = {
#define SYSTEM_THREAD(name, kind) { name, kind },
#include "../../internal/system/system.def"
	};
	for (size_t i = 0; i < sizeof(threads) / sizeof(*threads); i++)
		if (!strncmp(name, threads[i].name, strlen(threads[i].name)))
			return threads[i].whom;
	return ONE;
}

/* A QThread names its thread after its class or object: that name, not the
 * number of the thread, is the same in another run. One that nobody named has
 * the program's, which another build of the program need not have. Threads that
 * share a name are told apart by the handler that started them and by how many it
 * started before; what is left, by the order in which they come to us. */
static uint64_t thread_name(bool is_main, char name[16])
{
	char program[16] = "", buffer[80];
	struct text text = text_in(buffer, sizeof(buffer));
	if (is_main)
		return label_hash(steering_label_main);
	pthread_getname_np(pthread_self(), name, 16);
	pthread_getname_np(main_thread, program, sizeof(program));
	if (strcmp(name, program) == 0)
		name[0] = 0;
	text_add(&text, steering_label_thread);
	text_add(&text, name);
	if (starts_as && whom_it_serves(name) == ONE) {
		text_add(&text, steering_label_in);
		text_hex(&text, starts_as, 16);
	}
	text_add(&text, steering_label_number);
	text_decimal(&text, earlier_threads(label_hash(buffer)) + 1);
	return label_hash(buffer);
}

/* Not at once: what a QThread makes first, its dispatcher, it makes before it
 * names its thread. */
void thread_settle_name(struct thread *t)
{
	if (t->name)
		return;
	t->name = thread_name(t->is_main, t->title);
	t->frames[0].context = t->frames[0].label = t->name;
	t->serves = !t->is_main && whom_it_serves(t->title) == SERVICE;
}

static struct thread *thread_new(void)
{
	int saved = errno;
	struct thread *t = gone ? NULL : arena_pages(sizeof(*t));
	if (t) {
		t->is_main = pthread_equal(pthread_self(), main_thread);
		t->depth = 1;
		t->frames[0].kind = FRAME_HANDLER;
		t->frames[0].stack = UINTPTR_MAX;
		if (t->is_main)
			thread_settle_name(t);
		mine = t;
		if (have_key && !t->is_main)
			pthread_setspecific(at_exit, t);
	}
	errno = saved;
	return t;
}

bool thread_main_is_known(void)
{
	return have_key;
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
	/* Farther away than a stack is large: another stack, of a coroutine. */
	const uintptr_t large = 8 << 20;
	uintptr_t top = thread_top(t)->stack;
	return top < (uintptr_t)stack && (uintptr_t)stack - top < large;
}

/* Only the top handler counts; below it nobody's counters are open. */
uint32_t thread_count(struct thread *t, uint64_t key)
{
	struct counter *last = &t->counter[t->counters];
	for (struct counter *c = &t->counter[thread_top(t)->counters]; c < last; c++)
		if (c->key == key)
			return ++c->n;
	if (t->counters == COUNTERS)
		return 0;
	t->counters++;
	*last = (struct counter){ key, 1 };
	return 1;
}

/* Hashed, for these last as long as the thread. */
uint32_t thread_count_root(struct thread *t, uint64_t key)
{
	struct counter *c = &t->root_counter[key % ROOT_COUNTERS];
	while (c->n && c->key != key)
		c = c + 1 < t->root_counter + ROOT_COUNTERS ? c + 1 : t->root_counter;
	if (!c->n && t->root_counters == ROOT_COUNTERS / 4 * 3)
		return 0;
	t->root_counters += !c->n;
	c->key = key;
	return ++c->n;
}
