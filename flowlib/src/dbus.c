/* dbus.c: messages on D-Bus through libdbus, which Qt's classes use, too, as
 * dbus:SERVICE/PATH.MEMBER (a signal has no service, a reply has `reply` for one).
 *
 * A message is reported where it is put together: its name, then each argument. Qt sends
 * it in a thread of its own, where nobody knows the handler any more. Who only asks
 * (introspection, properties that are read, the bus itself) changes nothing.
 *
 * libdbus itself calls its smaller functions by name, so those below see what its
 * larger ones do.
 *
 * Rules: an argument belongs to the message that its iterator begins with, and that
 * to the name that this thread gave it last; of any other one nothing is reported.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct DBusMessage DBusMessage;
typedef struct { DBusMessage *message; } DBusMessageIter; /* it goes on, as libdbus knows */

static _Thread_local struct {
	const DBusMessage *message;
	char name[512]; /* "": it is not reported */
} made;

static bool same(const char *a, const char *b) { return a && strcmp(a, b) == 0; }

static bool only_asks(const char *service, const char *interface, const char *member)
{
	return same(service, "org.freedesktop.DBus") || same(interface, "org.freedesktop.DBus.Introspectable") ||
	       same(interface, "org.freedesktop.DBus.Peer") ||
	       (same(interface, "org.freedesktop.DBus.Properties") && (same(member, "Get") || same(member, "GetAll")));
}

static void begin(const DBusMessage *m, const char *service, const char *path, const char *member, const void *pc)
{
	made.message = m;
	*made.name = 0;
	if (!m || !path || !member || !flow_on())
		return;
	snprintf(made.name, sizeof made.name, "dbus:%s%s.%s", service, path, member);
	/* The name is what is known of its bytes so far. */
	sparse_state(&(struct sparse_state){ .name = made.name, .how = "append", .bytes = made.name, .size = strlen(made.name), .pc = pc, .copied = 1 });
}

static void argument(const DBusMessage *m, const void *bytes, size_t n, const void *pc)
{
	if (m && m == made.message && *made.name && flow_on())
		flow_tell_name(made.name, "append", NULL, bytes, n, pc);
}

static bool is_text(int type) { return type == 's' || type == 'o' || type == 'g'; }

static size_t size_of(int type)
{
	switch (type) {
	case 'y': return 1;
	case 'n': case 'q': return 2;
	case 'x': case 't': case 'd': return 8;
	}
	return 4;
}

/* A value is at an address that libdbus is given, and a text at one more. */
static void value(const DBusMessage *m, int type, const void *at, const void *pc)
{
	if (!is_text(type))
		argument(m, at, size_of(type), pc);
	else if (*(const char *const *)at)
		argument(m, *(const char *const *)at, strlen(*(const char *const *)at), pc);
}

/* libdbus may be a plugin's own, which nobody else sees. What it says without memory is
 * said when nobody has it. */
#define NEXT(name) ((__typeof__(&name))flow_next_from(#name, &next_##name, FLOW_CALLER))
#define FORWARD(name, ...) (NEXT(name) ? NEXT(name)(__VA_ARGS__) : 0)

FLOW_DECLARE(dbus_message_new_method_call);
FLOW_EXPORT DBusMessage *dbus_message_new_method_call(const char *service, const char *path, const char *interface, const char *member)
{
	DBusMessage *m = FORWARD(dbus_message_new_method_call, service, path, interface, member);

	begin(m, service ? service : "", only_asks(service, interface, member) ? NULL : path, member, FLOW_CALLER);
	return m;
}

FLOW_DECLARE(dbus_message_new_signal);
FLOW_EXPORT DBusMessage *dbus_message_new_signal(const char *path, const char *interface, const char *member)
{
	DBusMessage *m = FORWARD(dbus_message_new_signal, path, interface, member);

	begin(m, "", path, member, FLOW_CALLER);
	return m;
}

FLOW_DECLARE(dbus_message_new);
FLOW_EXPORT DBusMessage *dbus_message_new(int type)
{
	DBusMessage *m = FORWARD(dbus_message_new, type);

	begin(m, "", NULL, NULL, FLOW_CALLER);
	return m;
}

FLOW_DECLARE(dbus_message_get_path);
FLOW_DECLARE(dbus_message_get_interface);
FLOW_DECLARE(dbus_message_get_member);
const char *dbus_message_get_path(DBusMessage *m);
const char *dbus_message_get_interface(DBusMessage *m);
const char *dbus_message_get_member(DBusMessage *m);

/* A reply is made of the number of the call, which is asked for just before; the call
 * may be gone by then. */
static _Thread_local struct {
	uint32_t number;
	bool asks;
	char path[256], member[256];
} call;

static void keep(const char *from, char to[256]) { snprintf(to, 256, "%s", from ? from : ""); }

FLOW_DECLARE(dbus_message_get_serial);
FLOW_EXPORT uint32_t dbus_message_get_serial(DBusMessage *m)
{
	uint32_t number = FORWARD(dbus_message_get_serial, m);

	call.number = 0;
	if (number && flow_on()) {
		keep(FORWARD(dbus_message_get_path, m), call.path);
		keep(FORWARD(dbus_message_get_member, m), call.member);
		call.asks = only_asks(NULL, FORWARD(dbus_message_get_interface, m), call.member);
		call.number = number;
	}
	return number;
}

FLOW_DECLARE(dbus_message_set_reply_serial);
FLOW_EXPORT uint32_t dbus_message_set_reply_serial(DBusMessage *m, uint32_t number)
{
	if (number && number == call.number && !call.asks)
		begin(m, "reply", call.path, call.member, FLOW_CALLER);
	return FORWARD(dbus_message_set_reply_serial, m, number);
}

FLOW_DECLARE(dbus_message_iter_append_basic);
FLOW_EXPORT uint32_t dbus_message_iter_append_basic(DBusMessageIter *to, int type, const void *at)
{
	value(to->message, type, at, FLOW_CALLER);
	return FORWARD(dbus_message_iter_append_basic, to, type, at);
}

FLOW_DECLARE(dbus_message_iter_append_fixed_array);
FLOW_EXPORT uint32_t dbus_message_iter_append_fixed_array(DBusMessageIter *to, int type, const void *at, int n)
{
	argument(to->message, *(const void *const *)at, (size_t)n * size_of(type), FLOW_CALLER); /* of no texts */
	return FORWARD(dbus_message_iter_append_fixed_array, to, type, at, n);
}
