package main

import (
	"bytes"
	"strings"
	"testing"

	"sparseracer/internal/farm"
)

// TestJudgedElsewhere: a verdict whose details the farm did not keep says as much as its columns: a proven race is
// one, also for the exit code.
func TestJudgedElsewhere(t *testing.T) {
	for _, c := range []struct {
		judged farm.Judged
		says   string
		code   int
	}{
		{farm.Judged{Race: "a", Verdict: "confirmed", Reason: "match", Proven: 2, Runs: 3}, "race a: confirmed, 2 of 3 runs: match", exitRaces},
		{farm.Judged{Race: "a", Verdict: "not confirmed", Reason: "r", Runs: 3}, "race a: not confirmed, 0 of 3 runs: r", exitClean},
		{farm.Judged{Race: "a", Verdict: farm.NotRun, Reason: "r"}, "race a: not run, 0 of 0 runs: r", exitError},
	} {
		var out bytes.Buffer
		own := &tool{stdout: &out}
		err := own.judgedElsewhere(t.Context(), nil, &confirmOptions{errorCode: exitRaces}, []string{"app"}, []farm.Judged{c.judged})
		if err != nil || own.code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%+v: %d, %v\n%s", c.judged, own.code, err, out.String())
		}
	}
}
