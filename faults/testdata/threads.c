#define _GNU_SOURCE
#include "scenario.h"
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static volatile int count;

static void use_heap(int n)
{
	for (int i = 0; i < n; i++) {
		void *p = malloc((size_t)(i * 131) % 5000), *q = realloc(p, (size_t)(i * 17) % 9000 + 1);

		free(q);
	}
}

static void *heap_user(void *x)
{
	use_heap(2000);
	return x;
}

static void small_stacks(void)
{
	pthread_attr_t a;
	pthread_t t[8];

	pthread_attr_init(&a);
	SAY(pthread_attr_setstacksize(&a, PTHREAD_STACK_MIN));
	for (int i = 0; i < 8; i++)
		SAY(pthread_create(&t[i], &a, heap_user, NULL));
	for (int i = 0; i < 8; i++)
		SAY(pthread_join(t[i], NULL));
}

static void *forever(void *x)
{
	for (;;) {
		use_heap(10);
		pthread_testcancel();
	}
	return x;
}

static void cancelled(void)
{
	for (int i = 0; i < 50; i++) {
		pthread_t t;
		void *end;

		pthread_create(&t, NULL, forever, NULL);
		usleep(500);
		SAY(pthread_cancel(t));
		SAY(pthread_join(t, &end));
		SAY(end == PTHREAD_CANCELED);
	}
}

/* A cancellation that is pending strikes at a cancellation point only. */
static void *no_point(void *x)
{
	pthread_cancel(pthread_self());
	use_heap(5000);
	count = 1;
	pthread_testcancel();
	count = 2;
	return x;
}

static void pending(void)
{
	pthread_t t;

	pthread_create(&t, NULL, no_point, NULL);
	pthread_join(t, NULL);
	SAY(count);
}

static pthread_key_t key;

static void late(void *p)
{
	static __thread int rounds;

	use_heap(100);
	__atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
		pthread_setspecific(key, p);
}

static void *with_key(void *x)
{
	pthread_setspecific(key, "x");
	use_heap(10);
	return x;
}

static void keys(void)
{
	pthread_t t[4];

	SAY(pthread_key_create(&key, late));
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, with_key, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	SAY(count);
}

static void tick(int s) { (void)s; count++; }

static void profiled(void)
{
	struct sigaction a = { .sa_handler = tick, .sa_flags = SA_RESTART };
	struct itimerval every = { { 0, 200 }, { 0, 200 } }, off = { { 0, 0 }, { 0, 0 } };
	pthread_t t[2];

	sigaction(SIGPROF, &a, NULL);
	setitimer(ITIMER_PROF, &every, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, heap_user, NULL);
	while (count < 20) /* however quick the machine and slow its clock */
		use_heap(1000);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	setitimer(ITIMER_PROF, &off, NULL);
	SAY(count >= 20);
}

static _Atomic int ended;

static void *short_lived(void *x)
{
	use_heap(1);
	ended = 1;
	return x;
}

/* Signals that strike threads anywhere in their last moments. */
static void struck(void)
{
	signal(SIGUSR1, tick);
	for (int i = 0; i < 300; i++) {
		pthread_t t;

		ended = 0;
		if (pthread_create(&t, NULL, short_lived, NULL) != 0)
			break;
		while (!ended)
			sched_yield();
		for (int k = 0; k < 20; k++)
			pthread_kill(t, SIGUSR1);
		pthread_join(t, NULL);
	}
	SAY(ended);
}

/* A handler that uses the heap, though none may: programs do. It strikes outside. */
static void allocates(int s)
{
	(void)s;
	free(malloc(100));
	count++;
}

static void handlers(void)
{
	signal(SIGUSR1, allocates);
	for (int i = 0; i < 1000; i++)
		raise(SIGUSR1);
	SAY(count);
}

static sigjmp_buf back;

static void jumps(int s) { (void)s; siglongjmp(back, 1); }

static void jumped(void)
{
	signal(SIGUSR1, jumps);
	for (volatile int i = 0; i < 1000; i++)
		if (sigsetjmp(back, 1) == 0)
			raise(SIGUSR1);
		else
			count++;
	SAY(count);
	use_heap(1000);
}

