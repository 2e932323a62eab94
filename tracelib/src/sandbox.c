/* sandbox.c: a program that gives up system calls (seccomp).
 *
 * A filter that ends the process, or traps, may strike at a call of the recorder's that
 * the program itself never makes. So the recording ends, and says so, before such a
 * filter takes effect; from then on the recorder makes no call at all. A filter that
 * lets calls fail is like any failing disk.
 *
 * prctl and syscall (sandbox_x86_64.S, sandbox_aarch64.S) stand in front of libc's: these
 * are the two ways there are for code that calls libc. What a filter does that was there
 * before the program began nobody can ask. So the tool says how many it is behind itself,
 * those that end nobody are counted when they are added, and behind more than that nothing
 * is recorded.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "../include/sparserec/sparserec.h"
#include "recorder.h"
#include "file.h"
#include "options.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether 8 bytes can be read: a program may ask with a pointer that leads nowhere. The
 * kernel copies the set before it refuses what is to be done with it. */
static bool readable(const void *p)
{
	return syscall(SYS_rt_sigprocmask, -1, p, NULL, 8) != -1 || errno != EFAULT;
}

/* Ends at an instruction that cannot be read: the kernel will refuse the filter. */
static bool may_kill(const struct sock_fprog *filter)
{
	if (!filter || !readable(filter) || !readable((const char *)filter + 8))
		return false;
	for (unsigned i = 0; i < filter->len; i++) {
		const struct sock_filter *f = &filter->filter[i];

		if (!readable(f))
			return false;
		if (BPF_CLASS(f->code) != BPF_RET)
			continue;
		if (BPF_RVAL(f->code) != BPF_K)
			return true; /* it is computed */
		switch (f->k & SECCOMP_RET_ACTION_FULL) {
		case SECCOMP_RET_ALLOW:
		case SECCOMP_RET_LOG:
		case SECCOMP_RET_ERRNO:
			break;
		default:
			return true;
		}
	}
	return false;
}

/* By calls that the loader has made before. Where no number is told, by an older kernel, any
 * filter is one. */
int sr_filters(void)
{
	char text[4096];
	int d = sys_open("/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
	ssize_t n = d < 0 ? -1 : sys_read(d, text, sizeof text - 1);
	const char *mode, *number;

	if (d >= 0)
		sys_close(d);
	text[n < 0 ? 0 : n] = 0;
	mode = strstr(text, "\nSeccomp:");
	number = strstr(text, "\nSeccomp_filters:");
	if (number)
		return atoi(number + strlen("\nSeccomp_filters:"));
	return mode && atoi(mode + strlen("\nSeccomp:")) != 0;
}

/* Called from there, too: with the arguments of the system call seccomp. */
__attribute__((visibility("hidden"))) void sr_before_seccomp(unsigned how, unsigned flags, const void *filter);

void sr_before_seccomp(unsigned how, unsigned flags, const void *filter)
{
	int saved = errno;

	(void)flags;
	if (how == SECCOMP_SET_MODE_FILTER && !may_kill(filter)) {
		sr_options_count_filter(environ);
	} else if (sr_may_record() && (how == SECCOMP_SET_MODE_STRICT || how == SECCOMP_SET_MODE_FILTER)) {
		sr_file_seal();
		sr_preload_remove(environ); /* loading us takes calls, too */
	}
	errno = saved;
}

SPARSE_EXPORT int prctl(int option, ...)
{
	unsigned long a[4];
	va_list rest;

	/* As libc's: what was not given is whatever is there. */
	va_start(rest, option);
	for (int i = 0; i < 4; i++)
		a[i] = va_arg(rest, unsigned long);
	va_end(rest);
	if (option == PR_SET_SECCOMP)
		sr_before_seccomp(a[0] == SECCOMP_MODE_STRICT ? SECCOMP_SET_MODE_STRICT : SECCOMP_SET_MODE_FILTER, 0,
				  (const void *)a[1]);
	return (int)syscall(SYS_prctl, (long)option, a[0], a[1], a[2], a[3]);
}
