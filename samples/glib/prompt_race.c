/* prompt_race: closing a document asks a question in a loop of its own; when the
 * document's window goes meanwhile, the question's answer finds it gone.
 *
 * With MENDED: after the question it looks whether the document is still open. */
#include <glib.h>

typedef struct {
	char name[32];
	gboolean saved;
} Document;

static GMainLoop *loop;
#ifdef MENDED
static Document *shown;
#endif

static gboolean answered(gpointer prompt)
{
	g_main_loop_quit(prompt);
	return G_SOURCE_REMOVE;
}

static gboolean ask(gpointer data)
{
#ifdef MENDED
	(void)data;
#else
	Document *document = data;
#endif
	GMainLoop *prompt = g_main_loop_new(NULL, FALSE);
	g_timeout_add(100, answered, prompt);
	g_main_loop_run(prompt);
	g_main_loop_unref(prompt);
#ifdef MENDED
	if (shown) {
		shown->saved = TRUE;
		g_print("%s is saved\n", shown->name);
	}
#else
	document->saved = TRUE;
	g_print("%s is saved\n", document->name);
#endif
	return G_SOURCE_REMOVE;
}

static gboolean window_gone(gpointer document)
{
#ifdef MENDED
	shown = NULL;
#endif
	g_free(document);
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

int main(void)
{
	Document *document = g_new0(Document, 1);
	g_strlcpy(document->name, "letter", sizeof(document->name));
#ifdef MENDED
	shown = document;
#endif
	loop = g_main_loop_new(NULL, FALSE);
	g_idle_add(ask, document);
	g_timeout_add(400, window_gone, document);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
