/* A program that a ring keeps the end of only: ring ROUNDS END [names|settles].
 * The handler `outer` posts 20 events of a low priority, then waits in a loop in which ROUNDS events come, each
 * with an allocation, a free and a counter that it writes; then come the 20, and the loop ends.
 * A second thread is in a handler all the time, and short-lived ones come and go. END: abort,
 * exit, or forever, which never ends its rounds and says when it has begun them. With names
 * each round has a label of its own, as events of a program have; if it settles, every second one
 * of the first thousand. */
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POSTED = 20 };

static sem_t idle_ready, idle_go;
static const char *names = "";

static const struct sparse_info *ranked(const char *label, int kind, int prio)
{
	static _Thread_local struct sparse_attr attr;
	static _Thread_local struct sparse_info info;

	attr = (struct sparse_attr){ "label", label };
	info = (struct sparse_info){ kind, prio, -1, 1, &attr };
	return &info;
}

static const struct sparse_info *labelled(const char *label, int kind)
{
	return ranked(label, kind, 0);
}

static void *idle(void *arg)
{
	uint64_t e = sparse_new_id();

	sparse_deq(e, labelled("idle", SPARSE_ENV));
	sem_post(&idle_ready);
	sem_wait(&idle_go);
	sparse_end(e);
	return arg;
}

static void *brief(void *arg)
{
	free(malloc(24));
	return arg;
}

/* Delivers event e, whose handler posts the next one. */
static uint64_t round_of(unsigned i, uint64_t e)
{
	uint64_t next = sparse_new_id();
	bool own = !strcmp(names, "names") || (!strcmp(names, "settles") && i < 1000 && i % 2);
	char label[64];

	snprintf(label, sizeof label, own ? "timer of the round %08x in its loop" : "round %u of the week", own ? i : i % 7);
	sparse_deq(e, NULL);
	sparse_enq(next, labelled(label, SPARSE_POSTED));
	sparse_write((const void *)(uintptr_t)0x100000, 1 + i % 1000000);
	free(malloc(40 + i % 50));
	sparse_end(e);
	if (i % 500 == 0) {
		pthread_t t;

		pthread_create(&t, NULL, brief, NULL);
		pthread_join(t, NULL);
	}
	return next;
}

int main(int argc, char **argv)
{
	unsigned rounds = (unsigned)atoi(argv[1]);
	uint64_t outer = sparse_new_id(), guard = sparse_new_id(), posted[POSTED], last = sparse_new_id(), next = sparse_new_id();
	pthread_t t;

	if (argc < 3)
		return 2;
	names = argc > 3 ? argv[3] : "";
	sem_init(&idle_ready, 0, 0);
	sem_init(&idle_go, 0, 0);
	sparse_loop_kind(SPARSE_LOOP_BATCH);
	pthread_create(&t, NULL, idle, NULL);
	sem_wait(&idle_ready);
	sparse_enterloop();
	sparse_deq(outer, labelled("outer", SPARSE_INPUT));
	for (int i = 0; i < POSTED; i++)
		sparse_enq(posted[i] = sparse_new_id(), ranked("posted early", SPARSE_POSTED, -1));
	sparse_enq(next, labelled("round of 0", SPARSE_POSTED));
	sparse_pause(outer, guard, labelled("the loop", SPARSE_ENV));
	if (strcmp(argv[2], "forever") == 0) {
		(void)!write(1, "running\n", 8);
		for (unsigned i = 0;; i++)
			next = round_of(i, next);
	}
	for (unsigned i = 0; i < rounds; i++)
		next = round_of(i, next);
	for (int i = 0; i < POSTED; i++) {
		sparse_deq(posted[i], NULL);
		sparse_write((const void *)(uintptr_t)0x200000, 8);
		sparse_reset(guard);
		sparse_end(posted[i]);
	}
	sparse_resume(outer, guard);
	sparse_write((const void *)(uintptr_t)0x200000, 8);
	sparse_end(outer);
	sem_post(&idle_go);
	pthread_join(t, NULL);
	sparse_deq(last, labelled("last", SPARSE_INPUT));
	if (strcmp(argv[2], "abort") == 0)
		abort();
	sparse_end(last);
	sparse_exitloop();
	return 0;
}
