package main

import (
	"testing"

	"sparseracer/internal/probe"
)

// TestProbeUnsteady: a crash that comes with other events of the session, too, but not each time, is not put down to the one
// with which it came twice. A race is, and so is a crash that another session has.
func TestProbeUnsteady(t *testing.T) {
	theme, files := probe.Probe{Step: "outside theme"}, probe.Probe{Step: "outside files"}
	twice := probed{Probe: theme, Script: "1.probes/1.session", Failure: "it crashed, event e5", Crash: "in f()", Again: true}
	race := probed{Probe: theme, Script: "1.probes/1.session", Failure: "abc", Race: "f() uses", Again: true}
	once := func(script string, p probe.Probe, of probed) probed {
		of.Script, of.Probe, of.Again, of.Failure = script, p, false, "it crashed, event e7"
		return of
	}
	for name, c := range map[string]struct {
		it, other probed
		want      string
	}{
		"with another event": {twice, once("1.probes/2.session", files, twice), listWithout},
		"of another session": {twice, once("2.probes/2.session", files, twice), listProven},
		"of the same event":  {twice, once("1.probes/2.session", theme, twice), listProven},
		"another crash":      {twice, once("1.probes/2.session", files, probed{Crash: "in g()"}), listProven},
		"a race":             {race, once("1.probes/2.session", files, race), listProven},
		"proven, too":        {twice, probed{Probe: files, Script: "1.probes/2.session", Failure: "x", Crash: "in f()", Again: true}, listProven},
	} {
		p := &probing{found: []probed{c.it, c.other}}
		if got := p.outcome(&c.it); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
