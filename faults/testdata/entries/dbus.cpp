// dbus.cpp: libdbus. There is a listener that never answers, and no bus.
#include "entry.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dbus/dbus.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define USE [] () -> void

template <class F> static void with_message(F f)
{
	DBusMessage *m = dbus_message_new_signal("/a", "a.b", "c");

	MUST(m);
	f(m);
	dbus_message_unref(m);
	errno = 77; // not said by libdbus
}

static DBusHandlerResult pass(DBusConnection *, DBusMessage *, void *) { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED; }

template <class F> static void with_connection(F f)
{
	sockaddr_un at = {};
	const char *path = mine("bus");
	char address[200];
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sun_family = AF_UNIX;
	snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
	unlink(path);
	MUST(fd >= 0 && bind(fd, reinterpret_cast<sockaddr *>(&at), sizeof at) == 0 && listen(fd, 5) == 0);
	snprintf(address, sizeof address, "unix:path=%s", path);
	DBusConnection *c = dbus_connection_open_private(address, nullptr);
	MUST(c);
	dbus_connection_set_exit_on_disconnect(c, FALSE);
	f(c);
	dbus_connection_close(c);
	dbus_connection_unref(c);
	MUST(close(fd) == 0 && unlink(path) == 0);
	errno = 77;
}

template <class F> static void no_bus(F get)
{
	DBusError why = DBUS_ERROR_INIT;

	MUST(!get(DBUS_BUS_SESSION, &why) && dbus_error_is_set(&why));
	dbus_error_free(&why);
	errno = 77;
}

const entry dbus_entries[] = {
	{ "dbus_bus_get", USE { no_bus(dbus_bus_get); }, 0 },
	{ "dbus_bus_get_private", USE { no_bus(dbus_bus_get_private); }, 0 },
	{ "dbus_bus_add_match", USE { with_connection([] (DBusConnection *c) { dbus_bus_add_match(c, "type='signal'", nullptr); }); }, 0 },
	{ "dbus_connection_add_filter", USE { with_connection([] (DBusConnection *c) { MUST(dbus_connection_add_filter(c, pass, nullptr, nullptr)); }); }, 0 },
	{ "dbus_connection_remove_filter", USE { with_connection([] (DBusConnection *c) { MUST(dbus_connection_add_filter(c, pass, nullptr, nullptr)); dbus_connection_remove_filter(c, pass, nullptr); }); }, 0 },
	{ "dbus_message_new", USE { DBusMessage *m = dbus_message_new(DBUS_MESSAGE_TYPE_SIGNAL); MUST(m); dbus_message_unref(m); errno = 77; }, 0 },
	{ "dbus_message_new_method_call", USE { DBusMessage *m = dbus_message_new_method_call("a.b", "/a", "a.b", "c"); MUST(m && !strcmp(dbus_message_get_member(m), "c")); dbus_message_unref(m); errno = 77; }, 0 },
	{ "dbus_message_new_signal", USE { with_message([] (DBusMessage *m) { MUST(!strcmp(dbus_message_get_path(m), "/a")); }); }, 0 },
	{ "dbus_message_get_serial", USE { with_message([] (DBusMessage *m) { MUST(dbus_message_get_serial(m) == 0); }); }, 0 },
	{ "dbus_message_set_reply_serial", USE { with_message([] (DBusMessage *m) { MUST(dbus_message_set_reply_serial(m, 7) && dbus_message_get_reply_serial(m) == 7); }); }, 0 },
	{ "dbus_message_iter_append_basic", USE { with_message([] (DBusMessage *m) { DBusMessageIter i; const char *text = "text"; dbus_message_iter_init_append(m, &i); MUST(dbus_message_iter_append_basic(&i, DBUS_TYPE_STRING, &text)); }); }, 0 },
	{ "dbus_message_iter_append_fixed_array", USE { with_message([] (DBusMessage *m) { DBusMessageIter i, a; const unsigned char bytes[] = { 1, 2, 3 }, *at = bytes; dbus_message_iter_init_append(m, &i); MUST(dbus_message_iter_open_container(&i, DBUS_TYPE_ARRAY, "y", &a)); MUST(dbus_message_iter_append_fixed_array(&a, DBUS_TYPE_BYTE, &at, 3)); MUST(dbus_message_iter_close_container(&i, &a)); }); }, 0 },
	{},
};
