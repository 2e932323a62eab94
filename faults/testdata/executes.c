/* How programs start others, and what these get. */
#define _GNU_SOURCE
#include "scenario.h"
#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/mount.h>

static void use_heap(void)
{
	for (int i = 0; i < 3000; i++)
		free(malloc((size_t)(i * 7) % 3000));
}

static void ended(pid_t pid)
{
	int status = 0;

	if (pid < 0)
		printf("not started: %s\n", strerror(errno));
	else if (waitpid(pid, &status, 0) != pid)
		printf("no child: %s\n", strerror(errno));
	else if (WIFSIGNALED(status))
		printf("child: signal %d\n", WTERMSIG(status));
	else
		printf("child: status %d\n", WEXITSTATUS(status));
}

/* The program itself once more; the child says what it was given. */
static char *again[] = { "again", "says", NULL };

static void says(void)
{
	use_heap();
	puts("the child:");
}

/* As services are started: nothing of the environment. */
static void bare_again(void)
{
	char *none[] = { NULL }, *one[] = { "A=b", NULL };
	pid_t pid = fork();

	if (pid == 0) {
		execve("/proc/self/exe", again, none);
		_exit(9);
	}
	ended(pid);
	if ((pid = fork()) == 0) {
		execve("/proc/self/exe", again, one);
		_exit(9);
	}
	ended(pid);
}

static void again_by_descriptor(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);
	pid_t pid = fork();

	if (pid == 0) {
		fexecve(fd, again, environ);
		_exit(9);
	}
	ended(pid);
}

/* A copy of the program that no folder has. */
static void again_in_memory(void)
{
	int from = open("/proc/self/exe", O_RDONLY), fd = memfd_create("copy", 0);
	struct stat st;
	char *all;
	pid_t pid;

	fstat(from, &st);
	all = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, from, 0);
	SAY(write(fd, all, (size_t)st.st_size) == st.st_size);
	close(from);
	if ((pid = fork()) == 0) {
		fexecve(fd, again, environ);
		_exit(9);
	}
	ended(pid);
}

static void no_arguments(void)
{
	char *none[] = { NULL };
	pid_t pid = fork();

	if (pid == 0) {
		execve("/bin/true", none, environ);
		_exit(9);
	}
	ended(pid);
}

static void scripts(void)
{
	FILE *f = fopen("script", "w");

	fputs("#!/bin/sh\necho from a script \"$@\"\nexit 4\n", f);
	fclose(f);
	TRY(chmod("script", 0755));
	SAY(WEXITSTATUS(system("./script a b")));
	char *argv[] = { "script", "c", NULL };
	pid_t pid;
	int error = posix_spawn(&pid, "./script", NULL, NULL, argv, environ);
	ended(pid);
	SAY(error);
	unlink("script");
}

static void not_there(void)
{
	char *argv[] = { "x", NULL };
	pid_t pid;

	TRY(execve("/nowhere", argv, environ));
	TRY(execvp("no-such-program", argv));
	TRY(execve("/", argv, environ));
	TRY(execve("/etc/hostname", argv, environ));
	SAY(posix_spawn(&pid, "/nowhere", NULL, NULL, argv, environ));
	SAY(WEXITSTATUS(system("no-such-program 2>/dev/null")));
	use_heap();
}

static void piped(void)
{
	char line[100] = "";
	FILE *f = popen("echo out; exit 6", "r");

	SAY(fgets(line, sizeof line, f) != NULL);
	fputs(line, stdout);
	SAY(WEXITSTATUS(pclose(f)));
	f = popen("cat", "w");
	fputs("in\n", f);
	SAY(pclose(f));
}

static void spawned_well(void)
{
	posix_spawnattr_t a;
	posix_spawn_file_actions_t f;
	sigset_t some;
	char *argv[] = { "sh", "-c", "echo to a file; exec cat /proc/self/stat | cut -d' ' -f5 >/dev/null", NULL };
	pid_t pid;

	sigemptyset(&some);
	sigaddset(&some, SIGUSR1);
	posix_spawnattr_init(&a);
	posix_spawnattr_setsigmask(&a, &some);
	posix_spawnattr_setsigdefault(&a, &some);
	posix_spawnattr_setpgroup(&a, 0);
	SAY(posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP));
	posix_spawn_file_actions_init(&f);
	posix_spawn_file_actions_addopen(&f, 1, "written", O_CREAT | O_WRONLY, 0644);
	posix_spawn_file_actions_addclose(&f, 0);
	SAY(posix_spawn(&pid, "/bin/sh", &f, &a, argv, environ));
	ended(pid);
	posix_spawn_file_actions_destroy(&f);
	posix_spawnattr_destroy(&a);
}

/* The child shares the memory until it executes; what it does there its parent has. */
static void shares_memory(void)
{
	char *argv[] = { "sh", "-c", "exit 8", NULL };
	volatile int seen = 0;
	pid_t pid = vfork();

	if (pid == 0) {
		seen = 1;
		execv("/nowhere", argv);
		execv("/bin/sh", argv);
		_exit(9);
	}
	SAY(seen);
	use_heap();
	ended(pid);
}

static struct all { int number; long counts[300]; _Atomic int atom; double real; char text[5000]; struct all *next; } first;

