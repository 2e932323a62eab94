/* viewer_race: a picture is shown in a window of its own; "Sharpen" in the tools turns the loop
 * while it works, and the picture's window can be closed meanwhile.
 *
 * With MENDED: the work is on a picture that it holds. */
#include <gtk/gtk.h>

typedef struct {
	int holders;
	int sharpness;
	GtkWidget *window;
} Picture;

static Picture *picture;

static void let_go(Picture *p)
{
	if (--p->holders == 0)
		g_free(p);
}

static void picture_closed(GtkWidget *window, Picture *p)
{
	(void)window;
	if (picture == p)
		picture = NULL;
	p->window = NULL;
	let_go(p);
}

static void open_picture(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	if (picture)
		return;
	picture = g_new0(Picture, 1);
	picture->holders = 1;
	picture->window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(picture->window), "Picture");
	gtk_window_set_default_size(GTK_WINDOW(picture->window), 200, 150);
	g_signal_connect(picture->window, "destroy", G_CALLBACK(picture_closed), picture);
	gtk_widget_show_all(picture->window);
}

/* The rest of the work is a thread's in the real program. */
static gboolean is_done(gpointer loop)
{
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static void sharpen(GtkButton *button, gpointer data)
{
	(void)button, (void)data;
	Picture *p = picture;
	if (!p)
		return;
#ifdef MENDED
	p->holders++;
#endif
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(400, is_done, loop);
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	p->sharpness++;
	if (p->window)
		gtk_window_set_title(GTK_WINDOW(p->window), "Picture, sharp");
#ifdef MENDED
	let_go(p);
#endif
}

int main(int argc, char **argv)
{
	gtk_init(&argc, &argv);
	GtkWidget *tools = gtk_window_new(GTK_WINDOW_TOPLEVEL), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4), *button;
	gtk_window_set_title(GTK_WINDOW(tools), "Tools");
	g_signal_connect(tools, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	gtk_container_add(GTK_CONTAINER(tools), box);
	button = gtk_button_new_with_label("Open picture");
	g_signal_connect(button, "clicked", G_CALLBACK(open_picture), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	button = gtk_button_new_with_label("Sharpen");
	g_signal_connect(button, "clicked", G_CALLBACK(sharpen), NULL);
	gtk_container_add(GTK_CONTAINER(box), button);
	open_picture(NULL, NULL);
	gtk_widget_show_all(tools);
	gtk_main();
	return 0;
}
