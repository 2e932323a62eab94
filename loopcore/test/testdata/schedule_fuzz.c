/* libFuzzer's entry to the text of a schedule: what is refused has a reason that fits. */
#include "schedule.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static struct schedule s;
	static char path[64];
	static int fd = -1;
	enum divergence code;
	char error[512];

	if (fd < 0) {
		fd = memfd_create("schedule", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	memset(&s, 0, sizeof(s));
	memset(error, 0, sizeof(error));
	if (!schedule_read(&s, path, &code, error) && (!error[0] || error[sizeof(error) - 1]))
		abort();
	if (s.n > HOLDS || s.nlingers > LINGERS)
		abort();
	return 0;
}
