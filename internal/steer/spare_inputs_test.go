package steer

import (
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/steering/steeringtest"
)

// looseProgram plays a program in which the input S has no target: where it has to be
// played, the run diverges; with "kept", also where it is left out.
var looseProgram = steeringtest.Expand(`#!/bin/sh
of() { printf %s "$<environment.options>" | sed "s/.*$1='\([^']*\)'.*/\1/"; }
if awk -v kept="$1" '/^<directive.input> /{ in_s = $3 == "S"; all = all $3 } /^<directive.optional>$/ && in_s { found = 1 }
		END { exit !(found || !kept && all == "ArB") }' "$(of <option.schedule>)"; then
	cat <<'END'
`) + steeringtest.Verdict(ranBad+"goal use end\n") + `END
else
	cat <<'END'
` + steeringtest.Verdict("diverged input_unplayed whatever it says of S\n") + steeringtest.Expand(`END
fi >>"$(of <option.verdict>)"
`)

// TestLighter: an input that neither handler needs may have no target in another run;
// one that they need may not. It is left out with its release, or else optional.
func TestLighter(t *testing.T) {
	b := programs(t)
	path := filepath.Join(t.TempDir(), "app")
	if err := os.WriteFile(path, []byte(looseProgram), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spare bool
		kept  string
		want  Status
		all   string
	}{{true, "", Feasible, "ArB"}, {true, "kept", Feasible, "ArS?s?B"}, {false, "", Diverged, "ArSs?B"}} {
		s := toRun()
		s.Directives = nil
		for _, label := range []string{"A", "r", "S", "s", "B"} {
			in := &Input{Event: label, Kind: "keypress", Window: "W:", Key: "41 0 a", WaitMS: 100, TimeoutMS: 5000}
			if label == "r" || label == "s" {
				in.Kind = "keyrelease"
			}
			in.spare = label == "r" || c.spare && (label == "S" || label == "s")
			in.Optional = label == "s"
			s.play(in)
		}
		v := &Verdict{Counts: map[Status]int{}, Reasons: map[Status]string{}}
		r := &runner{p: &program{path: path, plain: true}, argv: []string{path, c.kept},
			opt: Options{RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}}
		if err := r.run(t.Context(), []*task{{v: v, s: s}}); err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, d := range s.Directives {
			if all += d.Input.Event; d.Input.Optional {
				all += "?"
			}
		}
		if c.kept != "" {
			c.all = "Ar?S?s?B"
		}
		if v.Status != c.want || all != c.all {
			t.Errorf("%+v: %v, %s", c, v, all)
		}
		if last := s.Directives[len(s.Directives)-1].Input; c.all == "ArB" && last.WaitMS != 300 {
			t.Errorf("the last one waits for %d ms", last.WaitMS)
		}
	}
}
