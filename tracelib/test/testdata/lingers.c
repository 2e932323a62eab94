/* A forked child that goes on when its parent has ended. Its number is printed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *none)
{
	for (int i = 0; i < 1000; i++) {
		void *volatile p = malloc(100);
		free(p);
	}
	return none;
}

int main(void)
{
	pthread_t t;
	pid_t child;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	child = fork();
	if (!child) {
		close(1);
		close(2);
		sleep(600);
		_exit(0);
	}
	printf("%d", child);
	return 0;
}
