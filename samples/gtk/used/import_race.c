/* import_race: a page is filled while its handler turns a loop of its own, so that the window
 * stays alive; "Close page" is a click away and frees the page.
 *
 * With MENDED: the page lives as long as somebody holds it. */
#include <gtk/gtk.h>

typedef struct {
	int holders;
	int lines;
	GtkWidget *label;
} Page;

static Page *page;
static GtkWidget *box;

static void let_go(Page *p)
{
	if (--p->holders == 0)
		g_free(p);
}

static void new_page(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	if (page)
		return;
	page = g_new0(Page, 1);
	page->holders = 1;
	page->label = gtk_label_new("an empty page");
	gtk_box_pack_end(GTK_BOX(box), page->label, TRUE, TRUE, 0);
	gtk_widget_show(page->label);
}

static void close_page(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	if (!page)
		return;
	gtk_widget_destroy(page->label);
	page->label = NULL;
	let_go(page);
	page = NULL;
}

static gboolean arrived(gpointer loop)
{
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static void import_lines(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	Page *p = page;
	if (!p)
		return;
#ifdef MENDED
	p->holders++;
#endif
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(400, arrived, loop);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	p->lines += 10;
	if (p->label) {
		char *text = g_strdup_printf("%d lines", p->lines);
		gtk_label_set_text(GTK_LABEL(p->label), text);
		g_free(text);
	}
#ifdef MENDED
	let_go(p);
#endif
}

static void add_button(const char *text, GCallback clicked)
{
	GtkWidget *button = gtk_button_new_with_label(text);
	g_signal_connect(button, "clicked", clicked, NULL);
	gtk_box_pack_start(GTK_BOX(box), button, FALSE, FALSE, 0);
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(window), "Pages");
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
	gtk_container_add(GTK_CONTAINER(window), box);
	add_button("Import", G_CALLBACK(import_lines));
	add_button("Close page", G_CALLBACK(close_page));
	add_button("New page", G_CALLBACK(new_page));
	new_page(NULL, NULL);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
