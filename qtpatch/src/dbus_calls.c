/* dbus_calls.c: see dbus_calls.h.
 *
 * A call is described as call_text.h says; internal/steer writes the same.
 */
#include "dbus_calls.h"

#include <loopcore/call_text.h>
#include <loopcore/elfsym.h>
#include <loopcore/emit.h>
#include <loopcore/steer.h>
#include <loopcore/text.h>

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))
#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

enum { FILTERS = 64, METHOD_CALL = 1, NOT_HANDLED = 1 };

typedef int filter_fn(void *connection, void *message, void *data);

/* Larger than libdbus's own. */
union iterator {
	void *align;
	char room[256];
};

static struct {
	unsigned (*add_filter)(void *, filter_fn *, void *, void (*)(void *));
	void (*remove_filter)(void *, filter_fn *, void *);
	int (*get_type)(void *);
	const char *(*get_path)(void *), *(*get_interface)(void *), *(*get_member)(void *);
	unsigned (*iter_init)(void *, union iterator *), (*iter_next)(union iterator *);
	int (*iter_get_arg_type)(union iterator *);
	void (*iter_get_basic)(union iterator *, void *);
} bus;

static struct filter {
	bool taken;
	filter_fn *f; /* NULL = not in place */
	void *data;
} filters[FILTERS];

static THREAD_LOCAL struct person_input *current; /* on the stack of on_message */

static bool resolve(void)
{
	static const struct {
		const char *name;
		void *to;
	} wanted[] = {
		{ "dbus_connection_add_filter", &bus.add_filter },
		{ "dbus_connection_remove_filter", &bus.remove_filter },
		{ "dbus_message_get_type", &bus.get_type },
		{ "dbus_message_get_path", &bus.get_path },
		{ "dbus_message_get_interface", &bus.get_interface },
		{ "dbus_message_get_member", &bus.get_member },
		{ "dbus_message_iter_init", &bus.iter_init },
		{ "dbus_message_iter_next", &bus.iter_next },
		{ "dbus_message_iter_get_arg_type", &bus.iter_get_arg_type },
		{ "dbus_message_iter_get_basic", &bus.iter_get_basic },
	};
	struct object o;
	if (!object_find("libdbus-1.so", &o))
		return false;
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		if (!(*(void **)wanted[i].to = object_symbol(&o, wanted[i].name, NULL)))
			return false;
	return true;
}

/* False: its type is none that a schedule has. */
static bool add_argument(struct text *t, int type, union iterator *it)
{
	char number[32] = "";
	union {
		const char *s;
		uint64_t all;
		int32_t i;
		uint32_t u;
		int64_t x;
	} v = { .all = 0 };
	if (!call_text_argument(t, type))
		return false;
	bus.iter_get_basic(it, &v);
	if (type == 's' || type == 'o')
		call_text_encoded(t, v.s ? v.s : "");
	else if (type == 'b')
		text_add(t, v.u ? "true" : "false");
	else if (type == 'i')
		snprintf(number, sizeof(number), "%" PRId32, v.i);
	else if (type == 'u')
		snprintf(number, sizeof(number), "%" PRIu32, v.u);
	else if (type == 'x')
		snprintf(number, sizeof(number), "%" PRId64, v.x);
	else
		snprintf(number, sizeof(number), "%" PRIu64, v.all);
	text_add(t, number);
	return true;
}

static bool add_arguments(struct text *t, void *message)
{
	union iterator it;
	int type;
	if (!bus.iter_init(message, &it))
		return true; /* none */
	do {
		type = bus.iter_get_arg_type(&it);
		if (type && !add_argument(t, type, &it))
			return false;
	} while (type && bus.iter_next(&it));
	return true;
}

/* False: no call to the program. */
static bool describe(struct person_input *in, void *message)
{
	const char *path = bus.get_path(message), *interface = bus.get_interface(message),
		   *member = bus.get_member(message);
	struct text t = text_in(in->target, sizeof(in->target));
	if (!path || !member || (interface && !strncmp(interface, "org.freedesktop.DBus.", 21)))
		return false;
	strcpy(in->kind, steering_input_dbus);
	text_add(&t, path);
	text_add(&t, " ");
	if (interface) {
		text_add(&t, interface);
		text_add(&t, ".");
	}
	text_add(&t, member);
	if (!add_arguments(&t, message) || t.at == t.last)
		in->target[0] = 0;
	return true;
}

static int on_message(void *connection, void *message, void *slot)
{
	struct filter *there = slot;
	filter_fn *f = __atomic_load_n(&there->f, __ATOMIC_ACQUIRE);
	struct person_input in, *outer = current;
	if (!f)
		return NOT_HANDLED;
	memset(&in, 0, sizeof(in));
	current = bus.get_type(message) == METHOD_CALL && describe(&in, message) ? &in : NULL;
	int result = f(connection, message, there->data);
	current = outer;
	return result;
}

const struct person_input *dbus_call_take(void)
{
	const struct person_input *in = current;
	current = NULL;
	return in;
}

static struct filter *take_slot(filter_fn *f, void *data)
{
	for (unsigned i = 0; i < FILTERS; i++) {
		if (__atomic_exchange_n(&filters[i].taken, true, __ATOMIC_ACQUIRE))
			continue;
		filters[i].data = data;
		__atomic_store_n(&filters[i].f, f, __ATOMIC_RELEASE);
		return &filters[i];
	}
	return NULL;
}

EXPORTED unsigned dbus_connection_add_filter(void *connection, filter_fn *f, void *data, void (*end)(void *))
{
	int saved = errno;
	struct filter *slot = NULL;
	if (!resolve()) /* another libdbus than we know */
		*(void **)&bus.add_filter = dlsym(RTLD_NEXT, "dbus_connection_add_filter");
	else if (f && !end && (steer_is_on() || emit_has_recorder()))
		slot = take_slot(f, data);
	errno = saved;
	if (!slot)
		return bus.add_filter ? bus.add_filter(connection, f, data, end) : 0;
	return bus.add_filter(connection, on_message, slot, NULL);
}

EXPORTED void dbus_connection_remove_filter(void *connection, filter_fn *f, void *data)
{
	if (!resolve())
		*(void **)&bus.remove_filter = dlsym(RTLD_NEXT, "dbus_connection_remove_filter");
	for (unsigned i = 0; i < FILTERS; i++)
		if (filters[i].f == f && filters[i].data == data) {
			bus.remove_filter(connection, on_message, &filters[i]);
			__atomic_store_n(&filters[i].f, NULL, __ATOMIC_RELEASE);
			__atomic_store_n(&filters[i].taken, false, __ATOMIC_RELEASE);
			return;
		}
	if (bus.remove_filter)
		bus.remove_filter(connection, f, data);
}
