// hour.cpp: an hour passes for the program's timers, for outside.h.
#include <gtkwidgets/gtk.h>
#include <players/aside.h>
#include <players/outside.h>

#include <algorithm>
#include <vector>

namespace session {

namespace {

struct Timer {
	gint64 due;
	guint id; // no reference: its program may destroy it
};

// Those that are due within the hour, the last one first. Never destroyed: loops may turn while the program ends.
std::vector<Timer> &waiting = *new std::vector<Timer>;
GSource *source; // lets them fire, stays to the program's end

// GLib dispatches what is due in the order in which it was attached. Timers come by their due times, so one is due at
// a time: this source is behind all others, and the next timer's turn comes when the one before has fired.
gboolean nextIsDue(GSource *s, GSourceFunc, gpointer)
{
	Aside aside;
	const gtk::Functions *g = gtk::functions();
	while (!waiting.empty()) {
		Timer t = waiting.back();
		waiting.pop_back();
		GSource *of = g->source_of(nullptr, t.id);
		if (of && g->source_ready_time(of) == t.due) { // neither stopped nor started again meanwhile
			g->source_set_ready_time(of, 0);
			return G_SOURCE_CONTINUE;
		}
	}
	g->source_set_ready_time(s, -1);
	return G_SOURCE_CONTINUE;
}

GSourceFuncs funcs = { nullptr, nullptr, nextIsDue, nullptr, nullptr, nullptr };

} // namespace

bool letAnHourPass()
{
	enum { MOST = 1 << 20, LAST = 1000000 }; // numbers that are looked at; a priority
	const gtk::Functions *g = gtk::functions();
	guint number = 0;
	if (!source) {
		source = g->source_new(&funcs, sizeof(GSource));
		g->source_set_priority(source, LAST);
		g->source_set_can_recurse(source, TRUE); // a timer may turn a loop
		g->source_attach(source, nullptr);
	}
	// Numbers of sources rise: one that is made now has the highest.
	GSource *probe = g->source_new(&funcs, sizeof(GSource));
	number = g->source_attach(probe, nullptr);
	g->source_destroy(probe);
	g->source_unref(probe);

	gint64 hour = g->monotonic_time() + 3600 * gint64(1000000);
	waiting.clear();
	for (guint id = number > MOST ? number - MOST : 1; id < number; id++)
		if (GSource *s = g->source_of(nullptr, id)) {
			gint64 due = g->source_ready_time(s);
			if (due > 0 && due <= hour)
				waiting.push_back({ due, id });
		}
	std::stable_sort(waiting.begin(), waiting.end(), [](const Timer &a, const Timer &b) { return a.due > b.due; });
	g->source_set_ready_time(source, 0);
	return true; // where no timer waits, the hour passes all the same
}

} // namespace session
