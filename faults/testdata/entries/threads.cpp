// threads.cpp: threads, signals, the process itself.
#include "entry.h"
#include <cerrno>
#include <csignal>
#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define USE [] () -> void

extern "C" char **environ;

static void *same(void *x) { return x; }
static void ignored(int) {}

// joined waits, which is a cancellation point only if the thread has not ended yet.
static void joined(pthread_t t, void *with)
{
	int state;
	void *end;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	MUST(pthread_join(t, &end) == 0 && end == with);
	pthread_setcancelstate(state, &state);
}

// wait_for a child that ended well
static void wait_for(pid_t child)
{
	int status = 1;

	while (waitpid(child, &status, 0) < 0)
		MUST(errno == EINTR);
	MUST(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

template <class F> static void in_child(F exec)
{
	pid_t child = vfork();

	MUST(child >= 0);
	if (child == 0) {
		exec();
		_exit(1);
	}
	wait_for(child);
}

static char *const nothing[] = { const_cast<char *>("true"), nullptr };

const entry thread_entries[] = {
	{ "pthread_create", USE { pthread_t t; int x; MUST(pthread_create(&t, nullptr, same, &x) == 0); joined(t, &x); }, 0 },
	{ "pthread_join", USE { pthread_t t; int x; MUST(pthread_create(&t, nullptr, same, &x) == 0); joined(t, &x); }, 0 },
	{ "pthread_getattr_np", USE { pthread_attr_t a; size_t n = 0; MUST(pthread_getattr_np(pthread_self(), &a) == 0); MUST(pthread_attr_getstacksize(&a, &n) == 0 && n > 4096); pthread_attr_destroy(&a); }, FORKABLE },
	{ "dlclose", USE { void *p = dlopen("libm.so.6", RTLD_NOW); MUST(p && dlsym(p, "cos")); MUST(dlclose(p) == 0); }, 0 },
	{ "prctl", USE { char name[16] = "same"; MUST(prctl(PR_SET_NAME, name) == 0); MUST(prctl(PR_GET_NAME, name) == 0 && name[0] == 's'); MUST(prctl(-1) == -1 && errno == EINVAL); errno = 77; }, ANYWHERE | FORKABLE },
	{ "syscall", USE { MUST(syscall(SYS_getpid) == getpid()); MUST(syscall(-1) == -1 && errno == ENOSYS); errno = 77; }, ANYWHERE | FORKABLE },
	{ "sigaction", USE { struct sigaction a = {}, b; a.sa_handler = ignored; MUST(sigaction(SIGUSR2, &a, nullptr) == 0 && sigaction(SIGUSR2, nullptr, &b) == 0 && b.sa_handler == ignored); }, ANYWHERE | FORKABLE },
	{ "signal", USE { MUST(signal(SIGURG, ignored) != SIG_ERR); MUST(signal(SIGURG, ignored) == ignored); }, ANYWHERE | FORKABLE },
	{ "execv", USE { in_child([] { execv("/bin/true", nothing); }); }, FORKABLE },
	{ "execve", USE { in_child([] { execve("/bin/true", nothing, environ); }); }, FORKABLE },
	{ "execvp", USE { in_child([] { execvp("true", nothing); }); }, FORKABLE },
	{ "posix_spawn", USE { pid_t child; MUST(posix_spawn(&child, "/bin/true", nullptr, nullptr, nothing, environ) == 0); wait_for(child); }, FORKABLE },
	{ "posix_spawnp", USE { pid_t child; MUST(posix_spawnp(&child, "true", nullptr, nullptr, nothing, environ) == 0); wait_for(child); }, FORKABLE },
	{},
};
