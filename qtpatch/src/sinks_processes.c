/* sinks_processes.c: programs that QProcess starts, as exec:PROGRAM. Rules: sinks.h. */
#include "qt_sinks.h"

#include <loopcore/emit.h>
#include <loopcore/text.h>

#include "qtabi.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Asked of Qt; filled in when the hooks are placed. */
static struct {
	void (*program)(void *string, const void *process);
	void (*join)(void *string, const void *list, const uint16_t *between, int64_t size);
} ask;

/* The ways back. */
static struct {
	void (*start_program)(void *process, const void *program, const void *arguments, uintptr_t mode);
	void (*start)(void *process, uintptr_t mode);
	bool (*detach)(void *process, int64_t *pid);
} real;

static void name_of(const char *program, char name[SINK_NAME])
{
	if (*program != '/' || !sparse_flow_path("exec", program, name, SINK_NAME))
		snprintf(name, SINK_NAME, "exec:%s", program);
}

/* Where a QStringList has its QStrings: what they depend on is known of these bytes. */
static const void *strings(const void *list, size_t *size)
{
	struct list5 { int references, room, begin, end; const void *first[1]; };
	struct list6 { const void *d, *first; intptr_t n; };
	if (!qt_counts_containers()) {
		const struct list6 *l = list;
		*size = (size_t)l->n * 3 * sizeof(void *);
		return l->first;
	}
	const struct list5 *l = *(const struct list5 *const *)list;
	*size = (size_t)(l->end - l->begin) * sizeof(void *);
	return l->first + l->begin;
}

/* What is known of a list of arguments: its text, in one line. */
static void arguments_text(const void *list, char *to, size_t size)
{
	static const uint16_t space = ' ';
	struct string { void *d, *data; int64_t n; } s = { 0 }; /* the larger of both versions' */
	ask.join(&s, list, &space, 1);
	qt_string(&s, to, size);
	qt_end_string(&s);
}

static void on_start_program(void *process, const void *program, const void *arguments, uintptr_t mode)
{
	bool reported = sinks_on();
	if (reported) {
		char text[1024], line[SINK_VALUE], name[SINK_NAME];
		const void *pc = __builtin_return_address(0);
		size_t size;
		int saved = errno;
		bool quiet = emit_quiet(); /* what Qt does to answer is no part of the program */
		qt_string(program, text, sizeof text);
		arguments_text(arguments, line, sizeof line);
		emit_loud(quiet);
		name_of(text, name);
		sinks_tell(name, "append", line, strlen(line), true, pc);
		const void *bytes = strings(arguments, &size);
		if (size)
			sinks_tell(name, "append", bytes, size, false, pc);
		errno = saved;
	}
	SINKS_BELOW(reported);
	real.start_program(process, program, arguments, mode);
}

/* The program was set before. */
static bool tell_set(const void *process, const void *pc)
{
	char text[1024], name[SINK_NAME];
	int saved = errno;
	if (!sinks_on())
		return false;
	bool quiet = emit_quiet();
	qt_ask_string(ask.program, process, text, sizeof text);
	emit_loud(quiet);
	name_of(text, name);
	sinks_tell(name, "append", NULL, 0, true, pc);
	errno = saved;
	return true;
}

static void on_start(void *process, uintptr_t mode)
{
	SINKS_BELOW(tell_set(process, __builtin_return_address(0)));
	real.start(process, mode);
}

static bool on_detach(void *process, int64_t *pid)
{
	SINKS_BELOW(tell_set(process, __builtin_return_address(0)));
	return real.detach(process, pid);
}

static struct sink_hook hooks[] = {
	SINK_HOOK("_ZN8QProcess5startERK7QStringRK11QStringList6QFlagsIN9QIODevice12OpenModeFlagEE", start_program), /* Qt 5 */
	SINK_HOOK("_ZN8QProcess5startERK7QStringRK5QListIS0_E6QFlagsIN13QIODeviceBase12OpenModeFlagEE", start_program),
	SINK_HOOK("_ZN8QProcess5startE6QFlagsIN9QIODevice12OpenModeFlagEE", start), /* Qt 5 */
	SINK_HOOK("_ZN8QProcess5startE6QFlagsIN13QIODeviceBase12OpenModeFlagEE", start),
	SINK_HOOK("_ZN8QProcess13startDetachedEPx", detach),
};

/* The same in both versions, by the names of either. */
static const struct sink_asked asked[] = {
	SINK_ASKED("_ZNK8QProcess7programEv", program),
	SINK_ASKED("_ZN9QtPrivate16QStringList_joinEPK11QStringListPK5QChari _ZN9QtPrivate16QStringList_joinEPK5QListI7QStringEPK5QCharx", join),
};

const struct sink_part sinks_processes = { hooks, asked, SINK_COUNT(hooks), SINK_COUNT(asked), NULL };
