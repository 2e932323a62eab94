package selftest

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestMissed: a schedule needs the hooks on what it is about, and no others.
func TestMissed(t *testing.T) {
	timer := Event{Kind: trace.Timer, Type: ""}
	posted := Event{Kind: trace.Posted, Type: "MetaCall", Label: "p:MetaCall~0a0b0c0d.1/x"}
	uvTimer := Event{Kind: trace.Timer, Type: "uv_timer_start"}
	idle := Event{Kind: trace.Posted, Type: "g_idle_add"}
	for name, c := range map[string]struct {
		s      Steered
		needed []string
	}{
		"Qt's timers": {Steered{Events: []Event{timer}}, []string{notify, register}},
		"Qt's timer from outside, since nobody saw it start": {Steered{Events: []Event{{Kind: trace.Env, Type: "Timer"}}},
			[]string{notify, register}},
		"posted":       {Steered{Events: []Event{posted}}, []string{postEvent, notify, births}},
		"sockets":      {Steered{Events: []Event{{Kind: trace.Socket, Type: "SockAct"}}}, []string{notify, "QEventDispatcherUNIX::registerSocketNotifier"}},
		"nested":       {Steered{Events: []Event{timer}, Loops: []string{"QDialog::exec"}}, []string{notify, loopExec, register}},
		"turned":       {Steered{Loops: []string{"QCoreApplication::processEvents"}}, []string{"QCoreApplication::processEvents"}},
		"played":       {Steered{Input: true}, []string{windows, "libsparseinput6.so"}},
		"virtual time": {Steered{Fast: true}, []string{"QTimerInfoList::updateCurrentTime and timerWait"}},
		"libuv":        {Steered{Events: []Event{uvTimer}}, []string{"uv_timer_start", uvRun}},
		"libuv, read":  {Steered{Events: []Event{{Kind: trace.Socket, Type: "uv_read_start"}}}, []string{uvRun, "uv_read_start"}},
		"GLib":         {Steered{Events: []Event{idle}, Loops: []string{"gtk_dialog_run"}}, []string{attach, dispatch, "g_main_loop_quit"}},
	} {
		var unseen []Unseen
		hooks := []string{postEvent, notify, births, loopExec, register, "QCoreApplication::processEvents", windows, "libsparseinput6.so",
			"QTimerInfoList::updateCurrentTime and timerWait", "uv_timer_start", uvRun, "uv_read_start", attach, dispatch, "g_main_loop_quit",
			"QEventDispatcherGlib::registerSocketNotifier", "QEventDispatcherUNIX::registerSocketNotifier", "QTimer::singleShot", "g_nullify_pointer"}
		for _, h := range hooks {
			unseen = append(unseen, Unseen{Hook: h})
		}
		needed, rest := Missed(append(unseen, unseen...), &c.s)
		slices.Sort(needed)
		slices.Sort(c.needed)
		if !slices.Equal(needed, c.needed) || len(needed)+len(rest) != len(hooks) {
			t.Errorf("%s: needs %v, expected %v; the rest %v", name, needed, c.needed, rest)
		}
	}
	if needed, _ := Missed([]Unseen{Means("of another release")}, &Steered{}); len(needed) != 1 {
		t.Error("nothing can be said of a hook that is not known, but it is not needed")
	}
	if u := Means("QEventDispatcherGlib::registerSocketNotifier"); u.Takes != takesSocket {
		t.Errorf("%+v", u)
	}
}
