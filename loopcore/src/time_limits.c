/* time_limits.c: limits that a loaded machine does not reach.
 *
 * Whether something comes too late is a question of what the program does, not of the
 * clock: a thread that runs, or would run if the machine let it, may still do it. So
 * what counts is the time in which the main thread neither ran nor waited for a
 * processor, as the kernel counts it; but at most LONGEST times the limit.
 */
#include "steering.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

enum { LONGEST = 4, MS = 1000000 };

/* ns that the main thread ran or waited to run; 0 = the kernel does not tell. */
static uint64_t busy(void)
{
	static int fd = -2;
	char text[96];
	uint64_t ran = 0, waited = 0;
	if (fd == -2)
		fd = sys_open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC, 0);
	ssize_t n = fd >= 0 ? sys_pread(fd, text, sizeof(text) - 1, 0) : -1;
	if (n <= 0)
		return 0;
	text[n] = 0;
	return sscanf(text, "%" SCNu64 " %" SCNu64, &ran, &waited) == 2 ? ran + waited : 0;
}

struct moment steering_moment(void)
{
	return (struct moment){ steering_now(), busy() };
}

bool steering_is_over(const struct moment *since, unsigned ms)
{
	uint64_t limit = ms * (uint64_t)MS, real = steering_now() - since->real;
	if (real <= limit)
		return false;
	uint64_t worked = busy() - since->busy;
	return real > LONGEST * limit || worked > real || real - worked > limit;
}
