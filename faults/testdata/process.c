#define _GNU_SOURCE
#include "scenario.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

static void ended(pid_t pid)
{
	int status = 0;

	if (waitpid(pid, &status, 0) != pid)
		printf("no child: %s\n", strerror(errno));
	else if (WIFSIGNALED(status))
		printf("child: signal %d\n", WTERMSIG(status));
	else
		printf("child: status %d\n", WEXITSTATUS(status));
}

static void *busy(void *stop)
{
	while (!*(volatile int *)stop)
		free(malloc(100 + (size_t)rand() % 1000));
	return NULL;
}

static void use_heap(void)
{
	void *all[64];

	for (int i = 0; i < 64; i++)
		all[i] = malloc((size_t)i * 37);
	for (int i = 0; i < 64; i++)
		free(all[i]);
}

/* Children of a process whose other threads are in the heap all the time. */
static void forks(void)
{
	volatile int stop = 0;
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, busy, (void *)&stop);
	for (int i = 0; i < 30; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			alarm(20);
			use_heap();
			_exit(i);
		}
		ended(pid);
	}
	stop = 1;
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
}

static void vforks(void)
{
	pid_t pid = vfork();

	if (pid == 0) {
		execl("/bin/true", "true", (char *)NULL);
		_exit(9);
	}
	ended(pid);
}

static void spawns(void)
{
	char *argv[] = { "sh", "-c", "exit 7", NULL };
	pid_t pid;

	SAY(posix_spawnp(&pid, "sh", NULL, NULL, argv, environ));
	ended(pid);
}

static void raw_clone(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	if (pid == 0) {
		use_heap();
		_exit(5);
	}
	ended(pid);
}

static void daemons(void)
{
	int p[2], n = 0;
	char c;

	if (pipe(p))
		return;
	pid_t pid = fork();
	if (pid == 0) {
		setsid();
		if (fork() == 0) {
			use_heap();
			n = (int)write(p[1], "d", 1);
		}
		_exit(0);
	}
	ended(pid);
	close(p[1]);
	n = (int)read(p[0], &c, 1);
	printf("%d from the daemon\n", n);
}

static void bare(void)
{
	char *argv[] = { "env", NULL }, *none[] = { NULL };
	pid_t pid = fork();

	if (pid == 0) {
		execve("/usr/bin/env", argv, none);
		_exit(9);
	}
	ended(pid);
}

static void unset(void)
{
	clearenv();
	SAY(system("exit 3") >> 8);
	SAY(getenv("PATH") == NULL);
}

static void on_exit_(void)
{
	use_heap();
	puts("at exit");
}

static void exits(void)
{
	atexit(on_exit_);
	exit(12);
}

static void quick(void)
{
	at_quick_exit(on_exit_);
	quick_exit(13);
}

static void under(void) { _exit(14); }
static void aborts(void) { abort(); }
static void killed(void) { kill(getpid(), SIGKILL); }
static void terminated(void) { kill(getpid(), SIGTERM); pause(); }

static void *leaves(void *x) { (void)x; exit(15); }

static void exit_in_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, leaves, NULL);
	pause();
}

static void main_leaves(void)
{
	pthread_t t;
	static int stop = 1;

	pthread_create(&t, NULL, busy, &stop);
	pthread_exit(NULL);
}

static void no_files(void)
{
	struct rlimit none = { 3, 3 };

	TRY(setrlimit(RLIMIT_NOFILE, &none));
	TRY(open("/dev/null", O_RDONLY));
	use_heap();
}

#define SMALL (64 << 10) /* less than a trace, and more than what a program says of its end */

static void small_files(void)
{
	struct rlimit small = { SMALL, SMALL };
	static char block[2 * SMALL];
	int fd = open("small", O_RDWR | O_CREAT | O_TRUNC, 0600);

	signal(SIGXFSZ, SIG_IGN);
	TRY(setrlimit(RLIMIT_FSIZE, &small));
	TRY(write(fd, block, sizeof block));
	TRY(write(fd, block, sizeof block));
	for (int i = 0; i < 20000; i++)
		use_heap();
	close(fd);
	unlink("small");
}

/* The limit's signal is not the program's doing. */
static void small_files_default(void)
{
	struct rlimit small = { SMALL, SMALL };

	TRY(setrlimit(RLIMIT_FSIZE, &small));
	for (int i = 0; i < 20000; i++)
		use_heap();
}

static void locked_memory(void)
{
	struct rlimit none = { 0, 0 };
	TRY(setrlimit(RLIMIT_CORE, &none));
	use_heap();
}

static void gone_folder(void)
{
	TRY(mkdir("gone", 0700));
	TRY(chdir("gone"));
	TRY(rmdir("../gone"));
	use_heap();
	SAY(getcwd(NULL, 0) == NULL);
}

static void masks(void)
{
	mode_t old = umask(0177);
	sigset_t set;

	printf("umask %o\n", old);
	sigprocmask(SIG_BLOCK, NULL, &set);
	for (int i = 1; i < 65; i++)
		if (sigismember(&set, i) > 0)
			printf("blocked %d\n", i);
	for (int i = 1; i < 32; i++) {
		struct sigaction a;

		/* SIGBUS is by design: what the recorder maps may lie on a full disk. */
		if (i != SIGBUS && sigaction(i, NULL, &a) == 0 && a.sa_handler != SIG_DFL)
			printf("handled %d\n", i);
	}
}

static void nices(void)
{
	SAY(getpriority(PRIO_PROCESS, 0));
	SAY(sched_getscheduler(0));
	SAY(getpid() == (pid_t)syscall(SYS_gettid));
	SAY(getsid(0) == getpid());
}

int main(int argc, char **argv)
{
	static const struct scenario all[] = {
		{ "forks", forks }, { "vforks", vforks }, { "spawns", spawns }, { "raw-clone", raw_clone },
		{ "daemons", daemons }, { "bare", bare }, { "unset", unset }, { "exits", exits }, { "quick", quick },
		{ "under", under }, { "aborts", aborts }, { "killed", killed }, { "terminated", terminated },
		{ "exit-in-thread", exit_in_thread }, { "main-leaves", main_leaves }, { "no-files", no_files },
		{ "small-files", small_files }, { "small-files-default", small_files_default },
		{ "no-core", locked_memory }, { "gone-folder", gone_folder }, { "masks", masks }, { "nices", nices },
		{ NULL, NULL },
	};

	return run_scenario(all, argc, argv);
}
