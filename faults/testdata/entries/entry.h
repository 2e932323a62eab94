// entry.h: a function that a library of ours exports in place of somebody else's, and how
// a program uses it.
#ifndef ENTRY_H
#define ENTRY_H
#include <cstdlib>

enum {
	// POSIX lets a handler of a signal call it, so one may also jump out of it.
	ANYWHERE = 1,
	// The child of a process with several threads may call it: it is allowed anywhere, or
	// libc itself repairs in the child what it needs.
	FORKABLE = 2,
	// A thread that is cancelled in it leaves work behind that its library goes on with.
	UNCANCELLED = 4,
};

struct entry {
	const char *name;
	// use calls the function as a program does, and gives back what it took. It may run
	// in several threads at once. It ends the program if a result is not what it must be.
	void (*use)();
	int flags;
};

#define MUST(condition) do { if (!(condition)) must(#condition, __FILE__, __LINE__); } while (0)
void must(const char *condition, const char *file, int line);

// mine is a path in the program's folder for this thread alone.
const char *mine(const char *name);

// Each file of rows ends with a row without a name.
extern const entry heap_entries[], thread_entries[], file_entries[], socket_entries[], sqlite_entries[], dbus_entries[],
	uv_entries[], uv_file_entries[];
#endif
