/* A handler asks in a loop of its own and then prints a title that belongs to an object, which nothing holds for it: when its
 * tab is closed meanwhile, the object and its title are gone. */
#include <glib-object.h>

typedef struct {
	GObject parent;
	char *title;
} Document;
typedef struct {
	GObjectClass parent;
} DocumentClass;
G_DEFINE_TYPE(Document, document, G_TYPE_OBJECT)

static GMainLoop *loop;

static void document_finalize(GObject *object)
{
	g_free(((Document *)object)->title);
	G_OBJECT_CLASS(document_parent_class)->finalize(object);
}

static void document_class_init(DocumentClass *class)
{
	G_OBJECT_CLASS(class)->finalize = document_finalize;
}

static void document_init(Document *document)
{
	document->title = g_strdup("letter");
}

static gboolean answered(gpointer prompt)
{
	g_main_loop_quit(prompt);
	return G_SOURCE_REMOVE;
}

/* The program's own, so that what it reads is seen. */
static int length(const char *text)
{
	int n = 0;
	while (text[n])
		n++;
	return n;
}

static gboolean ask(gpointer data)
{
	Document *document = data;
	const char *title = document->title;
	GMainLoop *prompt = g_main_loop_new(NULL, FALSE);
	g_timeout_add(100, answered, prompt);
	g_main_loop_run(prompt);
	g_main_loop_unref(prompt);
	g_print("saved %d\n", length(title));
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
