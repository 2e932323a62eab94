/* first.c: asks before its own loop begins, having initialized GTK with its options. */
#include <gtk/gtk.h>
#include <string.h>

int main(int argc, char **argv)
{
	GOptionEntry none[] = { { NULL, 0, 0, 0, NULL, NULL, NULL } };
	gboolean parsed = argc > 1 && !strcmp(argv[1], "parse");
	if (parsed) {
		GOptionContext *options = g_option_context_new("");
		g_option_context_add_group(options, gtk_get_option_group(TRUE));
		argc = 1;
		if (!g_option_context_parse(options, &argc, &argv, NULL))
			return 1;
		g_option_context_free(options);
	} else if (!gtk_init_with_args(&argc, &argv, "", none, NULL, NULL)) {
		return 1;
	}
	GtkWidget *ask = gtk_message_dialog_new(NULL, GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "No burner is here. Go on?");
	gtk_dialog_add_button(GTK_DIALOG(ask), "Go on", 1);
	int answer = gtk_dialog_run(GTK_DIALOG(ask));
	gtk_widget_destroy(ask);
	g_printerr("answered %d\n", answer);
	if (answer != 1)
		return 0;
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_widget_show_all(window);
	gtk_main();
	g_printerr("closed\n");
	return 0;
}
