// clock.cpp: see clock.h. A source of the default context, which every loop of GTK turns.
#include "clock.h"

#include <gtkwidgets/gtk.h>
#include <players/aside.h>

#include <utility>

namespace session {

namespace {

GSource *source; // stays to the program's end
// Never destroyed: loops may turn while the program ends.
std::function<void()> &next = *new std::function<void()>;

gboolean ticks(GSource *s, GSourceFunc, gpointer)
{
	Aside aside;
	gtk::functions()->source_set_ready_time(s, -1);
	if (next)
		std::exchange(next, nullptr)();
	return G_SOURCE_CONTINUE;
}

GSourceFuncs funcs = { nullptr, nullptr, ticks, nullptr, nullptr, nullptr };

} // namespace

void startClock()
{
	Aside aside;
	const gtk::Functions *f = gtk::functions();
	source = f->source_new(&funcs, sizeof(GSource));
	f->source_set_priority(source, G_PRIORITY_HIGH);
	f->source_set_can_recurse(source, TRUE); // of a step that turns a loop itself nothing is known
	f->source_attach(source, nullptr);
}

void after(int ms, std::function<void()> f)
{
	next = std::move(f);
	const gtk::Functions *g = gtk::functions();
	g->source_set_ready_time(source, g->monotonic_time() + ms * gint64(1000));
}

} // namespace session
