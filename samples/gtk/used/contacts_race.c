/* contacts_race: "Remove" asks in gtk_dialog_run about the contact that is chosen; the list comes
 * anew from its server meanwhile, and the contact with it.
 *
 * With MENDED: the contact is looked up by its number after the question. */
#include <gtk/gtk.h>

typedef struct {
	int number;
	char *name;
} Contact;

static Contact *chosen;
static GtkWidget *window, *shown;

static void forget(void)
{
	if (chosen) {
		g_free(chosen->name);
		g_free(chosen);
	}
	chosen = NULL;
}

static Contact *load(int number)
{
	Contact *c = g_new0(Contact, 1);
	c->number = number;
	c->name = g_strdup_printf("Contact %d", number);
	return c;
}

/* The server has said that the list changed. */
static gboolean reload(gpointer data)
{
	(void)data;
	forget();
	chosen = load(7);
	gtk_label_set_text(GTK_LABEL(shown), chosen->name);
	return G_SOURCE_REMOVE;
}

static void synchronise(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	g_timeout_add(3000, reload, NULL);
}

static void remove_contact(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	Contact *c = chosen;
	if (!c)
		return;
	GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(window), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_YES_NO,
						   "Remove %s?", c->name);
#ifdef MENDED
	int number = c->number;
#endif
	int response = gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
#ifdef MENDED
	c = chosen && chosen->number == number ? chosen : NULL;
	if (!c)
		return;
#endif
	char *text = g_strdup_printf("%s %s", c->name, response == GTK_RESPONSE_YES ? "is removed" : "stays");
	gtk_label_set_text(GTK_LABEL(shown), text);
	g_free(text);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(window), "Contacts");
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *button;
	gtk_container_add(GTK_CONTAINER(window), box);
	button = gtk_button_new_with_label("Remove…");
	g_signal_connect(button, "clicked", G_CALLBACK(remove_contact), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	button = gtk_button_new_with_label("Synchronise");
	g_signal_connect(button, "clicked", G_CALLBACK(synchronise), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	shown = gtk_label_new("");
	gtk_container_add(GTK_CONTAINER(box), shown);
	reload(NULL);
	gtk_widget_show_all(window);
	gtk_main();
	forget();
	return 0;
}
