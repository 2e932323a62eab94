/* A program that is refused a system call, by an error, as AppArmor, containers and
 * services' filters do: "CALL/ERROR". What it does then is what programs do after their
 * start: it uses the heap, threads, children and libraries. */
#define _GNU_SOURCE
#include "scenario.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>

#define CALLS(X) \
	X(openat) X(read) X(pread64) X(pwrite64) X(close) X(fallocate) X(ftruncate) X(flock) X(fcntl) X(mmap) X(munmap) X(mprotect) \
	X(madvise) X(mremap) X(prlimit64) X(getrlimit) X(rt_sigprocmask) X(rt_sigaction) X(sigaltstack) X(tgkill) X(gettid) X(getpid) \
	X(newfstatat) X(fstat) X(lseek) X(getcwd) X(readlink) X(membarrier) X(memfd_create) X(sched_getaffinity) X(sched_yield) X(uname) \
	X(clock_gettime) X(nanosleep) X(clock_nanosleep) X(process_vm_readv) X(getrandom) X(set_robust_list) X(statx) X(dup2) \
	X(close_range) X(unlink) X(msync) X(mlock) X(prctl) X(geteuid) X(userfaultfd)
#define ERRORS(X) X(EPERM) X(EACCES) X(ENOSYS) X(ENOMEM) X(EAGAIN) X(KILL)
#define KILL -1 /* the process ends */

static const struct word { const char *name; int number; } calls[] = {
#define CALL(name) { #name, SYS_##name },
	CALLS(CALL)
}, errors[] = {
#define ERROR(name) { #name, name },
	ERRORS(ERROR)
};

static void refuse(int call, int error)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, error == KILL ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | (unsigned)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 4, filter };

	TRY(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

static void use_heap(void)
{
	char *all[100];

	for (int turn = 0; turn < 50; turn++) {
		for (int i = 0; i < 100; i++)
			if ((all[i] = malloc((size_t)(i * 977 + turn * 31) % 3000 + 1)))
				all[i][0] = 1;
		for (int i = 0; i < 100; i += 2)
			if (!(all[i] = realloc(all[i], (size_t)i * 31 + 1)))
				puts("no room");
		for (int i = 0; i < 100; i++)
			free(all[i]);
	}
}

static void *uses_heap(void *x)
{
	use_heap();
	return x;
}

static void go_on(void)
{
	pthread_t t;
	int status = 0;

	errno = 77;
	use_heap();
	SAY(errno);
	free(malloc(3 << 20));
	int error = pthread_create(&t, NULL, uses_heap, NULL);
	SAY(error);
	if (!error)
		SAY(pthread_join(t, NULL));
	pid_t pid = fork();
	if (pid == 0) {
		use_heap();
		_exit(5);
	}
	waitpid(pid, &status, 0);
	SAY(WEXITSTATUS(status));
	void *m = dlopen("libz.so.1", RTLD_NOW);
	SAY(m != NULL);
	if (m)
		SAY(dlclose(m));
	use_heap();
	TRY(open("/dev/null", O_RDONLY));
}

int main(int argc, char **argv)
{
	char name[64];

	if (argc == 2 && strcmp(argv[1], "go") == 0)
		return go_on(), say_left(), puts("end"), 0;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (unsigned c = 0; c < sizeof calls / sizeof *calls; c++)
		for (unsigned e = 0; e < sizeof errors / sizeof *errors; e++) {
			snprintf(name, sizeof name, "%s/%s", calls[c].name, errors[e].name);
			if (argc == 1)
				puts(name);
			else if (strcmp(name, argv[1]) == 0) {
				refuse(calls[c].number, errors[e].number);
				if (argc > 2) /* a service's program: refused from its start */
					execv(argv[2], argv + 2);
				go_on();
				say_left();
				puts("end");
				return 0;
			}
		}
	return argc == 1 ? 0 : 99;
}
