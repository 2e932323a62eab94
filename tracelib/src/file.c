/* file.c: the trace file, a shared mapping, so that whatever ends the program
 * loses nothing that was committed.
 *
 * Rules:
 *   - Space is reserved in the file system before it is mapped: a full disk
 *     shows here, as an error code, and not as SIGBUS in the program.
 *   - The limit on file sizes is looked at first, so no SIGXFSZ is raised.
 *   - The descriptor is a high one, closed on exec, and it is checked before
 *     each use: programs close descriptors that are not theirs. A lock on the
 *     file keeps other recorders off it.
 *   - A block is mapped by its thread alone and unmapped when sealed; memory
 *     stays bounded however long the recording.
 */
#define _GNU_SOURCE
#include "file.h"
#include "lock.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#define SPARSE_RECORD(name, code, fields)
#include "../include/sparserec/events.def"

enum {
	HEADER = 4096,
	RESERVE = 16 * SR_BLOCK,
	HIGH_DESCRIPTOR = 500,
	MAGIC = 0x4b425253,
};
_Static_assert(SR_MAX_TEXT + SR_MAX_RECORD < SR_BLOCK / 2, "a record fits into a block");

struct sr_header *sr_header;
struct sr_order sr_order = { .next = 1 };

static struct sr_lock file_lock;
static int fd = -1;
static char file_path[PATH_MAX];
static dev_t file_dev;
static ino_t file_ino;
static uint64_t limit, tail, reserved; /* tail: where the next block starts */

static bool is_our_file(int d)
{
	struct stat st;

	return d >= 0 && fstat(d, &st) == 0 && st.st_dev == file_dev && st.st_ino == file_ino;
}

/* Out of the way of programs that count on the lowest free number. */
static int raise_descriptor(int low)
{
	int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);

	if (high < 0)
		return low;
	close(low);
	return high;
}

/* The descriptor, opened again by name if the program has closed it. */
static int descriptor(void)
{
	int again;

	if (is_our_file(fd))
		return fd;
	again = open(file_path, O_RDWR | O_CLOEXEC);
	if (again >= 0 && !is_our_file(again)) {
		close(again);
		again = -1;
		errno = ESTALE;
	}
	fd = raise_descriptor(again);
	return fd;
}

/* One recorder a file: a second one, in this process or another, would cut the
 * mapped file short under the first one. */
