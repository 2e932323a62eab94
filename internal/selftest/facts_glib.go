package selftest

import (
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
)

// GLib is hooked by its entries, with GIO's; GTK 3 turns GLib's loops in functions of its
// own, whose names nested loops have.
var GLib = &Family{
	Name: "GLib", Word: "glib", program: "sparse-glib-test", facts: glibFacts,
	names: [][]string{{"libglib-2.0.so.0", "libgio-2.0.so.0", "libgtk-3.so.0"}},
	run: func(t *test) error {
		return t.each(
			func() error { return t.mode("drive", steering.Option(steering.OptionFlow, "1")) }, // for what is sent
			func() error { return t.mode("application", "") },
			t.late)
	},
}

const (
	gio = 1
	gtk = 2

	attach   = "g_source_attach"
	dispatch = "GSourceFuncs.dispatch"
	loopRun  = "g_main_loop_run"

	takesSources = "idles, timeouts and all other sources: nearly all races of a program on GLib"
	takesLoops   = "nested event loops: the races that happen in them"
)

// glibFacts have the numbers of glibpatch/selftest/drive.c.
func glibFacts() []fact {
	return []fact{
		{hook: attach, what: "an idle was attached", takes: takesSources, steers: ofGLib,
			seen: func(r *recorded) bool { e := r.enq(0, "g_idle_add"); return e != nil && e.EventKind == trace.Posted }},
		{hook: dispatch, what: "an idle was dispatched", takes: takesSources, steers: ofGLib, needs: attach,
			seen: func(r *recorded) bool { return r.answered(0, "g_idle_add") }},
		{hook: "g_source_new", what: "a timeout was made that is due after its interval", takes: "when timeouts are due: their order", steers: typed("g_timeout_add"), needs: dispatch,
			seen: func(r *recorded) bool { e := r.enq(1, "g_timeout_add"); return e != nil && e.Attr("interval") == "3" }},
		{hook: dispatch, what: "a timeout fired", takes: takesSources, steers: ofGLib, needs: attach,
			seen: func(r *recorded) bool { return r.answered(1, "g_timeout_add") }},
		{hook: "g_source_destroy", what: "a timeout was removed", takes: "the end of sources: races with dispatches that cannot come", steers: ofGLib, needs: attach,
			seen: func(r *recorded) bool { return r.stoppedAtOnce(2, "g_timeout_add") }},
		dispatched(3, "g_unix_fd_add", "a descriptor was ready"),
		dispatched(4, "g_io_add_watch", "a channel was ready"),
		dispatched(5, "g_unix_signal_add", "a signal came"),
		dispatched(6, "g_child_watch_add", "a child ended"),
		dispatched(7, "g_idle_add", "a thread invoked a function in the main context"),
		dispatched(8, "g_source_attach", "a source of the program's own was dispatched"),
		{hook: loopRun, what: "a nested loop was run", takes: takesLoops, steers: inLoops(loopRun), needs: dispatch,
			seen: func(r *recorded) bool { return r.loops(9, loopRun) }},
		{hook: "g_main_loop_quit", what: "a nested loop was ended", takes: "who ends a nested loop: races with what follows it look unordered", steers: glibLoops, needs: loopRun,
			seen: func(r *recorded) bool { return r.has(9, trace.Reset) }},
		{hook: "g_main_context_iteration", what: "a loop was turned once", takes: takesLoops, steers: inLoops("g_main_context_iteration"), needs: loopRun,
			seen: func(r *recorded) bool { return r.loops(10, "g_main_context_iteration") && r.answered(10, "g_idle_add") }},
		{hook: "g_main_context_dispatch", what: "a loop was turned by hand", takes: takesLoops, steers: inLoops("g_main_context_dispatch"), needs: loopRun,
			seen: func(r *recorded) bool { return r.loops(11, "g_main_context_dispatch") && r.answered(11, "g_idle_add") }},
		{hook: "g_nullify_pointer", what: "a weak pointer was cleared", takes: "when weak pointers are cleared: races that a test of one prevents are reported",
			seen: func(r *recorded) bool { return r.has(12, trace.Write) }},
		{hook: "g_dbus_message_to_blob", what: "a message was sent by D-Bus", takes: "messages of D-Bus, for record --flow", file: gio,
			seen: func(r *recorded) bool {
				return r.find(13, func(op *trace.Op) bool { return op.Kind == trace.Sink && strings.HasPrefix(op.Sink, "dbus:") }) != nil
			}},
		{hook: "names of GTK's loops", what: "a nested loop was run by GTK", takes: "which functions of GTK turn loops: races in them have other ids", file: gtk, needs: loopRun,
			seen: func(r *recorded) bool { return r.loops(14, "gtk_main") }},
		{hook: "g_thread_pool_new_full and g_thread_pool_push", what: "a thread of a pool was given a task", takes: "who asked for tasks of pools: their answers look unordered",
			seen: func(r *recorded) bool { return r.delivered(r.enq(15, "task")) }},
		{hook: loopRun, what: "the program's own loop was run", takes: "which loop is the program's own: what comes before and after it is unordered", steers: ofGLib,
			seen: (*recorded).defaultLoop},
		{hook: "g_application_run", mode: "application", what: "an application's own loop was run", takes: "which loop is the program's own: what comes before and after it is unordered", file: gio, steers: ofGLib, needs: "g_main_context_iteration",
			seen: (*recorded).defaultLoop},
		{hook: "timeouts that are held", mode: "late", what: "one came after another that was due later", takes: "holding timeouts: confirm, fuzz and explore", steers: typed("g_timeout_add"), needs: dispatch, says: "exchanged"},
	}
}

// dispatched is the fact of a source that came.
func dispatched(step int, kind, what string) fact {
	return fact{hook: dispatch, what: what, takes: takesSources, steers: ofGLib, needs: attach,
		seen: func(r *recorded) bool { return r.answered(step, kind) }}
}

func ofGLib(s *Steered) bool { return s.event(Event.ofGLib) }

func glibLoops(s *Steered) bool {
	return s.loop(func(name string) bool { return strings.HasPrefix(name, "g_") || strings.HasPrefix(name, "gtk_") })
}

// typed: an event that was asked for by one of those functions.
func typed(functions ...string) func(*Steered) bool {
	return func(s *Steered) bool {
		return s.event(func(e Event) bool { return slices.Contains(functions, e.Type) })
	}
}
