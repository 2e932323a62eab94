package work

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
)

// TestAnalyst: one process analyzes many traces. One that dies of a trace says why, takes nothing else with it,
// and is replaced; a trace is not blamed for what an earlier one did; one that has grown, or does not end, goes.
func TestAnalyst(t *testing.T) {
	starts := filepath.Join(t.TempDir(), "starts")
	tool := filepath.Join(t.TempDir(), "tool")
	script := `#!/bin/sh
echo start >>` + starts + `
n=0
while IFS= read -r task; do
	n=$((n+1))
	memory=1
	case $task in
	*die*) echo "sparseracer: panic of die" >&2; exit 2;;
	*later*) [ $n = 1 ] || { echo tired >&2; exit 2; };;
	*grow*) memory=99999999999;;
	*sleep*) sleep 100;;
	*wrong*) echo '{"result":{"error":"offset 7"}}'; continue;;
	*endless*) yes;;
	esac
	printf '{"result":%d,"memory":%s}\n' $n $memory
done
`
	if err := os.WriteFile(tool, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	w := &worker{opt: Options{Tool: tool, Cache: t.TempDir()}, idle: make(chan *analyst, 1)}
	for _, c := range []struct {
		trace  string
		result int // how many the process has done with this one
		err    string
		starts int // of processes, by then
	}{
		{"a", 1, "", 1}, {"b", 2, "", 1}, {"wrong", 0, "offset 7", 1}, {"c", 4, "", 1},
		{"die", 0, "panic of die", 2}, // blamed by a fresh process only
		{"a", 1, "", 3}, {"later", 1, "", 4}, {"a", 2, "", 4},
		{"grow", 3, "", 4}, {"a", 1, "", 5},
		{"sleep", 0, "it did not end within", 5}, {"endless", 0, "invalid character", 6}, {"a", 1, "", 7},
	} {
		limit := time.Minute
		if c.trace == "sleep" {
			limit = 100 * time.Millisecond
		}
		got := 0
		err := w.ask(t.Context(), &farm.Task{Kind: farm.Analyze, Trace: c.trace}, limit, &got)
		if n := len(farmtest.Lines(t, starts)); n != c.starts || got != c.result || (err == nil) != (c.err == "") || err != nil && (!isTask(err) || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %d, %v, %d starts; expected %+v", c.trace, got, err, n, c)
		}
	}
	w.endIdle()
	if left, _ := filepath.Glob(filepath.Join(w.opt.Cache, "job-*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}
