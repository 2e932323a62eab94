/* backend.h: what a family of hooks (on Qt, libuv, GLib) gives to the loop core.
 *
 * A backend is registered by LOOP_BACKEND in one of its files; the core finds all that
 * are linked into the library and knows none by name. Rules: on_library is called in
 * every process that records or follows a schedule, a wrapper (setarch, a shell) that only
 * starts others among them: a backend touches nothing before its own library is there, and
 * calls loops_begin before it records or steers anything.
 */
#ifndef LOOPCORE_BACKEND_H
#define LOOPCORE_BACKEND_H
#include <loopcore/options.h>

#include <stdbool.h>

struct backend {
	const char *name;
	/* Hooks what is loaded and not hooked yet: when the process starts, and whenever a
	 * library has been loaded. */
	void (*on_library)(void);
	/* Makes tables; once, before anything is recorded or steered. NULL: needs none.
	 * False: nothing can be recorded. */
	bool (*begin)(const struct options *options);
	/* On stderr, a line for each hook: in place, missing, refused and why (the option
	 * qt_status). `sees_later`: libraries that are loaded later will be seen. NULL: silent. */
	void (*report)(bool sees_later);
};

/* A list that the linker makes: no backend depends on another, or on their order. */
#define LOOP_BACKEND(variable) \
	__attribute__((used, section("loop_backends"))) \
	static const struct backend *const registered_##variable = &variable

/* In a report: this hook is in place; `how` says more, "" = nothing. */
void backend_hook_placed(const char *hook, const char *how);

/* Opens the schedule and prepares all tables, the first time; false: there is nothing to
 * record and nothing to steer, so nothing is to be hooked. */
bool loops_begin(void);
#endif