/* Memory in all the ways that compiled code has. */
__attribute__((noinline)) static int accesses(struct all *a, int n)
{
	struct all b = *a;

	for (int i = 0; i < 300; i++)
		a->counts[(i * 7 + n) % 300] += i;
	a->number ^= n;
	a->atom++;
	a->real = a->real * 2 + n;
	memset(a->text, n, sizeof a->text);
	memmove(a->text + 10, a->text, 4000);
	snprintf(a->text, 20, "%d", n);
	a->next = n ? malloc(sizeof b) : NULL;
	if (a->next) {
		*a->next = b;
		n = accesses(a->next, n - 1);
		free(a->next);
	}
	return a->counts[n % 300] == 0;
}

static int cloned(void *x)
{
	use_heap();
	accesses(&first, 3);
	return *(int *)x;
}

static void clones(void)
{
	static char stack[1 << 16];
	int status = 11;
	struct clone_args args = { .exit_signal = SIGCHLD };

	ended(clone(cloned, stack + sizeof stack, SIGCHLD, &status));
	status = 12;
	ended(clone(cloned, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &status));
	status = 13;
	pid_t pid = (pid_t)syscall(SYS_clone3, &args, sizeof args);
	if (pid == 0)
		_exit(cloned(&status));
	ended(pid);
	status = 14;
	pid = (pid_t)syscall(SYS_fork);
	if (pid == 0)
		exit(cloned(&status));
	ended(pid);
	accesses(&first, 3);
}

/* Its numbers are those of another world: a child may be number 1. */
static void namespaces(void)
{
	TRY(unshare(CLONE_NEWPID));
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			use_heap();
			if (fork() == 0) {
				use_heap();
				_exit(0);
			}
			wait(NULL);
			execl("/bin/sh", "sh", "-c", "exit 14", NULL);
			_exit(9);
		}
		ended(pid);
	}
}

static void other_root(void)
{
	mkdir("root", 0755);
	pid_t pid = fork();

	if (pid == 0) {
		TRY(chroot("root"));
		TRY(chdir("/"));
		use_heap();
		if (fork() == 0) {
			use_heap();
			_exit(0);
		}
		wait(NULL);
		TRY(execl("/bin/true", "true", NULL));
		_exit(15);
	}
	ended(pid);
	rmdir("root");
}

static void other_user(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		TRY(setgroups(0, NULL));
		TRY(setgid(65534));
		TRY(setuid(65534));
		use_heap();
		if (fork() == 0) {
			use_heap();
			_exit(0);
		}
		wait(NULL);
		execl("/bin/sh", "sh", "-c", "exit 16", NULL);
		_exit(9);
	}
	ended(pid);
	TRY(seteuid(65534));
	use_heap();
	if (fork() == 0) {
		use_heap();
		_exit(0);
	}
	wait(NULL);
	TRY(seteuid(0));
}

static void daemon_proper(void)
{
	int p[2];
	char c = 0;

	SAY(pipe(p));
	pid_t pid = fork();
	if (pid == 0) {
		SAY(daemon(0, 0));
		use_heap();
		if (write(p[1], "d", 1) != 1)
			_exit(1);
		_exit(0);
	}
	ended(pid);
	close(p[1]);
	SAY(read(p[0], &c, 1));
	close(p[0]);
}

static void many(void)
{
	for (int i = 0; i < 40; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			if (i % 2)
				execl("/bin/true", "true", NULL);
			use_heap();
			exit(0);
		}
	}
	int n = 0;
	while (wait(NULL) > 0)
		n++;
	SAY(n);
}

/* Few descriptors: a program that is near its limit. */
static void few_files(void)
{
	struct rlimit few = { 20, 20 };

	TRY(setrlimit(RLIMIT_NOFILE, &few));
	pid_t pid = fork();
	if (pid == 0) {
		execve("/proc/self/exe", again, environ);
		_exit(9);
	}
	ended(pid);
}

static void closed_standard(void)
{
	for (int i = 0; i < 3; i++) {
		char line[100];
		pid_t pid = fork();

		if (pid == 0) {
			char *argv[] = { "sh", "-c", "exec >file; for d in /proc/self/fd/*; do echo it has $d; done", NULL };

			close(i);
			execv("/bin/sh", argv);
			_exit(9);
		}
		ended(pid);
		FILE *f = fopen("file", "r");
		while (fgets(line, sizeof line, f))
			fputs(line, stdout);
		fclose(f);
		unlink("file");
	}
}

int main(int argc, char **argv)
{
	static const struct scenario all[] = {
		{ "says", says }, { "bare-again", bare_again }, { "again-by-descriptor", again_by_descriptor }, { "again-in-memory", again_in_memory },
		{ "no-arguments", no_arguments }, { "scripts", scripts }, { "not-there", not_there }, { "piped", piped },
		{ "spawned-well", spawned_well }, { "shares-memory", shares_memory }, { "clones", clones }, { "namespaces", namespaces },
		{ "other-root", other_root }, { "other-user", other_user }, { "daemon", daemon_proper }, { "many", many },
		{ "few-files", few_files }, { "closed-standard", closed_standard }, { NULL, NULL },
	};

	return run_scenario(all, argc, argv);
}
