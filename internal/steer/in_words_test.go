package steer

import "testing"

// TestInWords: what a person reads has no labels; what is none stays.
func TestInWords(t *testing.T) {
	s := &Schedule{Directives: []Directive{
		{Input: &Input{Event: "input Key #8", Kind: "keypress", Window: "QWidgetWindow:find", Key: "1000004 0 %0D"}},
		{Input: &Input{Event: "input Key #9", Kind: "keypress", Window: "W", Title: "Find", Key: "46 4000000 "}},
		{Input: &Input{Event: "input Mouse #3", Kind: "press", Window: "W", Title: "Question", Target: "QMessageBox/QPushButton", Text: "Save"}},
		{Input: &Input{Event: "input Close #1", Kind: "close", Window: "QWidgetWindow:main"}},
		{Input: &Input{Event: "call /a b.close #1", Kind: "dbus", Path: "/a", Member: "b.close"}},
		{Hold: &Hold{Event: "timer QTimer in 2435433d4baefca8 #2.1", About: "timer of Box (100 ms, coarse)"}},
	}}
	for reason, want := range map[string]string{
		"an input could not be played, x: input Key #8":         `an input could not be played, x: the key Return in the window "find" (QWidgetWindow)`,
		"an input could not be played, x: input Key #9":         `an input could not be played, x: the key Ctrl+F in the window "Find"`,
		"an input could not be played, x: input Mouse #3":       `an input could not be played, x: the press of a mouse button on "Save" in the window "Question"`,
		"the program ended before an input: input Close #1":     `the program ended before an input: closing the window "main" (QWidgetWindow)`,
		"the program ended before an input: call /a b.close #1": "the program ended before an input: the D-Bus call /a b.close",
		"hold timeout: timer QTimer in 2435433d4baefca8 #2.1":   "hold timeout: the timer of Box (100 ms, coarse)",
		"hold timeout: another":                                 "hold timeout: another",
		"watchdog":                                              "watchdog",
	} {
		if got := s.inWords(reason); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
	}
}
