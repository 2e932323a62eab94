/* threads.c: threads of one name, started by several handlers. Prints the names that they
 * have for labels. "swapped": they come to us in the other order; "without": there is none of
 * our own between them. */
#include <loopcore/label.h>
#include <loopcore/thread.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 8 };

static struct worker {
	const char *name, *what;
	sem_t go, done;
	uint64_t label;
} workers[MOST];
static pthread_t ids[MOST];
static int count;
static bool without; /* a thread of our own */

static void *work(void *p)
{
	struct worker *w = p;
	pthread_setname_np(pthread_self(), w->name);
	sem_wait(&w->go);
	struct thread *t = thread_state();
	thread_settle_name(t);
	w->label = t->name;
	sem_post(&w->done);
	return NULL;
}

static void *other_work(void *p)
{
	return work(p);
}

static void start(const char *name, const char *what, void *(*routine)(void *))
{
	struct worker *w = &workers[count];
	*w = (struct worker){ .name = name, .what = what };
	sem_init(&w->go, 0, 0);
	sem_init(&w->done, 0, 0);
	pthread_create(&ids[count++], NULL, routine, w);
}

static void in_handler(struct thread *t, const char *label, int times, const char *name)
{
	struct frame *f = thread_push(t, FRAME_HANDLER, __builtin_frame_address(0));
	f->label = f->context = label_hash(label);
	for (int i = 0; i < times; i++)
		start(name, label, work);
	if (times > 1 && !without) {
		t->aside++; /* one of our own has no number */
		start("ours", label, work);
		t->aside--;
	}
	if (times > 1)
		start("other", label, other_work);
	thread_pop(t);
}

int main(int argc, char **argv)
{
	bool swapped = argc > 1 && !strcmp(argv[1], "swapped");
	without = argc > 1 && !strcmp(argv[1], "without");
	thread_main_is_here();
	label_init();
	struct thread *t = thread_state();
	in_handler(t, "timer A", 2, "job");
	in_handler(t, "timer B", 1, "job");
	in_handler(t, "timer C", 1, "Thread (pooled)");
	in_handler(t, "timer D", 1, "Thread (pooled)");
	for (int i = 0; i < count; i++) {
		struct worker *w = &workers[swapped ? count - 1 - i : i];
		sem_post(&w->go);
		sem_wait(&w->done);
	}
	for (int i = 0; i < count; i++) {
		pthread_join(ids[i], NULL);
		if (strcmp(workers[i].name, "ours"))
			printf("%s by %s: %016llx\n", workers[i].name, workers[i].what, (unsigned long long)workers[i].label);
	}
	return 0;
}
