#define _GNU_SOURCE
#include "scenario.h"
#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>

static void use_heap(void)
{
	for (int i = 0; i < 3000; i++)
		free(malloc((size_t)(i * 7) % 3000));
}

/* A program counts on the lowest number that is free. */
static void numbers(void)
{
	int a = open("/dev/null", O_RDONLY), b = dup(a);

	SAY(a);
	SAY(b);
	close(a);
	use_heap();
	SAY(dup(b));
}

static void all_closed(void)
{
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	use_heap();
	SAY(open("/dev/null", O_RDONLY));
}

static void range_closed(void)
{
	TRY(syscall(SYS_close_range, 3U, ~0U, 0U));
	use_heap();
	SAY(open("/dev/null", O_RDONLY));
}

static void all_taken(void)
{
	int fd = open("/dev/null", O_RDWR);

	for (int to = 3; to < 1024; to++)
		dup2(fd, to);
	use_heap();
	SAY(write(1000, "x", 1));
}

/* Standard files closed: the next three files get their numbers. */
static void standard_closed(void)
{
	char text[64];
	ssize_t n;

	close(2);
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
	SAY(fd);
	use_heap();
	fork() == 0 ? _exit(0) : wait(NULL);
	n = pread(fd, text, sizeof text, 0);
	SAY(n);
	unlink("data");
}

static void own_lock(void)
{
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 10 };
	int fd = open("locked", O_RDWR | O_CREAT, 0600);

	TRY(fcntl(fd, F_SETLK, &l));
	TRY(flock(fd, LOCK_EX | LOCK_NB));
	use_heap();
	if (fork() == 0) {
		TRY(fcntl(fd, F_SETLK, &l));
		_exit(0);
	}
	wait(NULL);
	unlink("locked");
}

static void in_memory(void)
{
	int fd = (int)syscall(SYS_memfd_create, "program", MFD_CLOEXEC), from = open("/bin/true", O_RDONLY);
	char block[4096];
	ssize_t n;
	pid_t pid;
	int status;

	while ((n = read(from, block, sizeof block)) > 0)
		if (write(fd, block, (size_t)n) != n)
			return;
	pid = fork();
	if (pid == 0) {
		char *argv[] = { "true", NULL }, *env[] = { NULL };

		fexecve(fd, argv, env);
		_exit(9);
	}
	waitpid(pid, &status, 0);
	SAY(WEXITSTATUS(status));
}

static void huge(void)
{
	size_t size = 4 << 20;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	TRY(madvise(p, size, MADV_HUGEPAGE));
	memset(p, 1, size);
	TRY(madvise(p, size, MADV_DONTFORK));
	p = mremap(p, size, size * 2, MREMAP_MAYMOVE);
	SAY(p != MAP_FAILED);
	TRY(munmap(p, size * 2));
}

static void locked(void)
{
	struct rlimit l = { 256 << 10, 256 << 10 };

	TRY(setrlimit(RLIMIT_MEMLOCK, &l));
	TRY(mlock(&l, 1));
	use_heap();
	void *p = malloc(5 << 20);
	SAY(p != NULL);
	free(p);
}

static void breaks(void)
{
	char *at = sbrk(0), *was = sbrk(4096), *now = sbrk(0);

	SAY(was == at);
	SAY(now - at);
	use_heap();
}

static void rings(void)
{
	char params[120] = "";

	SAY(syscall(SYS_io_uring_setup, 0, params) == -1);
	SAY(syscall(SYS_userfaultfd, O_CLOEXEC | 1) == -2);
}

/* Every call on files and descriptors but write is refused. */
static void refuse(unsigned how, const int *calls, int n)
{
	struct sock_filter filter[40] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)) };
	int k = 1;

	for (int i = 0; i < n; i++) {
		filter[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
		filter[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, how);
	}
	filter[k++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	struct sock_fprog program = { (unsigned short)k, filter };
	TRY(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

static const int of_files[] = { SYS_openat, SYS_pwrite64, SYS_fallocate, SYS_ftruncate, SYS_flock, SYS_prlimit64, SYS_readlink };

static void denied(void)
{
	refuse(SECCOMP_RET_ERRNO | EPERM, of_files, 7);
	for (int i = 0; i < 300; i++)
		use_heap();
	TRY(open("/dev/null", O_RDONLY));
}

static void sealed(void)
{
	refuse(SECCOMP_RET_KILL_PROCESS, of_files, 7);
	for (int i = 0; i < 300; i++)
		use_heap();
	_exit(3);
}

static int trapped;

/* The call was refused: it fails, as a broker would have it. */
static void on_refused(int s, siginfo_t *info, void *context)
{
	(void)s, (void)info;
	trapped++;
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
}

static void *in_helper(void *x)
{
	use_heap();
	return x;
}

/* As browsers' helpers do: a child gives up users, files and calls, answers the calls that
 * it is refused itself, and works. */
static void helpers(void)
{
	for (int i = 0; i < 3; i++) {
		int status = 0;
		pid_t pid = fork();

		if (pid == 0) {
			struct sigaction a = { .sa_sigaction = on_refused, .sa_flags = SA_SIGINFO | SA_NODEFER };
			pthread_t t;

			syscall(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */);
			for (int fd = 3; fd < 600; fd++)
				close(fd);
			sigaction(SIGSYS, &a, NULL);
			use_heap();
			refuse(SECCOMP_RET_TRAP, of_files, 7);
			for (int k = 0; k < 100; k++)
				use_heap();
			TRY(open("/etc/passwd", O_RDONLY));
			SAY(trapped);
			SAY(pthread_create(&t, NULL, in_helper, NULL) || pthread_join(t, NULL));
			fflush(stdout);
			_exit(20 + i);
		}
		waitpid(pid, &status, 0);
		printf("helper: %x\n", status);
	}
}

static void waits(void)
{
	int p[2];

	if (pipe(p))
		return;
	struct pollfd f = { p[0], POLLIN, 0 };
	SAY(poll(&f, 1, 1));
	SAY(write(p[1], "x", 1));
	SAY(poll(&f, 1, 1000));
	fcntl(p[0], F_SETFL, O_NONBLOCK);
	char c[2];
	TRY(read(p[0], c, 2));
	TRY(read(p[0], c, 2));
}

int main(int argc, char **argv)
{
	static const struct scenario all[] = {
		{ "numbers", numbers }, { "all-closed", all_closed }, { "range-closed", range_closed }, { "all-taken", all_taken },
		{ "standard-closed", standard_closed }, { "own-lock", own_lock }, { "in-memory", in_memory }, { "huge", huge },
		{ "locked", locked }, { "breaks", breaks }, { "rings", rings }, { "denied", denied }, { "sealed", sealed },
		{ "polls", waits }, { "helpers", helpers }, { NULL, NULL },
	};

	return run_scenario(all, argc, argv);
}
