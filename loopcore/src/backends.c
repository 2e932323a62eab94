/* backends.c: what happens when the library is loaded.
 *
 * Rules: in a process that neither records nor follows a schedule, or that has no loop
 * of a backend's, nothing is touched: it may be a wrapper (setarch, a shell) that goes on
 * to start the program meant. One that has keeps the schedule to itself: its children
 * would write into the same verdict.
 */
#include <loopcore/backend.h>
#include <loopcore/label.h>
#include <loopcore/nest.h>
#include <loopcore/once.h>
#include <loopcore/pending.h>
#include <loopcore/sinks.h>
#include <loopcore/steer.h>
#include <loopcore/unseen.h>

#include "libc_heap.h"
#include "library_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <loopcore/message.h>

/* The linker's names for both ends of the list; none if no backend is linked in. */
extern const struct backend *const __start_loop_backends[] __attribute__((weak, visibility("hidden")));
extern const struct backend *const __stop_loop_backends[] __attribute__((weak, visibility("hidden")));

#define EACH_BACKEND(b) \
	(const struct backend *const *b = __start_loop_backends; b != __stop_loop_backends; b++)

static struct options options;

static bool prepare_tables(void)
{
	bool all = pending_init() && label_init() && nest_init();
	for EACH_BACKEND(b)
		all = all && (!(*b)->begin || (*b)->begin(&options));
	return all;
}

static bool begin(void)
{
	bool steers = options.schedule[0] && steer_open(options.schedule, options.verdict);
	if (options.schedule[0])
		options_keep_from_children();
	sinks_wanted(options.flow);
	return (steers || emit_has_recorder() || options.qt_status) && prepare_tables();
}

bool loops_begin(void)
{
	static struct once begun;
	return once(&begun, begin);
}

void backend_hook_placed(const char *hook, const char *how)
{
	message_say("%s%s%s\n", hook, steering_status_placed, how);
}

static void libraries_changed(void)
{
	for EACH_BACKEND(b)
		(*b)->on_library();
}

static void report(bool sees_later)
{
	for EACH_BACKEND(b)
		if ((*b)->report)
			(*b)->report(sees_later);
}

/* A test runner has a loop of libuv's, but what it starts is to be steered, so it must
 * get our variables on. */
static bool starts_tests(void)
{
	return !strcmp(program_invocation_short_name, "ctest") || !strcmp(program_invocation_short_name, "cmake");
}

__attribute__((constructor)) static void library_is_loaded(void)
{
	int saved = errno;
	options_read(&options);
	bool wanted = options.schedule[0] ? !starts_tests() : emit_has_recorder() || options.qt_status;
	if (wanted) {
		thread_main_is_here();
		unseen_init(&options);
		libc_heap_watch();
		libraries_changed();
		bool sees_later = library_list_watch(libraries_changed);
		if (options.qt_status)
			report(sees_later);
	}
	errno = saved;
}
