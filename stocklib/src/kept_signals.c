/* kept_signals.c: see kept_signals.h. */
#define _GNU_SOURCE
#include "kept_signals.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own, which nobody interposes. */
int __sigaction(int signal, const struct sigaction *to, struct sigaction *from);

enum { KEPT = 2 };

static struct kept {
	int signal; /* 0: none */
	bool ours;  /* our handler is installed */
	void (*look)(siginfo_t *info, void *context);
	struct sigaction theirs;
} kept[KEPT];

static struct kept *kept_of(int signal)
{
	for (int i = 0; i < KEPT; i++)
		if (kept[i].signal == signal)
			return &kept[i];
	return NULL;
}

/* The default of both kinds of signal is the end. A fault strikes again when its
 * instruction is tried again; what was sent must be sent again. The kernel gives a
 * fault its default, too, where it is ignored. */
static void let_end(struct kept *k, bool sent)
{
	struct sigaction end = { .sa_handler = SIG_DFL };

	k->ours = false;
	__sigaction(k->signal, &end, NULL);
	if (sent)
		syscall(SYS_tgkill, sys_pid(), (pid_t)syscall(SYS_gettid), k->signal);
}

static void pass_on(struct kept *k, siginfo_t *info, void *context)
{
	struct sigaction next = k->theirs;
	bool sent = info->si_code <= 0; /* by kill, raise, abort */
	sigset_t now;

	if (next.sa_handler == SIG_IGN && sent)
		return;
	if (next.sa_handler == SIG_DFL || next.sa_handler == SIG_IGN) {
		let_end(k, sent);
		return;
	}
	if (next.sa_flags & (int)SA_RESETHAND)
		memset(&k->theirs, 0, sizeof k->theirs);
	/* The return from the signal gives back the mask that was. */
	sigprocmask(SIG_BLOCK, &next.sa_mask, NULL);
	sigemptyset(&now);
	sigaddset(&now, k->signal);
	if (next.sa_flags & SA_NODEFER && !sigismember(&next.sa_mask, k->signal))
		sigprocmask(SIG_UNBLOCK, &now, NULL);
	if (next.sa_flags & SA_SIGINFO)
		next.sa_sigaction(k->signal, info, context);
	else
		next.sa_handler(k->signal);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
	struct kept *k = kept_of(signal);
	int saved = errno;

	k->look(info, context);
	errno = saved;
	pass_on(k, info, context);
}

bool sk_signal_keep(int signal, void (*look)(siginfo_t *info, void *context))
{
	struct sigaction ours = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	struct kept *k = kept_of(0);

	if (!k || __sigaction(signal, NULL, &k->theirs) != 0)
		return false;
	sigemptyset(&ours.sa_mask);
	k->look = look;
	k->signal = signal;
	k->ours = true;
	return __sigaction(signal, &ours, NULL) == 0;
}

void sk_signal_default(int signal)
{
	struct kept *k = kept_of(signal);

	if (k)
		memset(&k->theirs, 0, sizeof k->theirs);
}

__attribute__((visibility("default"))) int sigaction(int signal, const struct sigaction *to, struct sigaction *from)
{
	struct kept *k = kept_of(signal);
	struct sigaction now;

	if (!signal || !k || !k->ours)
		return __sigaction(signal, to, from);
	if (to)
		now = *to; /* to and from may be one */
	if (from)
		*from = k->theirs;
	if (to)
		k->theirs = now;
	return 0;
}

/* glibc has its signal() under this name, too: it knows what siginterrupt asked for. */
sighandler_t ssignal(int number, sighandler_t to);

__attribute__((visibility("default"))) sighandler_t signal(int number, sighandler_t to)
{
	struct sigaction old, now = { .sa_handler = to, .sa_flags = SA_RESTART };
	struct kept *k = kept_of(number);

	if (!number || !k || !k->ours || to == SIG_ERR)
		return ssignal(number, to);
	sigemptyset(&now.sa_mask);
	sigaddset(&now.sa_mask, number);
	return sigaction(number, &now, &old) == 0 ? old.sa_handler : SIG_ERR;
}
