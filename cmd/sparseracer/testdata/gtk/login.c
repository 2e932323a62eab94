/* login: a field that hides what stands in it. While something is typed, a popup beside it says
 * that this is too short: it has no keyboard, and is on top. */
#include <gtk/gtk.h>

enum { SHORTEST = 6 };

static void on_typed(GtkEditable *entry, const char *text, int length, int *at, gpointer popup)
{
	static int typed;
	(void)entry, (void)text, (void)length, (void)at;
	if (++typed < SHORTEST)
		gtk_widget_show_all(popup);
	else
		gtk_widget_hide(popup);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *popup = gtk_window_new(GTK_WINDOW_POPUP);
	gtk_container_add(GTK_CONTAINER(popup), gtk_label_new("too short"));
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	GtkWidget *entry = gtk_entry_new(), *button = gtk_button_new_with_label("Go");
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_container_add(GTK_CONTAINER(window), box);
	gtk_widget_set_name(entry, "secret");
	gtk_entry_set_visibility(GTK_ENTRY(entry), FALSE);
	gtk_entry_set_text(GTK_ENTRY(entry), "hunter2");
	g_signal_connect(entry, "insert-text", G_CALLBACK(on_typed), popup);
	gtk_container_add(GTK_CONTAINER(box), entry);
	gtk_container_add(GTK_CONTAINER(box), button);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
