/* bus.c: when the mapped file breaks (cut short by someone, an I/O error), the
 * kernel sends SIGBUS to whoever touches it: the program, from our code.
 *
 * Rules: a handler is installed only where there was none. It deals with faults
 * in our own mappings, by putting memory in their place and stopping to record;
 * for all others it restores the default and returns, so that the program dies
 * of the fault as it would have without us. A handler that the program installs
 * later replaces ours, and has the last word.
 */
#define _GNU_SOURCE
#include "file.h"
#include "ring.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool replace(void *mapping, size_t n, const void *fault)
{
	if (!mapping || (uintptr_t)fault - (uintptr_t)mapping >= n)
		return false;
	return mmap(mapping, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
		    -1, 0) != MAP_FAILED;
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
	struct sr_thread *t = sr_tls.t;
	int saved = errno;

	(void)context;
	if (info->si_code > 0 && (replace(sr_header, sizeof *sr_header, info->si_addr) ||
				  (t && t->live && (replace(t->block, sr_ring_on ? SR_SLOT : SR_BLOCK, info->si_addr) ||
						    replace(t->pen.block, SR_UNIT, info->si_addr) ||
						    replace(t->own_pen.block, SR_UNIT, info->si_addr))))) {
		sr_file_stop(SR_STOP_DISK, EIO);
		errno = saved;
		return;
	}
	signal(number, SIG_DFL);
	if (info->si_code <= 0) /* sent, not a fault: it will not come again by itself */
		syscall(SYS_tgkill, sys_pid(), gettid(), number);
	errno = saved;
}

void sr_bus_errors(void)
{
	struct sigaction old, ours = { .sa_sigaction = on_bus_error,
				       .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

	if (sigaction(SIGBUS, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
	    old.sa_handler == SIG_DFL)
		sigaction(SIGBUS, &ours, NULL);
}
