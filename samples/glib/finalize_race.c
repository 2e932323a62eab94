/* finalize_race: a view asks for a redraw when the loop is idle, and holds no
 * reference for it; when the last one to the view goes, the idle is still queued.
 *
 * With MENDED: the idle asks a weak pointer. */
#include <glib-object.h>

typedef struct {
	GObject parent;
	int drawn;
} View;
typedef struct {
	GObjectClass parent;
} ViewClass;
G_DEFINE_TYPE(View, view, G_TYPE_OBJECT)

static GMainLoop *loop;
static int over;
#ifdef MENDED
static View *shown; /* NULL when the view is gone */
#endif

static void ends(void)
{
	if (++over == 2)
		g_main_loop_quit(loop);
}

static gboolean redraw(gpointer data)
{
#ifdef MENDED
	(void)data;
	if (shown)
		g_print("drawn %d\n", ++shown->drawn);
#else
	View *view = data;
	view->drawn++;
	g_print("drawn %d\n", view->drawn);
#endif
	ends();
	return G_SOURCE_REMOVE;
}

static gboolean tab_closed(gpointer view)
{
	g_object_unref(view);
	ends();
	return G_SOURCE_REMOVE;
}

static void view_finalize(GObject *object)
{
	g_print("finalized\n");
	G_OBJECT_CLASS(view_parent_class)->finalize(object);
}

static void view_class_init(ViewClass *class)
{
	G_OBJECT_CLASS(class)->finalize = view_finalize;
}

static void view_init(View *view)
{
#ifdef MENDED
	shown = view;
	g_object_add_weak_pointer(G_OBJECT(view), (gpointer *)&shown);
	g_idle_add(redraw, NULL);
#else
	g_idle_add(redraw, view);
#endif
}

int main(void)
{
	loop = g_main_loop_new(NULL, FALSE);
	g_timeout_add(200, tab_closed, g_object_new(view_get_type(), NULL));
	g_main_loop_run(loop);
	g_main_loop_unref(loop);
	return 0;
}