static bool lock_file(int d)
{
	return flock(d, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

void sr_file_stop(enum sr_stop reason, int error)
{
	uint32_t none = SR_STOP_NONE;

	atomic_store(&sr_state, SR_OFF);
	if (!sr_header || !atomic_compare_exchange_strong(&sr_header->stopped, &none, reason))
		return;
	sr_say("recording stopped: %s: %s",
	       reason == SR_STOP_SIZE ? "max_size reached" :
	       reason == SR_STOP_MEMORY ? "out of memory" : strerrordesc_np(error), file_path);
}

static int reserve_bytes(uint64_t from, uint64_t n)
{
	struct rlimit size;
	int d = descriptor(), error;

	if (d < 0)
		return errno;
	if (getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY &&
	    from + n > size.rlim_cur)
		return EFBIG;
	do
		error = posix_fallocate(d, (off_t)from, (off_t)n);
	while (error == EINTR);
	return error;
}

/* Finds file space for a block; the last blocks of a full disk are taken one
 * by one. 0 = recording has stopped. Called with the lock held. */
static uint64_t take_space(void)
{
	uint64_t want = RESERVE, at = tail;
	int error = 0;

	while (tail == reserved) {
		if (reserved + want <= limit) {
			error = reserve_bytes(reserved, want);
			if (error == 0) {
				reserved += want;
				continue;
			}
		}
		if (want == SR_BLOCK) {
			sr_file_stop(error ? SR_STOP_DISK : SR_STOP_SIZE, error);
			return 0;
		}
		want /= 2;
	}
	tail += SR_BLOCK;
	return at;
}

void sr_block_seal(struct sr_thread *t)
{
	struct sr_block *b = t->block;

	if (!b)
		return;
	b->crc = sr_crc32c(b->payload, atomic_load_explicit(&b->committed, memory_order_relaxed));
	atomic_store_explicit(&b->state, 2, memory_order_release);
	t->block = NULL;
	t->cur = t->end = NULL;
	munmap(b, SR_BLOCK);
}

SR_NOINLINE bool sr_block_next(struct sr_thread *t)
{
	uint64_t at;
	struct sr_block *b = MAP_FAILED;
	int saved = errno;

	sr_block_seal(t);
	sr_lock(&file_lock);
	at = atomic_load(&sr_state) == SR_ON ? take_space() : 0;
	if (at) {
		b = mmap(NULL, SR_BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor(),
			 (off_t)at);
		if (b == MAP_FAILED)
			sr_file_stop(errno == ENOMEM ? SR_STOP_MEMORY : SR_STOP_DISK, errno);
	}
	sr_unlock(&file_lock);
	errno = saved;
	if (b == MAP_FAILED) {
		atomic_fetch_add(&sr_header->lost, 1);
		return false;
	}
	b->size = SR_BLOCK;
	b->thread = t->number;
	b->number = t->blocks++;
	b->base = t->last_seq = atomic_load(&sr_order.next);
	atomic_store_explicit(&b->state, 1, memory_order_relaxed);
	atomic_store_explicit(&b->magic, MAGIC, memory_order_release);
	t->block = b;
	t->last_addr = 0;
	t->cur = b->payload;
	t->end = (uint8_t *)b + SR_BLOCK;
	return true;
}

/* Returns the number of arguments that fit, the last one perhaps in part. */
static uint32_t read_command(char *to, size_t n)
{
	int d = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	uint32_t arguments = 0;
	ssize_t got = 0, one, i;

	if (d < 0)
		return 0;
	while ((size_t)got < n && (one = read(d, to + got, n - (size_t)got)) > 0)
		got += one;
	close(d);
	for (i = 0; i < got; i++)
		arguments += to[i] == 0;
	return arguments + (got > 0 && to[got - 1] != 0);
}

static bool map_header(uint64_t max_size)
{
	struct timespec now;
	int error = reserve_bytes(0, HEADER);
	void *h = MAP_FAILED;

	if (error == 0) {
		h = mmap(NULL, HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		error = errno;
	}
	if (h == MAP_FAILED) {
		sr_say("cannot record to %s: %s", file_path, strerrordesc_np(error));
		return false;
	}
	sr_header = h;
	clock_gettime(CLOCK_REALTIME, &now);
	sr_header->version = SPARSE_TRACE_VERSION;
	sr_header->header_size = HEADER;
	sr_header->block_step = SR_BLOCK;
	sr_header->pid = (uint32_t)getpid();
	sr_header->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	sr_header->arguments = read_command(sr_header->command, sizeof sr_header->command);
	if (atomic_load(&sr_fallback))
		sr_set_flag(SR_FLAG_FALLBACK);
	memcpy(sr_header->magic, "SPARSERT", 8);
	limit = max_size;
	tail = reserved = HEADER;
	return true;
}

static int open_file(const char *path, struct stat *st)
{
	int d = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (d < 0 || fstat(d, st) != 0)
		sr_say("cannot record to %s: %s", path, strerrordesc_np(errno));
	else if (!S_ISREG(st->st_mode))
		sr_say("cannot record to %s: not a regular file", path);
	else if (!lock_file(d))
		sr_say("cannot record to %s: another recorder writes to it", path);
	else if (ftruncate(d, 0) != 0)
		sr_say("cannot record to %s: %s", path, strerrordesc_np(errno));
	else
		return d;
	if (d >= 0)
		close(d);
	return -1;
}

bool sr_file_open(const char *path, uint64_t max_size)
{
	struct stat st;
	int d = open_file(path, &st);

	if (d < 0)
		return false;
	atomic_store(&file_lock.word, 0);
	fd = raise_descriptor(d);
	file_dev = st.st_dev;
	file_ino = st.st_ino;
	strncpy(file_path, path, sizeof file_path - 1);
	if (map_header(max_size))
		return true;
	close(fd);
	fd = -1;
	return false;
}

void sr_file_close(void)
{
	int d;

	sr_lock(&file_lock);
	sr_set_flag(SR_FLAG_CLOSED);
	d = descriptor();
	if (d >= 0 && tail < reserved && ftruncate(d, (off_t)tail) != 0)
		sr_say("cannot cut %s to size", file_path);
	sr_unlock(&file_lock);
}

void sr_file_abandon(void)
{
	if (is_our_file(fd))
		close(fd);
	fd = -1;
	if (sr_header)
		munmap(sr_header, HEADER);
	sr_header = NULL;
}
