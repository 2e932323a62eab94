package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDangling: where the recorded run of a stock program freed, while a handler waited, what that one refers to, that is no
// finding of a report. It is named there, and steering tells who uses it from who does not. Then it is a race.
func TestDangling(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		for name, c := range map[string]struct {
			flags  []string
			proven bool
		}{
			"looks at a flag": {nil, false},
			"uses it":         {[]string{"-DUSES"}, true},
		} {
			t.Run("qt"+qt+" "+name, func(t *testing.T) {
				t.Parallel()
				program, dir := buildWith(t, qt, "c++", "testdata/dangling.cpp", c.flags...), t.TempDir()
				run := func(want int, args ...string) string {
					out, said, code := command(t, dir, "env", append([]string{"QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer")}, args...)...)
					if code != want {
						t.Errorf("%v ended with %d\n%s%s", args, code, out, said)
					}
					return out
				}
				run(exitClean, "record", "-o", "run.srt", "--", program)
				out := run(exitClean, "analyze", "run.srt")
				if !strings.HasPrefix(out, "no races; 1 set aside by heuristics\n") || !strings.Contains(out, "\nDangling, 1 race: ") || !strings.Contains(out, "confirm run.srt") {
					t.Errorf("the report:\n%s", out)
				}
				if out := run(exitClean, "analyze", "--all", "run.srt"); !strings.Contains(out, " (dangling)\n") || !strings.Contains(out, "  Freed by event ") || !strings.Contains(out, "Hold of ") {
					t.Errorf("--all has not both stacks:\n%s", out)
				}
				found, says := exitClean, "feasible"
				if c.proven {
					found, says = exitRaces, "confirmed"
				}
				if out := run(found, "confirm", "run.srt", "-o", "tried", "--", program); !strings.Contains(out, ": "+says+", 1 of 1 runs") {
					t.Errorf("confirm:\n%s", out)
				}
				if out := run(found, "analyze", "run.srt", "--confirmed", "tried"); strings.HasPrefix(out, "1 race: use-after-free, confirmed\n") != c.proven {
					t.Errorf("the report when it was tried:\n%s", out)
				}
				if out := run(found, "hunt", "-o", filepath.Join(dir, "kept"), "--", program); strings.Contains(out, "\nproven: 1\n") != c.proven {
					t.Errorf("hunt:\n%s", out)
				}
				if reports, _ := filepath.Glob(filepath.Join(dir, "kept", "*.report.txt")); c.proven && len(reports) == 1 {
					if out := run(exitRaces, "explain-crash", reports[0], "run.srt"); strings.Contains(out, "possible") || !strings.Contains(out, "Document::~Document()") {
						t.Errorf("its crash:\n%s", out)
					}
				} else if c.proven {
					t.Errorf("%d reports", len(reports))
				}
			})
		}
	}
}
