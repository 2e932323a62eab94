/* peers: calls over a D-Bus connection to itself, `many`: after others, which another handler makes. */
#include <gio/gio.h>
#include <string.h>
#include <sys/socket.h>

static GMainLoop *loop;
static GDBusConnection *here, *there;

static GDBusMessage *replies(GDBusConnection *connection, GDBusMessage *message, gboolean incoming, gpointer unused)
{
	(void)unused;
	if (!incoming || g_dbus_message_get_message_type(message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL)
		return message;
	GDBusMessage *reply = g_dbus_message_new_method_reply(message);
	g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL);
	g_object_unref(reply);
	g_object_unref(message);
	return NULL;
}

static GDBusConnection *end_of(int fd, GDBusConnectionFlags flags, const char *guid)
{
	GSocket *socket = g_socket_new_from_fd(fd, NULL);
	GSocketConnection *stream = g_socket_connection_factory_create_connection(socket);
	GDBusConnection *connection = g_dbus_connection_new_sync(G_IO_STREAM(stream), guid, flags, NULL, NULL, NULL);
	g_object_unref(stream);
	g_object_unref(socket);
	return connection;
}

static gpointer serves(gpointer fd)
{
	char *guid = g_dbus_generate_guid();
	there = end_of(GPOINTER_TO_INT(fd), G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER | G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_ALLOW_ANONYMOUS, guid);
	if (there)
		g_dbus_connection_add_filter(there, replies, NULL, NULL);
	g_free(guid);
	return NULL;
}

static void answered(GObject *source, GAsyncResult *result, gpointer last)
{
	GVariant *answer = g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, NULL);
	if (answer)
		g_variant_unref(answer);
	if (last)
		g_main_loop_quit(loop);
}

static void call(gpointer last)
{
	g_dbus_connection_call(here, NULL, "/there", "org.example.There", "Ask", NULL, NULL, G_DBUS_CALL_FLAGS_NONE, 25000, NULL, answered, last);
}

static gboolean is_busy(gpointer unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++)
		call(NULL);
	return G_SOURCE_REMOVE;
}

static gboolean asks(gpointer unused)
{
	(void)unused;
	call(loop);
	return G_SOURCE_REMOVE;
}

int main(int argc, char **argv)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 1;
	loop = g_main_loop_new(NULL, FALSE);
	GThread *thread = g_thread_new("serves", serves, GINT_TO_POINTER(ends[1]));
	here = end_of(ends[0], G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT, NULL);
	g_thread_join(thread);
	if (!here || !there)
		return 2;
	g_timeout_add(100, asks, NULL);
	if (argc > 1 && strcmp(argv[1], "many") == 0)
		g_timeout_add(1, is_busy, NULL);
	g_main_loop_run(loop);
	return 0;
}
