/* file.c: the trace file's header, and how a recording begins and ends.
 *
 * Rules: the header is a shared mapping, as the blocks are. Once it is there it
 * stays mapped, so that threads that go on while the program ends may count in
 * it.
 */
#define _GNU_SOURCE
#include "clock.h"
#include "encode.h"
#include "ring.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct sr_header *sr_header;
struct sr_order sr_order = { .next = 1 };

void sr_file_stop(enum sr_stop reason, int error)
{
	uint32_t none = SR_STOP_NONE;

	atomic_store(&sr_state, SR_OFF);
	if (!sr_header || !atomic_compare_exchange_strong(&sr_header->stopped, &none, reason))
		return;
	sr_say("recording stopped: %s: %s", reason == SR_STOP_MEMORY ? "out of memory"
	       : reason == SR_STOP_SANDBOX ? "the program gives up system calls (seccomp)" : strerrordesc_np(error),
	       sr_space_path());
}

/* Returns the number of arguments that fit, the last one perhaps in part. */
static uint32_t read_command(char *to, size_t n)
{
	int d = sys_open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
	uint32_t arguments = 0;
	ssize_t got = 0, one, i;

	if (d < 0)
		return 0;
	while ((size_t)got < n && (one = sys_read(d, to + got, n - (size_t)got)) > 0)
		got += one;
	sys_close(d);
	for (i = 0; i < got; i++)
		arguments += to[i] == 0;
	return arguments + (got > 0 && to[got - 1] != 0);
}

static void fill_header(struct sr_header *h, uint64_t ring)
{
	struct timespec now;

	sys_clock(CLOCK_REALTIME, &now);
	sr_clock_begin();
	h->version = SPARSE_TRACE_VERSION;
	h->header_size = sizeof *h;
	h->block_step = SR_STEP;
	h->pid = (uint32_t)sys_pid();
	h->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	h->arguments = read_command(h->command, sizeof h->command);
	h->ring = ring;
	memcpy(h->magic, ring ? "SPARSERG" : "SPARSERT", 8);
}

bool sr_file_open(const char *path, uint64_t max_size, uint64_t ring, bool compress)
{
	struct sr_header *h;

	if (sr_space_open(path, max_size) < 0)
		return false;
	h = sr_space_header(sizeof *h);
	if (!h) {
		sr_say("cannot record to %s: %s", path, strerrordesc_np(errno));
		sr_space_abandon();
		return false;
	}
	fill_header(h, ring);
	sr_ring_begin(ring);
	sr_block_forget(compress);
	sr_header = h;
	if (atomic_load(&sr_fallback))
		sr_set_flag(SR_FLAG_FALLBACK);
	return true;
}

void sr_file_close(void)
{
	sr_set_flag(SR_FLAG_CLOSED);
	sr_space_cut();
	sr_space_unlock();
}

void sr_file_seal(void)
{
	sr_file_stop(SR_STOP_SANDBOX, 0);
	sr_space_cut();
	sr_space_seal();
}

void sr_file_abandon(void)
{
	sr_space_abandon();
	sr_ring_abandon();
	if (sr_header && sr_tls.inside) {
		sr_own_pages(sr_header, sizeof *sr_header);
		return;
	}
	if (sr_header)
		munmap(sr_header, sizeof *sr_header);
	sr_header = NULL;
}
