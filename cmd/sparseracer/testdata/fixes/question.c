/* A window of a class of its own asks with gtk_dialog_run whether to save, in the condition of a branch. While the
 * question is open, the window may be destroyed. */
#include <gtk/gtk.h>

typedef struct {
	GtkWindow parent;
	int saved;
} Editor;
typedef struct {
	GtkWindowClass parent;
} EditorClass;
G_DEFINE_TYPE(Editor, editor, GTK_TYPE_WINDOW)

static void editor_class_init(EditorClass *class)
{
	(void)class;
}

static void editor_init(Editor *editor)
{
	editor->saved = 0;
}

/* The program ends when it is saved and the window is gone, in whatever order. */
static void ends(void)
{
	static int over;
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
	Editor *editor = data;
	GtkWidget *dialog = gtk_message_dialog_new(NULL, GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_YES_NO, "Save?");
	g_timeout_add(100, answer, dialog);
	if (gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_YES) {
		editor->saved++;
		g_print("saved %d\n", editor->saved);
	}
	gtk_widget_destroy(dialog);
	ends();
	return G_SOURCE_REMOVE;
}

static gboolean close_window(gpointer window)
{
	gtk_widget_destroy(window);
	ends();
	return G_SOURCE_REMOVE;
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	Editor *editor = g_object_new(editor_get_type(), NULL);
	gtk_widget_show_all(GTK_WIDGET(editor));
	g_idle_add(save, editor);
	g_timeout_add(1500, close_window, editor);
	gtk_main();
	return 0;
}
