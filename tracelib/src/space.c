/* space.c: room in the trace file, and the descriptor it comes through.
 *
 * Rules:
 *   - Space is reserved in the file system before it is used: a full disk shows
 *     here, as an error code, and not as SIGBUS in the program. Some is
 *     always reserved ahead, for the skeleton when the disk is full (budget.h).
 *   - The limit on file sizes is looked at first, so no SIGXFSZ is raised.
 *   - The descriptor is a high one, closed on exec, and it is checked before
 *     each use: programs close descriptors that are not theirs. A lock on the
 *     file keeps other recorders off it.
 */
#define _GNU_SOURCE
#include "budget.h"
#include "locked.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum {
	HEADER = sizeof(struct sr_header),
	CHUNK = 16 * SR_BLOCK,
	AHEAD = 8 * SR_BLOCK,
	HIGH_DESCRIPTOR = 500,
	PAGE = 4096,
};
/* The most that is kept for the skeleton, and of that for events and loops. */
static const uint64_t MOST_SKELETON = 256u << 20, MOST_EVENTS = 64u << 20;

_Atomic uint32_t sr_refused;

static struct sr_lock space_lock;
static int fd = -1;
static char file_path[PATH_MAX];
static dev_t file_dev;
static ino_t file_ino;
static uint64_t tail, reserved;     /* tail: where the next block starts */
static uint64_t end_of[SR_EVENT + 1]; /* how far each class may fill the file */
static int disk_error;              /* why end_of is nearer than was asked for */

const char *sr_space_path(void)
{
	return file_path;
}

static bool is_our_file(int d)
{
	struct stat st;

	return d >= 0 && sys_fstat(d, &st) == 0 && st.st_dev == file_dev && st.st_ino == file_ino;
}

/* Where fcntl is refused: a number that is free a moment before. */
static int dup_at(int d, int least)
{
	struct stat st;

	for (int to = least; to < least + 16; to++)
		if (sys_fstat(to, &st) != 0 && errno == EBADF)
			return sys_dup_to(d, to);
	return -1;
}

/* Out of the way of programs that count on the lowest free number, and of those that
 * have few. */
static int raise_descriptor(int low)
{
	struct rlimit files;
	int least = HIGH_DESCRIPTOR, high;

	if (low < 0)
		return low;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur <= HIGH_DESCRIPTOR)
		least = (int)(files.rlim_cur / 4 * 3);
	high = sys_dup_above(low, least);
	if (high < 0 && errno != EMFILE)
		high = dup_at(low, least);
	if (high < 0)
		return low;
	sys_close(low);
	return high;
}

/* No system call is ours any more. */
static atomic_bool sealed;

void sr_space_seal(void) { atomic_store(&sealed, true); }
bool sr_space_sealed(void) { return atomic_load(&sealed); }

/* The descriptor, opened again by name if the program has closed it. */
static int descriptor(void)
{
	int again;

	if (atomic_load(&sealed))
		return -1;
	if (is_our_file(fd))
		return fd;
	again = sys_open(file_path, O_RDWR | O_CLOEXEC, 0);
	if (again >= 0 && !is_our_file(again)) {
		sys_close(again);
		again = -1;
		errno = ESTALE;
	}
	fd = raise_descriptor(again);
	return fd;
}

/* Where the file system cannot reserve: a byte in each page of what lies behind
 * the file's end so far. */
static int write_zeros(int d, uint64_t from, uint64_t n)
{
	for (uint64_t at = from / PAGE * PAGE + PAGE - 1; at < from + n; at += PAGE)
		if (sys_pwrite(d, "", 1, (off_t)at) != 1)
			return errno;
	return 0;
}

/* Beyond the limit a write is a signal to the program, also in what was reserved
 * before the limit was set. */
static bool beyond_limit(uint64_t end)
{
	struct rlimit size;

	return getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY && end > size.rlim_cur;
}

/* Any other error of fallocate is that of a file system which has no such call, or of a
 * filter that refuses it. */
static bool is_no_room(int error)
{
	return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO;
}

