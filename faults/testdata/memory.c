#define _GNU_SOURCE
#include "scenario.h"
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <setjmp.h>

/* How the program uses the heap while something unusual is true of its memory. */
static void use_heap(void)
{
	char *all[200];

	for (int turn = 0; turn < 20; turn++) {
		for (int i = 0; i < 200; i++) {
			all[i] = malloc((size_t)(i * 977 + turn) % 20000 + 1);
			if (all[i])
				all[i][0] = 1;
		}
		for (int i = 0; i < 200; i += 2)
			all[i] = realloc(all[i], (size_t)i * 31 + 1);
		for (int i = 0; i < 200; i++)
			free(all[i]);
	}
}

static void *uses_heap(void *x)
{
	use_heap();
	return x;
}

static void in_thread(void)
{
	pthread_t t;
	int error = pthread_create(&t, NULL, uses_heap, NULL);

	SAY(error);
	if (!error)
		SAY(pthread_join(t, NULL));
}

/* A ring with one request that reads the program's own file into a block of the heap. */
static void ring(void)
{
	struct io_uring_params p = { 0 };
	char *block = malloc(64);
	int file = open("/proc/self/comm", O_RDONLY), fd = (int)syscall(SYS_io_uring_setup, 4, &p);

	use_heap();
	if (fd < 0) {
		printf("no ring: %s\n", strerror(errno));
		return;
	}
	char *sq = mmap(NULL, p.sq_off.array + p.sq_entries * 4, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, IORING_OFF_SQ_RING);
	char *cq = mmap(NULL, p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_CQ_RING);
	struct io_uring_sqe *sqe = mmap(NULL, p.sq_entries * sizeof *sqe, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQES);

	*sqe = (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = file, .addr = (unsigned long)block, .len = 63, .user_data = 42 };
	*(unsigned *)(sq + p.sq_off.array) = 0;
	__atomic_store_n((unsigned *)(sq + p.sq_off.tail), 1, __ATOMIC_RELEASE);
	SAY(syscall(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0));
	use_heap();
	struct io_uring_cqe *done = (struct io_uring_cqe *)(cq + p.cq_off.cqes);
	SAY(done->user_data);
	SAY(done->res > 0 && block[done->res - 1] == '\n');
	free(block);
	close(fd);
	close(file);
}

static int faults;
static long missing;

static void *serves(void *x)
{
	char page[4096];

	memset(page, 'f', sizeof page);
	for (int i = 0; i < 4; i++) {
		struct uffd_msg m;

		if (read((int)missing, &m, sizeof m) != sizeof m)
			break;
		struct uffdio_copy c = { m.arg.pagefault.address & ~4095ull, (unsigned long)page, 4096, 0, 0 };
		free(malloc(100));
		faults += ioctl((int)missing, UFFDIO_COPY, &c) == 0;
	}
	return x;
}

/* Pages of a block of the heap come from the program itself, when they are touched. */
static void own_pages(void)
{
	char *block = aligned_alloc(4096, 4 * 4096);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register all = { .range = { (unsigned long)block, 4 * 4096 }, .mode = UFFDIO_REGISTER_MODE_MISSING };
	pthread_t t;

	missing = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (missing < 0 || ioctl((int)missing, UFFDIO_API, &api) != 0) {
		printf("no faults of one's own: %s\n", strerror(errno));
		return;
	}
	madvise(block, 4 * 4096, MADV_DONTNEED);
	SAY(ioctl((int)missing, UFFDIO_REGISTER, &all));
	pthread_create(&t, NULL, serves, NULL);
	for (int i = 0; i < 4; i++)
		SAY(block[i * 4096 + 5]);
	pthread_join(t, NULL);
	SAY(faults);
	SAY(ioctl((int)missing, UFFDIO_UNREGISTER, &all.range));
	close((int)missing);
	free(block);
}

static void large_pages(void)
{
	void *p = mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);

	if (p == MAP_FAILED)
		puts(errno == ENOMEM ? "none reserved" : strerror(errno));
	else
		memset(p, 1, 2 << 20);
	char *block = aligned_alloc(2 << 20, 4 << 20);
	SAY(madvise(block, 4 << 20, MADV_HUGEPAGE));
	memset(block, 1, 4 << 20);
	SAY(madvise(block, 4 << 20, MADV_COLD));
	SAY(block[3 << 20]);
	free(block);
	SAY(prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0));
	use_heap();
}

/* What real-time programs do: nothing is paged out, now or later. */
static void all_locked(void)
{
	TRY(mlockall(MCL_CURRENT | MCL_FUTURE));
	use_heap();
	in_thread();
	TRY(munlockall());
}

static void locked_on_fault(void)
{
	TRY(mlockall(MCL_CURRENT | MCL_FUTURE | 4 /* MCL_ONFAULT */));
	use_heap();
	in_thread();
	TRY(munlockall());
}

