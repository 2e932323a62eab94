/* forked.c: a table in a child that is forked while another thread has it, and in one that is
 * forked while nobody has. Says what the children found. */
#include <loopcore/arena.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct table t;
static atomic_int looks, forked;

static void look(const void *record, void *arg)
{
	(void)record;
	(void)arg;
	looks = 1;
	while (!forked)
		usleep(1000);
}

static void *has_it(void *none)
{
	table_look(&t, look, NULL);
	return none;
}

/* What there is under two keys, the second put by the child; 100: it waited for ever. */
static int child(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		long record = 2, got = 0, other = 0;
		alarm(5);
		table_put(&t, 2, &record);
		table_get(&t, 1, &got);
		table_take(&t, 2, &other);
		_exit((int)(10 * got + other));
	}
	forked = 1;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

int main(void)
{
	pthread_t thread;
	long record = 1;

	if (!table_init(&t, sizeof(record), 8) || !table_put(&t, 1, &record))
		return 1;
	printf("free %d, ", child());
	forked = 0;
	pthread_create(&thread, NULL, has_it, NULL);
	while (!looks)
		usleep(1000);
	printf("taken %d, ", child());
	pthread_join(thread, NULL);
	printf("parent %d\n", table_put(&t, 2, &record));
	return 0;
}
