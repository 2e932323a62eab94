/* popup_race: the menu of a track is run in a loop that waits for its end, as programs did that
 * came from other toolkits; the list of tracks is filled anew when a disc is put in.
 *
 * With MENDED: after the menu it looks whether the track is still there. */
#include <gtk/gtk.h>

typedef struct {
	int plays;
} Track;

static Track *track;
static GMainLoop *menu_loop;
static int selected;

static void menu_ends(GtkWidget *menu, gpointer data)
{
	(void)menu, (void)data;
	g_main_loop_quit(menu_loop);
}

static void item_chosen(GtkMenuItem *item, gpointer number)
{
	(void)item;
	selected = GPOINTER_TO_INT(number);
}

static int run_menu(void)
{
	static const char *const texts[] = { "Play", "Play next" };
	GtkWidget *menu = gtk_menu_new();
	for (int i = 0; i < 2; i++) {
		GtkWidget *item = gtk_menu_item_new_with_label(texts[i]);
		g_signal_connect(item, "activate", G_CALLBACK(item_chosen), GINT_TO_POINTER(i + 1));
		gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
	}
	gtk_widget_show_all(menu);
	selected = 0;
	menu_loop = g_main_loop_new(NULL, FALSE);
	g_signal_connect(menu, "selection-done", G_CALLBACK(menu_ends), NULL);
	gtk_menu_popup_at_pointer(GTK_MENU(menu), NULL);
	g_main_loop_run(menu_loop);
	g_main_loop_unref(menu_loop);
	gtk_widget_destroy(menu);
	return selected;
}

static gboolean disc_read(gpointer data)
{
	(void)data;
	g_free(track);
	track = g_new0(Track, 1);
	return G_SOURCE_REMOVE;
}

static void insert_disc(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	g_timeout_add(3000, disc_read, NULL);
}

static void show_menu(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	Track *t = track;
	int chosen = run_menu();
#ifdef MENDED
	if (t != track)
		return;
#endif
	t->plays += chosen;
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *button;
	gtk_window_set_title(GTK_WINDOW(window), "Player");
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_container_add(GTK_CONTAINER(window), box);
	button = gtk_button_new_with_label("Track");
	g_signal_connect(button, "clicked", G_CALLBACK(show_menu), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	button = gtk_button_new_with_label("Insert disc");
	g_signal_connect(button, "clicked", G_CALLBACK(insert_disc), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	track = g_new0(Track, 1);
	gtk_widget_show_all(window);
	gtk_main();
	g_free(track);
	return 0;
}