static void limited(int what, rlim_t to)
{
	struct rlimit l = { to, to };

	TRY(setrlimit((__rlimit_resource_t)what, &l));
	use_heap();
	in_thread();
}

static void limited_locks(void) { limited(RLIMIT_MEMLOCK, 0); }
static void limited_data(void) { limited(RLIMIT_DATA, 256 << 20); }
static void limited_space(void) { limited(RLIMIT_AS, (rlim_t)1 << 30); }
static void limited_stack(void) { limited(RLIMIT_STACK, 256 << 10); }

/* The limit is lower than what is there already: nothing more is to be had but what the
 * heap has, and what fails says so. */
static void no_space(void)
{
	struct rlimit l = { 1, RLIM_INFINITY };

	use_heap();
	TRY(setrlimit(RLIMIT_AS, &l));
	use_heap();
	errno = 0;
	void *p = malloc(64 << 20);
	SAY(p == NULL);
	SAY(errno == ENOMEM);
	errno = 0;
	SAY(calloc(1 << 20, 64) == NULL && errno == ENOMEM);
	p = malloc(100);
	errno = 0;
	SAY(realloc(p, 64 << 20) == NULL && errno == ENOMEM);
	errno = 0;
	SAY(aligned_alloc(4096, 64 << 20) == NULL && errno == ENOMEM);
	free(p);
	l.rlim_cur = RLIM_INFINITY;
	TRY(setrlimit(RLIMIT_AS, &l));
	p = malloc(64 << 20);
	SAY(p != NULL);
	free(p);
}

static sigjmp_buf back;

static void guards(int s) { siglongjmp(back, s); }

/* A block of the heap that its owner protects, as emulators and collectors do. */
static void protected(void)
{
	char *block = aligned_alloc(4096, 3 * 4096);

	signal(SIGSEGV, guards);
	SAY(mprotect(block + 4096, 4096, PROT_NONE));
	if (sigsetjmp(back, 1) == 0) {
		((volatile char *)block)[4096] = 1;
		puts("written");
	} else {
		puts("kept");
	}
	SAY(mprotect(block + 4096, 4096, PROT_READ | PROT_WRITE));
	((volatile char *)block)[4096] = 1;
	free(block);
	signal(SIGSEGV, SIG_DFL);
	use_heap();
}

static void from_outside(void)
{
	char *a = malloc(100), *b = malloc(100);
	struct iovec to = { b, 100 }, from = { a, 100 };
	int mem = open("/proc/self/mem", O_RDWR | O_CLOEXEC);

	memset(a, 'a', 100);
	SAY(process_vm_readv(getpid(), &to, 1, &from, 1, 0));
	SAY(b[99]);
	SAY(pwrite(mem, "x", 1, (off_t)(unsigned long)b));
	SAY(b[0]);
	close(mem);
	free(a);
	free(b);
}

/* Memory at addresses of the program's own choice; ours are not among them. */
static void fixed(void)
{
	static const unsigned long at[] = { 0x10000000, 0x100000000, 0x10000000000, 0x200000000000, 0x400000000000, 0x600000000000 };

	for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
		void *p = mmap((void *)at[i], 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

		printf("%lx: %s\n", at[i], p == (void *)at[i] ? "got" : strerror(errno));
	}
	use_heap();
}

static void given_back(void)
{
	char *block = malloc(8 << 20);

	memset(block, 1, 8 << 20);
	SAY(madvise((char *)(((unsigned long)block + 4095) & ~4095ul), 4 << 20, MADV_DONTNEED));
	SAY(block[1 << 20]);
	SAY(block[6 << 20]);
	free(block);
	use_heap();
}

static void keys(void)
{
	int key = pkey_alloc(0, 0);
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (key < 0) {
		printf("no keys: %s\n", strerror(errno));
		return;
	}
	SAY(pkey_mprotect(p, 4096, PROT_READ | PROT_WRITE, key));
	SAY(pkey_set(key, PKEY_DISABLE_ACCESS));
	use_heap();
	SAY(pkey_set(key, 0));
	SAY(*p);
	SAY(pkey_free(key));
}

int main(int argc, char **argv)
{
	static const struct scenario all[] = {
		{ "ring", ring }, { "own-pages", own_pages }, { "large-pages", large_pages }, { "all-locked", all_locked },
		{ "locked-on-fault", locked_on_fault }, { "limited-locks", limited_locks }, { "limited-data", limited_data },
		{ "limited-space", limited_space }, { "limited-stack", limited_stack }, { "no-space", no_space },
		{ "protected", protected }, { "from-outside", from_outside }, { "fixed", fixed }, { "given-back", given_back },
		{ "keys", keys }, { NULL, NULL },
	};

	return run_scenario(all, argc, argv);
}
