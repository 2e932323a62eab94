/* once(): who asks while another thread begins gets what that gives, however long that works. The one that begins, and
 * asks again meanwhile, does not wait; nor, for long, does a child whose parent's thread began. */
#include <loopcore/once.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct once o;
static atomic_int calls, begins, yes;
static int again = -1;

static bool begin(void)
{
	calls++;
	again = once(&o, begin);
	begins = 1;
	usleep(100000);
	for (time_t now = time(NULL); time(NULL) < now + 2;) /* one or two seconds of work */
		;
	return true;
}

static void *ask(void *none)
{
	yes += once(&o, begin);
	return none;
}

int main(void)
{
	struct timespec a, b;
	pthread_t t[5];
	int status;

	pthread_create(&t[0], NULL, ask, NULL);
	while (!begins)
		usleep(1000);
	clock_gettime(CLOCK_MONOTONIC, &a);
	if (fork() == 0) {
		for (int i = 0; i < 1000; i++)
			if (once(&o, begin))
				_exit(1);
		clock_gettime(CLOCK_MONOTONIC, &b);
		_exit(b.tv_sec - a.tv_sec > 20 ? 2 : 0);
	}
	for (int i = 1; i < 5; i++)
		pthread_create(&t[i], NULL, ask, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	wait(&status);
	printf("calls %d, yes %d of 5, again %d, child %d\n", calls, yes, again, status);
	return 0;
}
