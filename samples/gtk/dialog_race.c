/* dialog_race: the editor asks whether to save, in gtk_dialog_run; its window may be
 * destroyed while the question is open, and the editor goes with it.
 *
 * With MENDED: after the question it looks whether the editor is still there. */
#include <gtk/gtk.h>

typedef struct {
	GtkWidget *window;
	char *title;
	int saved;
} Editor;

static int over;
#ifdef MENDED
static Editor *shown; /* NULL when its window is gone */
#endif

static void ends(void)
{
	if (++over == 2)
		gtk_main_quit();
}

static gboolean answer(gpointer dialog)
{
	gtk_dialog_response(dialog, GTK_RESPONSE_YES);
	return G_SOURCE_REMOVE;
}

static gboolean save(gpointer data)
{
#ifdef MENDED
	(void)data;
#else
	Editor *editor = data;
#endif
	GtkWidget *dialog = gtk_message_dialog_new(NULL, GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION,
						   GTK_BUTTONS_YES_NO, "Save?");
	g_timeout_add(100, answer, dialog);
	int response = gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
#ifdef MENDED
	if (shown) {
		shown->saved = response == GTK_RESPONSE_YES;
		g_print("%s: saved %d\n", shown->title, shown->saved);
	}
#else
	editor->saved = response == GTK_RESPONSE_YES;
	g_print("%s: saved %d\n", editor->title, editor->saved);
#endif
	ends();
	return G_SOURCE_REMOVE;
}

static void window_destroyed(GtkWidget *window, Editor *editor)
{
	(void)window;
#ifdef MENDED
	shown = NULL;
#endif
	g_free(editor->title);
	g_free(editor);
	ends();
}

static gboolean close_window(gpointer window)
{
	gtk_widget_destroy(window);
	return G_SOURCE_REMOVE;
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	Editor *editor = g_new0(Editor, 1);
#ifdef MENDED
	shown = editor;
#endif
	editor->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	editor->title = g_strdup("letter");
	g_signal_connect(editor->window, "destroy", G_CALLBACK(window_destroyed), editor);
	gtk_widget_show_all(editor->window);
	g_idle_add(save, editor);
	g_timeout_add(1500, close_window, editor->window);
	gtk_main();
	return 0;
}
