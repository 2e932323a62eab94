package steer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steering/steeringtest"
)

// brokenProgram overflows a buffer in each run. Built to go on after that, it then shows the
// race, where that is steered.
var brokenProgram = steeringtest.Expand(`#!/bin/sh
of() { printf %s "$2" | sed "s/.*$1='\([^']*\)'.*/\1/"; }
report() {
	printf '==%d==ERROR: AddressSanitizer: %s on address 0x1\nREAD of size 4 at 0x1 thread T0\n' $$ "$1"
	printf '    #0 0x1 in %s /home/dev/app.cpp:3:4 (/home/dev/app+0x1)\n\n' "$2"
	[ "$1" = heap-buffer-overflow ] ||
		printf 'freed by thread T0 here:\n    #0 0x1 in %s /home/dev/app.cpp:3:4 (/home/dev/app+0x1)\n\npreviously allocated by thread T0 here:\n    #0 0x1 in %s /home/dev/app.cpp:3:4 (/home/dev/app+0x1)\n\n' "$3" "$4"
	printf 'SUMMARY: AddressSanitizer: %s\n' "$1"
} >>"$(of log_path "$ASAN_OPTIONS").$$"
report heap-buffer-overflow Other::paint
case $1$ASAN_OPTIONS in recover*halt_on_error=0*) ;; *) exit 99 ;; esac
grep -q '^<directive.hold>' "$(of <option.schedule> "$<environment.options>")" || exit 0
cat >>"$(of <option.verdict> "$<environment.options>")" <<'END'
`) + steeringtest.Verdict(ranBad) + `END
report heap-use-after-free "$2" "$3" "$4"
`

// TestFailsAnyway: a memory error that comes without steering, too, hides no race where the
// program was built to go on after it; else the reason says what is to be done. An error
// that only a steered run shows counts.
func TestFailsAnyway(t *testing.T) {
	b := programs(t)
	path := filepath.Join(t.TempDir(), "app")
	if err := os.WriteFile(path, []byte(brokenProgram), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		how     string
		session bool
		want    Status
		reason  string
	}{
		{"recover", true, Confirmed, "use, free and alloc match"},
		{"recover", false, Confirmed, "use, free and alloc match"}, // a replay
		{"ends", true, CrashedElsewhere, "fails so without steering, too: heap-buffer-overflow in Other::paint; built with -fsanitize-recover=address"},
		{"ends", false, CrashedElsewhere, "heap-buffer-overflow in Other::paint"},
	} {
		s := toRun()
		r := &runner{p: &program{path: path}, argv: []string{path, c.how, head(s.Expect.Use), head(s.Expect.Free), head(s.Expect.Alloc)},
			opt: Options{Runs: 2, RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}}
		if c.session {
			r.session = Unsteered(nil)
		}
		v := &Verdict{Counts: map[Status]int{}, Reasons: map[Status]string{}}
		if err := r.run(t.Context(), []*task{{v: v, s: s}}); err != nil {
			t.Fatal(err)
		}
		if v.Status != c.want || !strings.Contains(v.Reason, c.reason) || v.Counts[c.want] != 2 {
			t.Errorf("%+v: %v: %s", c, v.Status, v.Reason)
		}
	}
}
