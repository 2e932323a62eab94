package steer

import (
	"os"
	"path/filepath"
	"testing"
)

// looseProgram plays a program in which the input S has no target: where it has to be
// played, the run diverges.
const looseProgram = `#!/bin/sh
of() { printf %s "$SPARSERACER_OPTIONS" | sed "s/.*$1='\([^']*\)'.*/\1/"; }
if awk '/^input /{ in_s = $3 == "S" } /^optional$/ && in_s { found = 1 } END { exit !found }' "$(of schedule)"; then
	printf 'goal use begin\ngoal use pause\ngoal free begin\ngoal free end\ngoal use resume\ngoal use end\n' >>"$(of verdict)"
else
	echo 'diverged an input could not be played, its target is not there: S' >>"$(of verdict)"
fi
`

// TestLoose: an input that neither handler needs may have no target in another run;
// one that they need may not.
func TestLoose(t *testing.T) {
	b := programs(t)
	path := filepath.Join(t.TempDir(), "app")
	if err := os.WriteFile(path, []byte(looseProgram), 0o700); err != nil {
		t.Fatal(err)
	}
	opt := Options{RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
	for spare, want := range map[bool]Status{true: Feasible, false: Diverged} {
		s := toRun()
		s.Directives = nil
		for _, label := range []string{"A", "S", "B"} {
			s.play(&Input{Event: label, Kind: "keypress", Window: "W:", Key: "41 0 a", TimeoutMS: 5000, spare: spare && label == "S"})
		}
		v := &Verdict{Counts: map[Status]int{}, Reasons: map[Status]string{}}
		c := &crew{p: &program{path: path, plain: true}, argv: []string{path}, opt: opt}
		if err := c.run(t.Context(), []*task{{v: v, s: s}}); err != nil {
			t.Fatal(err)
		}
		kept := s.Directives[1].Input
		if v.Status != want || kept.Optional != spare || s.Directives[0].Input.Optional || s.Directives[2].Input.Optional {
			t.Errorf("spare %v: %v, %+v", spare, v, kept)
		}
	}
}
