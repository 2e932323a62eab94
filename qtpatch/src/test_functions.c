/* test_functions.c: which function of a QtTest program runs, and on which row of its data.
 *
 * QtTest calls test functions one after the other from QTest::qExec: to the order they are
 * start-up code, and stay that. QtTest notes in QTestResult what it is about to call; from
 * there on an event that is never delivered says so, and its drop that it is over. The names
 * are asked of QtTest's public functions, so no member of its classes is looked at. A QtTest
 * in which the note is inlined leaves its functions without names.
 */
#include "test_functions.h"

#include <loopcore/emit.h>
#include <loopcore/text.h>
#include <loopcore/thread.h>

#include <errno.h>
#include <string.h>

#include "points.h"

typedef const char *(*asked)(void);
static asked function, row, global_row;

enum { TEST = 256 };
static char runs[TEST]; /* on the main thread, "": no test function */
static uint64_t event;  /* that says so, 0: none */

void test_functions_init(const struct object *qt_test)
{
	*(void **)&function = object_symbol(qt_test, "_ZN5QTest19currentTestFunctionEv", NULL);
	*(void **)&row = object_symbol(qt_test, "_ZN5QTest14currentDataTagEv", NULL);
	*(void **)&global_row = object_symbol(qt_test, "_ZN11QTestResult20currentGlobalDataTagEv", NULL);
}

static const char *ask(asked question)
{
	const char *answer = question ? question() : NULL;
	return answer ? answer : "";
}

/* "opens", "opens(empty)" or "opens(dark:empty)", as QtTest prints it. */
static void name_in(char to[TEST])
{
	struct text t = text_in(to, TEST);
	const char *global = ask(global_row), *own = ask(row);
	text_add(&t, ask(function));
	if (!to[0] || (!global[0] && !own[0]))
		return;
	text_add(&t, "(");
	text_add(&t, global);
	text_add(&t, global[0] && own[0] ? ":" : "");
	text_add(&t, own);
	text_add(&t, ")");
}

static void runs_now(const void *stack)
{
	char now[TEST];
	int saved = errno;
	struct thread *t = nest_thread(stack);
	if (t && t->is_main) {
		name_in(now);
		if (strcmp(now, runs) != 0) {
			if (event)
				emit_drop(event);
			event = now[0] ? emit_id() : 0;
			if (event)
				emit_enq(event, SPARSE_ENV, 0, -1, &(struct detail){ .type = "Test", .test = now });
			memcpy(runs, now, TEST);
		}
	}
	errno = saved;
}

void on_test_function(const char *name)
{
	qt.test_function(name);
	runs_now(HERE);
}

void on_test_data(void *data)
{
	qt.test_data(data);
	runs_now(HERE);
}
