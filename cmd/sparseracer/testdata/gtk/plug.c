/* plug: a program with a window, another one and an icon for a tray, which is a GtkPlug; the window is not modal, nor is
 * its dialog. */
#include <gtk/gtk.h>
#include <gtk/gtkx.h>

static void asks(GtkButton *button, gpointer window)
{
	(void)button;
	GtkWidget *dialog = gtk_dialog_new_with_buttons("Question", window, 0, "_Cancel", GTK_RESPONSE_CANCEL, NULL);
	gtk_widget_show(dialog);
	g_signal_connect(dialog, "response", G_CALLBACK(gtk_widget_destroy), NULL);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *plug = gtk_plug_new(0), *other = gtk_window_new(GTK_WINDOW_TOPLEVEL), *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	GtkWidget *button = gtk_button_new_with_label("Ask");
	gtk_window_set_title(GTK_WINDOW(other), "Other");
	gtk_window_set_title(GTK_WINDOW(window), "Main");
	gtk_container_add(GTK_CONTAINER(window), button);
	g_signal_connect(button, "clicked", G_CALLBACK(asks), window);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	g_signal_connect(other, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_widget_show(plug);
	gtk_widget_show(other);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
