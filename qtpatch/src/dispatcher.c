/* dispatcher.c: see dispatcher.h. */
#include "dispatcher.h"

#include <loopcore/emit.h>

#include <stdbool.h>
#include <stddef.h>

static void *(*instance)(void *thread);

void dispatcher_init(const struct object *core)
{
	*(void **)&instance = object_symbol(core, "_ZN24QAbstractEventDispatcher8instanceEP7QThread", NULL);
}

/* QObject's second virtual function: the object as one of this class, NULL if it is none. */
static bool is_a(void *object, const char *class_name)
{
	void *(**vtable)(void *, const char *) = *(void *(***)(void *, const char *))object;
	return vtable[1](object, class_name) != NULL;
}

void dispatcher_turns(const struct thread *t)
{
	static bool known; /* of the main thread only */
	void *d;
	if (!t->is_main || known || !instance || !(d = instance(NULL)))
		return;
	known = true;
	if (is_a(d, "QEventDispatcherUNIX"))
		emit_loop_kind(SPARSE_LOOP_UNIX);
	else if (!is_a(d, "QEventDispatcherGlib"))
		emit_loop_kind(SPARSE_LOOP_EITHER);
}
