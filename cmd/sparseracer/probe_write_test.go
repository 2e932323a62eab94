package main

import (
	"strings"
	"testing"

	"sparseracer/internal/probe"
)

// TestProbeNext: a crash can be repeated by the script that is named last: one that was proven comes first,
// then one that failed once, then the session itself where that fails.
func TestProbeNext(t *testing.T) {
	for _, c := range []struct {
		alone string
		found []probed
		want  string
	}{
		{"", nil, ""},
		{"SEGV in f()", nil, "s.session"},
		{"SEGV in f()", []probed{{Script: "1.session", Failure: "SEGV in f()"}}, "s.session"},
		{"", []probed{{Script: "1.session", Failure: "SEGV in f()"}}, "1.session"},
		{"", []probed{{Script: "1.session", Failure: "SEGV in f()"}, {Script: "2.session", Failure: "abc", Again: true}}, "2.session"},
	} {
		var out strings.Builder
		p := &probing{tool: &tool{stdout: &out}, tried: probe.Tried{}, alone: probed{Failure: c.alone}, found: c.found}
		p.opt.record.Play = "s.session"
		p.tried.New([]probe.State{{Level: 1}, {Level: 2, Line: 1, Could: []string{"quit"}}}, "wait 1", nil)
		if got := p.write(); got != c.want {
			t.Errorf("%+v: %q, want %q:\n%s", c, got, c.want, out.String())
		}
	}
}