static int reserve_bytes(uint64_t from, uint64_t n)
{
	int d = descriptor(), error;

	if (d < 0)
		return errno;
	if (beyond_limit(from + n))
		return EFBIG;
	do
		error = sys_fallocate(d, (off_t)from, (off_t)n) == 0 ? 0 : errno;
	while (error == EINTR);
	return is_no_room(error) ? error : error ? write_zeros(d, from, n) : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Up to `limit`, of which the last part of what lies behind `from` is kept: a
 * quarter for the skeleton, at least a block, and of it a quarter for events
 * and loops; in whole blocks. */
static void share_out(uint64_t from, uint64_t limit)
{
	uint64_t room = limit > from ? limit - from : 0;
	uint64_t skeleton = least(room / 4 / SR_BLOCK * SR_BLOCK, MOST_SKELETON);

	if (skeleton == 0)
		skeleton = least(room, SR_BLOCK);
	if (limit == UINT64_MAX)
		skeleton = 0;
	end_of[SR_EVENT] = limit;
	end_of[SR_HEAP] = limit - least(skeleton / 4 / SR_BLOCK * SR_BLOCK, MOST_EVENTS);
	end_of[SR_ACCESS] = limit - skeleton;
}

/* Reserves up to `to` and a little beyond, the last blocks of a full disk one by
 * one. When no more is to be had, what there is gets shared out again. */
static void reserve_up_to(uint64_t to)
{
	uint64_t want = CHUNK;
	int error;

	while (reserved < to + AHEAD && reserved < end_of[SR_EVENT] && !disk_error) {
		want = least(want, end_of[SR_EVENT] - reserved);
		error = reserve_bytes(reserved, want);
		if (error == 0) {
			reserved += want;
		} else if (want > SR_BLOCK) {
			want = want / 2 > SR_BLOCK ? want / 2 : SR_BLOCK;
		} else {
			disk_error = error;
			share_out(tail, reserved);
		}
	}
}

/* The class from which on nothing may take more, if something was refused or
 * has just reached into what is kept for others. */
static enum sr_class stage_at(uint64_t at)
{
	return at > end_of[SR_HEAP] ? SR_HEAP : at > end_of[SR_ACCESS] ? SR_ACCESS : 0;
}

/* Called with the lock held. 0: no room for this class. What is skipped to get
 * to a page's start are zeros, which readers step over. */
static uint64_t take(size_t n, enum sr_class class, uint32_t *stage)
{
	uint64_t at = n % PAGE ? tail : (tail + PAGE - 1) & ~(uint64_t)(PAGE - 1);

	reserve_up_to(at + n);
	if (at + n > end_of[class]) {
		*stage = class;
		return 0;
	}
	tail = at + n;
	*stage = stage_at(tail);
	return at;
}

/* The first class that is refused is reported; later ones show in the header. */
static void refuse_up_to(uint32_t stage)
{
	uint32_t none = SR_STOP_NONE, now = atomic_load(&sr_refused);

	while (now < stage && !atomic_compare_exchange_weak(&sr_refused, &now, stage))
		;
	if (!atomic_compare_exchange_strong(&sr_header->stopped, &none,
					    disk_error ? SR_STOP_DISK : SR_STOP_SIZE))
		return;
	sr_say("recording stopped%s: %s: %s",
	       stage < SR_EVENT ? " for memory accesses, events go on while there is room" : "",
	       disk_error ? strerrordesc_np(disk_error) : "max_size reached", file_path);
}

SR_NOINLINE void sr_refuse(struct sr_thread *t, uint32_t code, uint32_t with)
{
	if (t->doing & SR_COUNTED)
		return;
	t->doing |= SR_COUNTED;
	if (code)
		atomic_fetch_add_explicit(&sr_header->lost_by[code], 1, memory_order_relaxed);
	if (with)
		atomic_fetch_add_explicit(&sr_header->lost_by[with], 1, memory_order_relaxed);
}

static uint64_t claim(size_t n, enum sr_class class, uint32_t *stage)
{
	SR_LOCKED(&space_lock);

	return atomic_load(&sr_state) == SR_ON ? take(n, class, stage) : 0;
}

uint64_t sr_space_claim(size_t n, uint32_t code)
{
	uint32_t stage = 0;
	uint64_t at;

	at = claim(n, sr_class_of(code), &stage);
	if (stage)
		refuse_up_to(stage);
	return at;
}

static int locked_descriptor(void)
{
	SR_LOCKED(&space_lock);

	return descriptor();
}

void *sr_space_map(uint64_t at, size_t n)
{
	void *b = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
		       locked_descriptor(), (off_t)at);

	if (b != MAP_FAILED)
		return b;
	sr_file_stop(errno == ENOMEM ? SR_STOP_MEMORY : SR_STOP_DISK, errno);
	return NULL;
}

