/* sinks_dbus.c: messages that GIO sends on D-Bus, for record --flow, by the names that
 * flowlib gives those of libdbus. GIO makes the bytes of a message in the handler that
 * sends it, and hands them to a thread of its own. What a reply answers it does not
 * say: all are dbus:reply.
 *
 * Rules: the message alone is asked, for its connection is locked.
 */
#include "glibhooks.h"

#include <loopcore/sinks.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { CALL = 1, SIGNAL = 4 }; /* types of messages */

/* The name of what a message is sent to; false: nothing that lasts, for who only asks
 * changes nothing. */
static bool name_of(void *message, char name[SINK_NAME])
{
	const char *service = glib.message_destination(message), *path = glib.message_path(message);
	const char *interface = glib.message_interface(message), *member = glib.message_member(message);
	int type = glib.message_type(message);

	if (type != CALL && type != SIGNAL) {
		strcpy(name, "dbus:reply");
		return true;
	}
	if (!path || !member || !interface)
		interface = "";
	else if (type == CALL && (strcmp(interface, "org.freedesktop.DBus") == 0 ||
	                          strcmp(interface, "org.freedesktop.DBus.Introspectable") == 0 ||
	                          strcmp(interface, "org.freedesktop.DBus.Peer") == 0))
		return false;
	else if (strcmp(interface, "org.freedesktop.DBus.Properties") == 0 && strncmp(member, "Get", 3) == 0)
		return false;
	snprintf(name, SINK_NAME, "dbus:%s%s.%s", type == CALL && service ? service : "", path ? path : "", member ? member : "");
	return true;
}

void *on_message_bytes(void *message, gsize *size, int capabilities, void *error)
{
	if (sinks_on() && glib_hooks_on()) {
		char name[SINK_NAME];
		int saved = errno;
		if (name_of(message, name)) {
			bool quiet = emit_quiet(); /* what GLib does to answer is no part of the program */
			void *body = glib.message_body(message);
			const void *bytes = body ? glib.variant_data(body) : name;
			size_t n = body ? glib.variant_size(body) : strlen(name);
			emit_loud(quiet);
			sinks_tell(name, "append", bytes, n, true, __builtin_return_address(0));
		}
		errno = saved;
	}
	return glib.message_bytes(message, size, capabilities, error);
}
