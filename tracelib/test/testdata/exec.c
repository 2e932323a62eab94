/* argv[1] = "vfork" or "spawn": runs itself as a child, "exec": in its place.
 * The allocation of argv[2] bytes distinguishes the images. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp)
{
	char *child[] = { argv[0], "end", "2002", NULL };
	void *volatile p = malloc(argc > 2 ? strtoul(argv[2], NULL, 10) : 1);
	int status = 0;
	pid_t pid = 0;

	free(p);
	if (argc > 1 && strcmp(argv[1], "exec") == 0)
		return execve(argv[0], child, envp);
	if (argc > 1 && strcmp(argv[1], "vfork") == 0 && (pid = vfork()) == 0) {
		execve(argv[0], child, envp);
		_exit(1);
	}
	if (argc > 1 && strcmp(argv[1], "spawn") == 0)
		posix_spawn(&pid, argv[0], NULL, NULL, child, envp);
	if (pid > 0 && waitpid(pid, &status, 0) < 0)
		return 1;
	p = malloc(3003);
	free(p);
	printf("%s\n", getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "none");
	return status != 0;
}
