/* rest: as rest.cpp, with GTK 3. With TITLE_BAR the window draws its own title bar, which has a button of the program. */
#include <gtk/gtk.h>
#include <time.h>

static int left = 40;

static gboolean piece(gpointer window)
{
	for (clock_t begun = clock(); clock() - begun < CLOCKS_PER_SEC / 200;)
		;
	if (--left)
		return G_SOURCE_CONTINUE;
	gtk_window_set_title(window, "Done");
	return G_SOURCE_REMOVE;
}

static void works(GtkButton *button, gpointer window)
{
	(void)button;
	g_idle_add(piece, window);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *button = gtk_button_new_with_label("Work");
	gtk_window_set_title(GTK_WINDOW(window), "Idle");
	gtk_container_add(GTK_CONTAINER(window), button);
#ifdef TITLE_BAR
	GtkWidget *bar = gtk_header_bar_new();
	gtk_header_bar_set_show_close_button(GTK_HEADER_BAR(bar), TRUE);
	gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), gtk_button_new_with_label("Own"));
	gtk_window_set_titlebar(GTK_WINDOW(window), bar);
#endif
	g_signal_connect(button, "clicked", G_CALLBACK(works), window);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
