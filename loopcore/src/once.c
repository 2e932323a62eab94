/* once.c: see once.h. Nothing here is a cancellation point. */
#include <loopcore/once.h>
#include <loopcore/text.h>
#include <errno.h>
#include <sparserec/rawsys.h>
#include <time.h>

enum { NOT_YET, BEGINS, YES, NO };

/* Milliseconds in which the other thread neither runs nor would run if the machine let it: shorter than
 * a person notices. One that works for ever is waited for LONGEST times as long, for it may spin until we
 * have let something go. Who has waited in vain is the last one to. */
enum { PATIENCE = 300, LONGEST = 10 };
static int in_vain;

static bool works(int thread)
{
	char path[64], stat[128];
	struct text text = text_in(path, sizeof(path));

	text_add(&text, "/proc/self/task/");
	text_decimal(&text, (unsigned)thread);
	text_add(&text, "/stat");
	int fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return false;
	ssize_t n = sys_read(fd, stat, sizeof(stat) - 1);
	sys_close(fd);
	stat[n > 0 ? n : 0] = 0;
	const char *name_ends = strrchr(stat, ')');
	return name_ends && (!strncmp(name_ends, ") R", 3) || !strncmp(name_ends, ") D", 3));
}

static void wait_for(const struct once *o)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	int saved = errno, waited = 0, all = 0;

	while (__atomic_load_n(&o->state, __ATOMIC_ACQUIRE) == BEGINS && !__atomic_load_n(&in_vain, __ATOMIC_RELAXED)) {
		waited += !works(__atomic_load_n(&o->thread, __ATOMIC_RELAXED));
		if (waited > PATIENCE || ++all > LONGEST * PATIENCE)
			__atomic_store_n(&in_vain, 1, __ATOMIC_RELAXED);
		syscall(SYS_nanosleep, &ms, NULL);
	}
	errno = saved;
}

bool once(struct once *o, bool (*begin)(void))
{
	int state = __atomic_load_n(&o->state, __ATOMIC_ACQUIRE), self;

	if (state < YES) {
		self = (int)syscall(SYS_gettid);
		state = NOT_YET;
		if (__atomic_compare_exchange_n(&o->state, &state, BEGINS, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			__atomic_store_n(&o->thread, self, __ATOMIC_RELAXED);
			__atomic_store_n(&o->state, begin() ? YES : NO, __ATOMIC_RELEASE);
		} else if (__atomic_load_n(&o->thread, __ATOMIC_RELAXED) != self) {
			wait_for(o);
		}
		state = __atomic_load_n(&o->state, __ATOMIC_ACQUIRE);
	}
	return state == YES;
}
