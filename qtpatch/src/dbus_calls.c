/* dbus_calls.c: see dbus_calls.h.
 *
 * A call, or a signal, is described as call_text.h says; internal/steer writes the same.
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

enum { FILTERS = 64, RULES = 256, RULE = 400, METHOD_CALL = 1, SIGNAL = 4, SYSTEM_BUS = 1, NOT_HANDLED = 1 };

typedef int filter_fn(void *connection, void *message, void *data);

/* Larger than libdbus's own. */
union iterator {
	void *align;
	char room[256];
};

static struct {
	unsigned (*add_filter)(void *, filter_fn *, void *, void (*)(void *));
	void (*remove_filter)(void *, filter_fn *, void *);
	void (*add_match)(void *, const char *, void *);
	void *(*get)(int, void *), *(*get_private)(int, void *);
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

/* Which signals the program asked for, and of whom; never taken back. */
static struct rule {
	bool taken, whole;
	char text[RULE];
} rules[RULES];

static void *system_bus; /* what comes by it cannot be made again */

static THREAD_LOCAL struct person_input *current; /* on the stack of on_message */

static bool resolve(void)
{
	static const struct {
		const char *name;
		void *to;
	} wanted[] = {
		{ "dbus_connection_add_filter", &bus.add_filter },
		{ "dbus_connection_remove_filter", &bus.remove_filter },
		{ "dbus_bus_add_match", &bus.add_match },
		{ "dbus_bus_get", &bus.get },
		{ "dbus_bus_get_private", &bus.get_private },
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

/* The value of `key` in a match rule ("type='signal',sender='a.b'"), "" for none. */
static const char *value_in(const char *rule, const char *key, size_t *n)
{
	size_t length = strlen(key);
	for (const char *at = rule; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
		if (strncmp(at, key, length) != 0 || at[length] != '=' || at[length + 1] != '\'')
			continue;
		const char *value = at + length + 2, *end = strchr(value, '\'');
		*n = end ? (size_t)(end - value) : 0;
		return value;
	}
	*n = 0;
	return "";
}

static bool wants(const char *rule, const char *key, const char *value)
{
	size_t n;
	const char *wanted = value_in(rule, key, &n);
	return n == 0 || (strlen(value) == n && memcmp(wanted, value, n) == 0);
}

/* Whoever the program asked for it by a name that is the same in another run. */
static void sender_of(char *to, size_t size, const char *path, const char *interface, const char *member)
{
	for (unsigned i = 0; i < RULES; i++) {
		size_t n;
		const struct rule *r = &rules[i];
		if (!__atomic_load_n(&r->whole, __ATOMIC_ACQUIRE) || !wants(r->text, "path", path) ||
		    !wants(r->text, "interface", interface) || !wants(r->text, "member", member))
			continue;
		const char *name = value_in(r->text, "sender", &n);
		if (n == 0 || n >= size || *name == ':')
			continue;
		memcpy(to, name, n);
		to[n] = 0;
		return;
	}
}

/* Of the bus itself. */
static bool is_of_bus(const char *interface)
{
	return interface && !strncmp(interface, "org.freedesktop.DBus", 20) && (!interface[20] || interface[20] == '.');
}

/* False: nothing that is asked of the program, or a signal that nobody can send again. */
static bool describe(struct person_input *in, void *connection, void *message, bool is_signal)
{
	const char *path = bus.get_path(message), *interface = bus.get_interface(message),
		   *member = bus.get_member(message);
	struct text t = text_in(in->target, sizeof(in->target));
	if (!path || !member || is_of_bus(interface))
		return false;
	strcpy(in->kind, is_signal ? steering_input_signal : steering_input_dbus);
	text_add(&t, path);
	text_add(&t, " ");
	if (interface) {
		text_add(&t, interface);
		text_add(&t, ".");
	}
	text_add(&t, member);
	if (!add_arguments(&t, message) || t.at == t.last)
		in->target[0] = 0;
	if (!is_signal)
		return true;
	sender_of(in->window, sizeof(in->window), path, interface ? interface : "", member);
	return in->target[0] && interface && connection != __atomic_load_n(&system_bus, __ATOMIC_RELAXED);
}

static int on_message(void *connection, void *message, void *slot)
{
	struct filter *there = slot;
	filter_fn *f = __atomic_load_n(&there->f, __ATOMIC_ACQUIRE);
	struct person_input in, *outer = current;
	if (!f)
		return NOT_HANDLED;
	memset(&in, 0, sizeof(in));
	int type = bus.get_type(message);
	bool asks = type == METHOD_CALL || type == SIGNAL;
	current = asks && describe(&in, connection, message, type == SIGNAL) ? &in : NULL;
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

EXPORTED void dbus_bus_add_match(void *connection, const char *rule, void *error)
{
	int saved = errno;
	if (!resolve())
		*(void **)&bus.add_match = dlsym(RTLD_NEXT, "dbus_bus_add_match");
	for (unsigned i = 0; rule && strlen(rule) < RULE && i < RULES; i++) {
		if (__atomic_exchange_n(&rules[i].taken, true, __ATOMIC_ACQUIRE))
			continue;
		strcpy(rules[i].text, rule);
		__atomic_store_n(&rules[i].whole, true, __ATOMIC_RELEASE);
		break;
	}
	errno = saved;
	if (bus.add_match)
		bus.add_match(connection, rule, error);
}

static void *opened(void *connection, int type)
{
	if (type == SYSTEM_BUS)
		__atomic_store_n(&system_bus, connection, __ATOMIC_RELAXED);
	return connection;
}

EXPORTED void *dbus_bus_get(int type, void *error)
{
	if (!resolve())
		*(void **)&bus.get = dlsym(RTLD_NEXT, "dbus_bus_get");
	return bus.get ? opened(bus.get(type, error), type) : NULL;
}

EXPORTED void *dbus_bus_get_private(int type, void *error)
{
	if (!resolve())
		*(void **)&bus.get_private = dlsym(RTLD_NEXT, "dbus_bus_get_private");
	return bus.get_private ? opened(bus.get_private(type, error), type) : NULL;
}
