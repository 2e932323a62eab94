/* four: says what a person does to it, with GTK 4, whose headers it does without. */
#include <stdio.h>

typedef struct GtkWidget GtkWidget;
typedef struct GMainLoop GMainLoop;

void gtk_init(void);
GtkWidget *gtk_window_new(void);
void gtk_window_set_child(GtkWidget *window, GtkWidget *child);
void gtk_window_set_default_size(GtkWidget *window, int width, int height);
void gtk_window_present(GtkWidget *window);
void gtk_window_destroy(GtkWidget *window);
void gtk_window_set_modal(GtkWidget *window, int modal);
void gtk_window_set_transient_for(GtkWidget *window, GtkWidget *parent);
GtkWidget *gtk_box_new(int orientation, int spacing);
void gtk_box_append(GtkWidget *box, GtkWidget *child);
GtkWidget *gtk_button_new_with_label(const char *label);
GtkWidget *gtk_button_new(void);
GtkWidget *gtk_password_entry_new(void);
void gtk_widget_set_tooltip_text(GtkWidget *widget, const char *text);
void gtk_widget_set_name(GtkWidget *widget, const char *name);
unsigned long g_signal_connect_data(void *object, const char *signal, void (*f)(void), void *data, void *notify, int flags);
GMainLoop *g_main_loop_new(void *context, int running);
void g_main_loop_run(GMainLoop *loop);
void g_main_loop_quit(GMainLoop *loop);

static GtkWidget *window;
static GMainLoop *whole, *nested;

static void connect(GtkWidget *widget, const char *signal, void *f, const char *data)
{
	g_signal_connect_data(widget, signal, (void (*)(void))f, (void *)data, NULL, 0);
}

static void says(GtkWidget *widget, const char *what)
{
	(void)widget;
	puts(what);
}

static void answered(GtkWidget *button, GtkWidget *dialog)
{
	(void)button;
	puts("answered");
	gtk_window_destroy(dialog);
	g_main_loop_quit(nested);
}

static void asks(GtkWidget *widget, void *data)
{
	(void)widget, (void)data;
	GtkWidget *dialog = gtk_window_new(), *button = gtk_button_new_with_label("Yes");
	gtk_window_set_modal(dialog, 1);
	gtk_window_set_transient_for(dialog, window);
	gtk_window_set_child(dialog, button);
	connect(button, "clicked", (void *)answered, (const char *)dialog);
	gtk_window_present(dialog);
	nested = g_main_loop_new(NULL, 0);
	g_main_loop_run(nested);
	puts("went on");
}

static int closes(GtkWidget *widget, void *data)
{
	(void)widget, (void)data;
	puts("closed");
	g_main_loop_quit(whole);
	return 0;
}

int main(void)
{
	gtk_init();
	window = gtk_window_new();
	GtkWidget *box = gtk_box_new(1, 4), *go = gtk_button_new_with_label("Go"), *icon = gtk_button_new(), *entry = gtk_password_entry_new();
	gtk_window_set_default_size(window, 300, 200);
	gtk_widget_set_tooltip_text(icon, "Ask");
	gtk_widget_set_name(entry, "secret");
	connect(go, "clicked", (void *)says, "go");
	connect(icon, "clicked", (void *)asks, NULL);
	connect(window, "close-request", (void *)closes, NULL);
	gtk_box_append(box, go);
	gtk_box_append(box, icon);
	gtk_box_append(box, entry);
	gtk_window_set_child(window, box);
	gtk_window_present(window);
	whole = g_main_loop_new(NULL, 0);
	g_main_loop_run(whole);
	return 0;
}