bool sr_space_write(uint64_t at, const void *data, size_t n)
{
	int d = locked_descriptor();
	const uint8_t *p = data;
	ssize_t one;

	if (atomic_load(&sealed))
		return false;
	if (beyond_limit(at + n)) {
		sr_file_stop(SR_STOP_DISK, EFBIG);
		return false;
	}
	for (; n > 0; p += one, at += (uint64_t)one, n -= (size_t)one) {
		do
			one = sys_pwrite(d, p, n, (off_t)at);
		while (one < 0 && errno == EINTR);
		if (one <= 0) {
			sr_file_stop(SR_STOP_DISK, one < 0 ? errno : EIO);
			return false;
		}
	}
	return true;
}

void *sr_space_header(size_t n)
{
	int error = reserve_bytes(0, n);
	void *h;

	errno = error;
	if (error)
		return NULL;
	h = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return h == MAP_FAILED ? NULL : h;
}

/* One recorder a file: a second one, in this process or another, would cut the
 * mapped file short under the first one. */
static bool lock_file(int d)
{
	return flock(d, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* The file is cut to nothing and filled with what the program holds. In a folder
 * that others may write to, a link that waits under an expected name must not
 * choose which file that is, nor who can read it. (O_EXCL would refuse a program
 * that executes another: its process, and so its file, stays.) */
static int open_file(const char *path, struct stat *st)
{
	int d = sys_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);

	if (d < 0 && errno == ELOOP)
		sr_say("cannot record to %s: it is a symbolic link", path);
	else if (d < 0 || sys_fstat(d, st) != 0)
		sr_say("cannot record to %s: %s", path, strerrordesc_np(errno));
	else if (!S_ISREG(st->st_mode))
		sr_say("cannot record to %s: not a regular file", path);
	else if (st->st_uid != sys_effective_user() || st->st_nlink > 1)
		sr_say("cannot record to %s: the file is another user's, or has a second name", path);
	else if (!lock_file(d))
		sr_say("cannot record to %s: another recorder writes to it", path);
	else if (ftruncate(d, 0) != 0)
		sr_say("cannot record to %s: %s", path, strerrordesc_np(errno));
	else
		return d;
	if (d >= 0)
		sys_close(d);
	return -1;
}

int sr_space_open(const char *path, uint64_t max_size)
{
	struct stat st;
	int d = open_file(path, &st);

	if (d < 0)
		return -1;
	atomic_store(&space_lock.word, 0);
	fd = raise_descriptor(d);
	file_dev = st.st_dev;
	file_ino = st.st_ino;
	strncpy(file_path, path, sizeof file_path - 1);
	tail = reserved = HEADER;
	disk_error = 0;
	atomic_store(&sr_refused, 0);
	share_out(HEADER, max_size);
	return fd;
}

void sr_space_cut(void)
{
	SR_LOCKED(&space_lock);
	int d = descriptor();

	if (d >= 0 && tail < reserved && ftruncate(d, (off_t)tail) != 0)
		sr_say("cannot cut %s to size", file_path);
}

/* A forked child that goes on has blocks mapped, and so the file and its lock. */
void sr_space_unlock(void)
{
	int d = descriptor();

	if (d >= 0)
		flock(d, LOCK_UN);
}

void sr_space_abandon(void)
{
	atomic_store(&space_lock.word, 0);
	if (!atomic_load(&sealed) && is_our_file(fd))
		sys_close(fd);
	fd = -1;
}
