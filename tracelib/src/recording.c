/* recording.c: when recording starts, when it ends, and what forks do to it.
 *
 * Rules:
 *   - It starts at the first operation once libc has its environment, which is
 *     before the constructors of the program's own libraries, or with ours.
 *   - It ends after everything else: the handler is put on the list of exit
 *     handlers before the loader's own, hence called after all destructors.
 *   - A child made by fork is silent (`follow=1`: has a file of its own); so
 *     is a program started by exec, unless it takes this process's place.
 *   - A set-user-id program takes no paths from its environment.
 */
#define _GNU_SOURCE
#include "file.h"
#include "flow.h"
#include "options.h"
#include <sparserec/rawsys.h>
#include <sparserec/say.h>
#include <sparserec/steering.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's and every C++ runtime's; unlike atexit not tied to this library. */
int __cxa_atexit(void (*f)(void *), void *arg, void *dso);
int __cxa_at_quick_exit(void (*f)(void *), void *dso);

_Atomic int sr_state = SR_UNSTARTED;

static struct sr_options options;
static struct sparse_ear ear; /* of the process that recording began in */
static _Atomic int starting;

/* 1 in a page that the kernel wipes in any forked child, also where no fork
 * handler runs. */
static _Atomic uint32_t *same_process;

void sr_say(const char *format, ...)
{
	char text[512] = "sparserec: ";
	const size_t head = strlen(text);
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text + head, sizeof text - head - 1, format, args);
	va_end(args);
	if (n < 0)
		return;
	if ((size_t)n > sizeof text - head - 2)
		n = (int)(sizeof text - head - 2);
	text[head + (size_t)n] = '\n';
	sparse_say(&ear, text, head + (size_t)n + 1);
}

bool sr_may_record(void)
{
	return atomic_load_explicit(&sr_state, memory_order_relaxed) == SR_ON &&
	       atomic_load_explicit(same_process, memory_order_relaxed);
}

static void close_recording(void *unused)
{
	int saved = errno;
	uint64_t stacks = sr_stacks_cut(), strings = sr_strings_cut();

	(void)unused;
	if (!sr_header || !same_process || !atomic_load(same_process))
		return;
	atomic_store(&sr_state, SR_OFF);
	sr_hold(SR_LIBC);
	if (sr_tls.t && sr_tls.t->live)
		sr_block_leave(sr_tls.t, true);
	if (stacks || strings)
		sr_say("tables full: %llu stacks shortened, %llu texts left out",
		       (unsigned long long)stacks, (unsigned long long)strings);
	sr_file_close();
	sr_hold(SR_FREE);
	sr_cancel_restore();
	errno = saved;
}

/* Whether the file is that of this very process, before its exec. */
static bool is_our_last_image(const char *path)
{
	struct { char magic[8]; uint32_t skipped[5], pid; } head;
	int d = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	bool ours = d >= 0 && sys_read(d, &head, sizeof head) == sizeof head &&
		    memcmp(head.magic, options.ring ? "SPARSERG" : "SPARSERT", 8) == 0 && head.pid == (uint32_t)sys_pid();

	if (d >= 0)
		sys_close(d);
	return ours;
}

static bool open_trace(void)
{
	char path[PATH_MAX];

	if (!sr_options_path(&options, path)) {
		sr_say("cannot record to %s: the path is too long", options.trace);
		return false;
	}
	if (options.child && !options.follow && !is_our_last_image(path))
		return false;
	return sr_file_open(path, options.max_size, options.ring, options.compress);
}

static bool mark_process(void)
{
	void *page = same_process;

	if (!page)
		page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return false;
	madvise(page, 4096, MADV_WIPEONFORK);
	same_process = page;
	atomic_store(same_process, 1);
	return true;
}

static void before_fork(void)
{
	int saved = errno;

	sr_fork_begins();
	errno = saved;
}

static void parent_after_fork(void)
{
	int saved = errno;

	sr_fork_is_over();
	errno = saved;
}

static void after_fork(void)
{
	int saved = errno;

	if (!sr_header)
		return;
	atomic_store(&sr_state, SR_OFF);
	atomic_store(same_process, 0);
	sr_hold(SR_LIBC);
	sr_file_abandon();
	sr_threads_forget();
	sr_hold(SR_LIBC);
	if (options.follow && !sr_space_sealed()) {
		sr_strings_reset();
		sr_modules_reset();
		sr_flow_reset();
		sr_idle_ends();
		if (mark_process() && open_trace())
			atomic_store(&sr_state, SR_ON);
	}
	sr_hold(SR_FREE);
	sr_cancel_restore();
	errno = saved;
}

/* By system calls alone: a foreign runtime intercepts what else could be called,
 * and may not yet be ready for it. */
static bool make_way(void)
{
	static const char why[] = "sparserec: not recorded: ThreadSanitizer's own runtime is in the "
				  "program; compile with -fsanitize=thread, link without it\n";

	if (!sr_foreign_runtime())
		return false;
	sys_write(STDERR_FILENO, why, sizeof why - 1);
	return true;
}

/* Names the program in the file of those that are not recorded. */
static void leave_out(const char *why)
{
	const char *program = (const char *)getauxval(AT_EXECFN);
	char line[PATH_MAX + 32];
	int n = snprintf(line, sizeof line, "%s%s\n", why, program ? program : ""), d;

	if (!options.unrecorded[0] || n < 0 || (size_t)n >= sizeof line)
		return;
	d = sys_open(options.unrecorded, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0);
	if (d < 0)
		return;
	sys_write(d, line, (size_t)n);
	sys_close(d);
}

static bool configure(void)
{
	const char *text = getenv(steering_environment_options);

	if (!text || getauxval(AT_SECURE) || make_way())
		return false;
	sparse_ear_find(&ear);
	sr_options_parse(&options, text, true);
	if (!*options.trace)
		return false;
	if (options.filters >= 0 && sr_filters() > options.filters) {
		if (!options.child)
			leave_out(steering_unrecorded_filter);
		return false;
	}
	if (options.follow && !sr_options_per_process(&options)) {
		options.follow = false;
		sr_say("follow=1 needs %%p in the trace's name: children are not recorded");
	}
	return true;
}

/* Called with the guard held as SR_LIBC. Leaves sr_state SR_UNSTARTED when it
 * is too early, or when another thread is at it. */
void sr_start(void)
{
	int none = 0;
	bool on;

	if (!environ || !atomic_compare_exchange_strong(&starting, &none, 1))
		return;
	on = configure();
	if (on) {
		sr_find_usable_size();
		atomic_store(&sr_values_on, options.values);
		atomic_store(&sr_flow_on, options.flow);
		on = mark_process() && open_trace();
		if (!options.follow) {
			sr_options_hand_on(environ);
			sr_preload_remove(environ);
		}
	}
	if (on) {
		sr_watch_asan();
		sr_bus_errors();
		__cxa_atexit(close_recording, NULL, NULL);
		__cxa_at_quick_exit(close_recording, NULL);
		pthread_atfork(before_fork, parent_after_fork, after_fork);
	}
	atomic_store(&sr_state, on ? SR_ON : SR_OFF);
}

/* Also for programs without a single operation: their trace says so. */
__attribute__((constructor(101))) static void load(void)
{
	SR_INSIDE struct sr_thread *t = sr_enter();

	(void)t;
}
