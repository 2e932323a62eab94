/* qml_script.c: see qml_script.h. */
#include "qml_script.h"

#include <loopcore/emit.h>
#include <loopcore/first_load.h>
#include <loopcore/text.h>
#include <loopcore/thread.h>

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "points.h"

enum { ENGINES = 64, UNKNOWN = -1 };

/* A free slot has no engine. What a thread reads of others' slots is not its own, and left. */
static struct {
	void *_Atomic engine;
	pthread_t thread;
} engines[ENGINES];

static int current_frame = UNKNOWN; /* offset in an engine: what runs, NULL = no script */
static char *(*stack_trace)(void *engine);
static void (*delete_array)(void *);

void qml_script_init(const struct object *qml)
{
	static const char *const show[] = { "_ZNK3QV415ExecutionEngine14currentContextEv", "qt_v4StackTraceForEngine" };
	*(void **)&stack_trace = object_symbol(qml, "qt_v4StackTraceForEngine", NULL);
	*(void **)&delete_array = dlsym(RTLD_DEFAULT, "_ZdaPv");
	for (unsigned i = 0; i < sizeof show / sizeof *show && current_frame == UNKNOWN; i++) {
		size_t size;
		void *f = object_symbol(qml, show[i], &size);
		if (f)
			current_frame = first_load(f, size);
	}
}

/* The engine whose script runs on top of the present handler, NULL: none. Frames of scripts lie
 * on the stack, those of generators elsewhere. */
static void *running(const struct thread *t, const void *stack)
{
	uintptr_t from = (uintptr_t)stack, to = t->frames[t->depth - 1].stack, best = to;
	void *found = NULL;
	for (int i = 0; i < ENGINES; i++) {
		char *engine = atomic_load(&engines[i].engine);
		uintptr_t frame;
		if (!engine || !pthread_equal(engines[i].thread, pthread_self()))
			continue;
		memcpy(&frame, engine + current_frame, sizeof frame);
		if (frame > from && frame < best) {
			best = frame;
			found = engine;
		}
	}
	return found;
}

/* What stands between two marks; NULL: the first one is not there. */
static const char *between(const char *text, const char *before, const char *after, size_t *n)
{
	const char *start = strstr(text, before), *end = start ? strstr(start += strlen(before), after) : NULL;
	*n = end ? (size_t)(end - start) : 0;
	return end ? start : NULL;
}

/* Of `stack=[frame={level="0",func="expression for onClicked",file="F",fullname="F",line="7",…` */
static bool innermost(const char *trace, char to[QML_SCRIPT])
{
	static const char expression[] = "expression for ";
	size_t n, name_n, line_n;
	const char *name = between(trace, "func=\"", "\",file=\"", &name_n);
	const char *file = name ? between(name + name_n, "\",file=\"", "\",fullname=\"", &n) : NULL;
	const char *line = file ? between(file + n, "\",line=\"", "\"", &line_n) : NULL;
	struct text text = text_in(to, QML_SCRIPT);
	if (!line || n + line_n + 2 > QML_SCRIPT / 2)
		return false;
	if (name_n >= sizeof expression && !memcmp(name, expression, sizeof expression - 1)) {
		name += sizeof expression - 1;
		name_n -= sizeof expression - 1;
	}
	if (name_n > QML_SCRIPT / 4)
		name_n = 0;
	text_add_n(&text, file, n);
	text_add(&text, ":");
	text_add_n(&text, line, line_n);
	text_add(&text, name_n ? " " : "");
	text_add_n(&text, name, name_n);
	for (char *c = to; *c; c++)
		if ((unsigned char)*c < ' ')
			*c = '?';
	return true;
}

const char *qml_script(const struct thread *t, const void *stack, char to[QML_SCRIPT])
{
	int saved = errno;
	bool known = false;
	void *engine = current_frame != UNKNOWN && stack_trace && delete_array && emit_is_recording() ? running(t, stack) : NULL;
	if (engine) {
		bool quiet = emit_quiet();
		char *trace = stack_trace(engine);
		if (trace) {
			known = innermost(trace, to);
			delete_array(trace);
		}
		emit_loud(quiet);
	}
	errno = saved;
	return known ? to : NULL;
}

void on_engine_made(void *engine, void *public_engine)
{
	static char taken;
	qt.engine_made(engine, public_engine);
	for (int i = 0; i < ENGINES; i++) {
		void *none = NULL;
		if (!atomic_compare_exchange_strong(&engines[i].engine, &none, (void *)&taken))
			continue;
		engines[i].thread = pthread_self();
		atomic_store(&engines[i].engine, engine);
		return;
	}
}

void on_engine_dies(void *engine)
{
	for (int i = 0; i < ENGINES; i++)
		if (atomic_load(&engines[i].engine) == engine)
			atomic_store(&engines[i].engine, NULL);
	qt.engine_dies(engine);
}
