/* told: says what a person does to it. */
#include <gtk/gtk.h>

static GtkWidget *window;

static void says(GtkWidget *widget, const char *what)
{
	(void)widget;
	g_print("%s\n", what);
}

static void asks(GtkWidget *widget, gpointer data)
{
	(void)widget, (void)data;
	GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(window), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_YES_NO, "Sure?");
	int response = gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
	g_print("answer %d\n", response);
}

static void typed(GtkWidget *entry, gpointer data)
{
	(void)data;
	g_print("entered %s\n", gtk_entry_get_text(GTK_ENTRY(entry)));
}

static gboolean pressed(GtkWidget *area, GdkEventButton *event, gpointer data)
{
	(void)area, (void)data;
	g_print("button %u, type %d\n", event->button, event->type);
	return TRUE;
}

/* Of a click nothing is said. */
static gboolean released(GtkWidget *area, GdkEventButton *event, gpointer data)
{
	(void)area, (void)data;
	if (event->y < 0)
		g_print("let go above\n");
	return TRUE;
}

static gboolean scrolled(GtkWidget *area, GdkEventScroll *event, gpointer data)
{
	(void)area, (void)data;
	g_print("scroll %d\n", event->direction);
	return TRUE;
}

static void add_item(GtkWidget *menu, const char *text, GCallback activated)
{
	GtkWidget *item = gtk_menu_item_new_with_mnemonic(text);
	g_signal_connect(item, "activate", activated, (gpointer)text);
	gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *bar = gtk_menu_bar_new(), *menu = gtk_menu_new();
	GtkWidget *entry = gtk_entry_new(), *button = gtk_button_new_with_mnemonic("_Ask"), *area = gtk_event_box_new();
	GtkWidget *off = gtk_button_new_with_label("Off"), *file = gtk_menu_item_new_with_mnemonic("_File");
	gtk_window_set_default_size(GTK_WINDOW(window), 300, 400);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_container_add(GTK_CONTAINER(window), box);
	add_item(menu, "_Open", G_CALLBACK(says));
	add_item(menu, "_Question", G_CALLBACK(asks));
	gtk_menu_item_set_submenu(GTK_MENU_ITEM(file), menu);
	gtk_menu_shell_append(GTK_MENU_SHELL(bar), file);
	gtk_widget_set_name(entry, "words");
	g_signal_connect(entry, "activate", G_CALLBACK(typed), NULL);
	g_signal_connect(button, "clicked", G_CALLBACK(asks), NULL);
	gtk_widget_set_sensitive(off, FALSE);
	g_signal_connect(off, "clicked", G_CALLBACK(says), "off");
	gtk_widget_add_events(area, GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK | GDK_SCROLL_MASK);
	g_signal_connect(area, "button-press-event", G_CALLBACK(pressed), NULL);
	g_signal_connect(area, "button-release-event", G_CALLBACK(released), NULL);
	g_signal_connect(area, "scroll-event", G_CALLBACK(scrolled), NULL);
	GtkWidget *all[] = { bar, entry, button, off };
	for (unsigned i = 0; i < G_N_ELEMENTS(all); i++)
		gtk_box_pack_start(GTK_BOX(box), all[i], FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), area, TRUE, TRUE, 0);
	gtk_widget_show_all(window);
	gtk_main();
	g_print("closed\n");
	return 0;
}