static void on_own_stack(void)
{
	static char stack[1 << 16];
	stack_t s = { .ss_sp = stack, .ss_size = sizeof stack }, old;
	struct sigaction a = { .sa_handler = allocates, .sa_flags = SA_ONSTACK };

	TRY(sigaltstack(&s, &old));
	printf("old %d\n", old.ss_flags);
	sigaction(SIGUSR2, &a, NULL);
	raise(SIGUSR2);
	SAY(count);
}

static void waits(void)
{
	sigset_t set;
	struct signalfd_siginfo info;
	int fd, s = 0;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	SAY(sigwait(&set, &s));
	SAY(s);
	fd = signalfd(-1, &set, SFD_CLOEXEC);
	raise(SIGUSR1);
	SAY(read(fd, &info, sizeof info) == sizeof info);
	SAY(info.ssi_signo);
}

static void errnos(void)
{
	void *p = NULL;

	errno = 77;
	free(malloc(10));
	SAY(errno);
	SAY(malloc((size_t)-1 / 2 - 4096) == NULL);
	SAY(errno);
	errno = 0;
	SAY(calloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
	SAY(errno);
	errno = 0;
	SAY(aligned_alloc(3, 10) == NULL);
	errno = 5;
	SAY(posix_memalign(&p, 3, 10));
	SAY(errno);
	SAY(posix_memalign(&p, 64, 10));
	SAY((unsigned long)p % 64);
	free(p);
	errno = 6;
	p = realloc(NULL, 0);
	free(p);
	SAY(errno);
}

static void *locks(void *m)
{
	SAY(pthread_mutex_lock(m));
	return NULL;
}

static void robust(void)
{
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	pthread_t t;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, NULL, locks, &m);
	pthread_join(t, NULL);
	SAY(pthread_mutex_lock(&m) == EOWNERDEAD);
}

static void *named(void *x)
{
	char name[16] = "";

	pthread_setname_np(pthread_self(), "worker");
	pthread_getname_np(pthread_self(), name, sizeof name);
	puts(name);
	return x;
}

static void names(void)
{
	pthread_t t;

	pthread_create(&t, NULL, named, NULL);
	pthread_join(t, NULL);
}

/* The first that it does: libc allocates inside, and holds the thread's lock. */
static void *asks(void *x)
{
	pthread_attr_t a;
	size_t n = 0;
	void *lo = NULL;

	if (pthread_getattr_np(pthread_self(), &a) == 0 && pthread_attr_getstack(&a, &lo, &n) == 0)
		pthread_attr_destroy(&a);
	*(int *)x = n > 4096 && (char *)&a > (char *)lo && (char *)&a < (char *)lo + n;
	return NULL;
}

static void own_stacks(void)
{
	pthread_t t[4];
	int right[4] = { 0 };

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, asks, &right[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	SAY(right[0] + right[1] + right[2] + right[3]);
	pthread_attr_t a;
	errno = 7;
	SAY(pthread_getattr_np(pthread_self(), &a));
	SAY(errno);
	pthread_attr_destroy(&a);
}

static void prepare(void) { use_heap(3); count += 1; }
static void parent(void) { use_heap(3); count += 10; }
static void child(void) { use_heap(3); count += 100; }

static void at_fork(void)
{
	SAY(pthread_atfork(prepare, parent, child));
	pid_t pid = fork();

	if (pid)
		waitpid(pid, NULL, 0);
	printf("%s %d\n", pid ? "parent" : "child", count);
	if (pid == 0)
		_exit(0);
}

int main(int argc, char **argv)
{
	static const struct scenario all[] = {
		{ "small-stacks", small_stacks }, { "cancelled", cancelled }, { "pending", pending }, { "keys", keys },
		{ "profiled", profiled }, { "struck", struck }, { "handlers", handlers }, { "jumped", jumped }, { "on-own-stack", on_own_stack },
		{ "waits", waits }, { "errnos", errnos }, { "robust", robust }, { "names", names }, { "own-stacks", own_stacks },
		{ "at-fork", at_fork }, { NULL, NULL },
	};

	return run_scenario(all, argc, argv);
}
