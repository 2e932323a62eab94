/* Eight threads at a time come and go, 400 in all, each with memory that only a
 * thread-specific destructor frees, while the main thread forks children that
 * allocate. A deadlock shows as a time-out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_key_t key;

static void last_free(void *p)
{
	free(p);
}

static void *work(void *arg)
{
	pthread_setspecific(key, malloc(1234));
	for (int i = 0; i < 50; i++) {
		void *volatile p = malloc(64);
		free(p);
	}
	return arg;
}

int main(void)
{
	pthread_t t[8];
	int status, bad = 0;

	pthread_key_create(&key, last_free);
	alarm(20);
	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < 8; i++)
			if (pthread_create(&t[i], NULL, work, NULL) != 0)
				return 1;
		pid_t child = fork();
		if (child == 0) {
			void *volatile p = malloc(4321);
			free(p);
			_exit(p == NULL);
		}
		if (waitpid(child, &status, 0) != child || status != 0)
			bad++;
		for (int i = 0; i < 8; i++)
			pthread_join(t[i], NULL);
	}
	printf("%d\n", bad);
	return bad != 0;
}
