/* A handler asks in a loop of its own and then marks its document, an object that nothing holds for it: when its tab is
 * closed meanwhile, the document is finalized. */
#include <glib-object.h>

typedef struct {
	GObject parent;
	int saved;
} Document;
typedef struct {
	GObjectClass parent;
} DocumentClass;
G_DEFINE_TYPE(Document, document, G_TYPE_OBJECT)

static GMainLoop *loop;

static void document_class_init(DocumentClass *class)
{
	(void)class;
}

static void document_init(Document *document)
{
	document->saved = 0;
}

static gboolean answered(gpointer prompt)
{
	g_main_loop_quit(prompt);
	return G_SOURCE_REMOVE;
}

static gboolean ask(gpointer data)
{
	Document *document = data;
	GMainLoop *prompt = g_main_loop_new(NULL, FALSE);
	g_timeout_add(100, answered, prompt);
	g_main_loop_run(prompt);
	g_main_loop_unref(prompt);
	document->saved++;
	g_print("saved %d\n", document->saved);
	return G_SOURCE_REMOVE;
}

static gboolean tab_closed(gpointer document)
{
	g_object_unref(document);
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	Document *document = g_object_new(document_get_type(), NULL);
	loop = g_main_loop_new(NULL, FALSE);
	g_idle_add(ask, document);
	g_timeout_add(400, tab_closed, document);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
