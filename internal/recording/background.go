package recording

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

// Some programs go into the background: they fork, the first process ends at once, and the
// other one shows the windows. What is recorded is the first one, for a fork that is followed
// by no exec is recorded only with --follow.

// WentOn are the processes that a recorded program forked and that go on without an exec: their
// environment names the trace of which they are no part, and our recorder is loaded.
// pattern is the trace's name, with %p.
func WentOn(pattern string) (pids []int) {
	names, loads := []byte(steering.Option(steering.OptionChild, pattern)), []byte(system.RecorderLibrary)
	folders, _ := filepath.Glob("/proc/[0-9]*")
	has := func(path string, what []byte) bool {
		text, err := os.ReadFile(path)
		return err == nil && bytes.Contains(text, what) // else it has ended, or is somebody else's
	}
	for _, folder := range folders {
		if !has(folder+"/environ", names) || !has(folder+"/maps", loads) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(folder)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// InBackground is the sentence about them, "" for none.
func InBackground(prog string, pids []int) string {
	if len(pids) == 0 {
		return ""
	}
	words := make([]string, len(pids))
	for i, pid := range pids {
		words[i] = strconv.Itoa(pid)
	}
	what := "a process that it had forked goes"
	if len(pids) > 1 {
		what = fmt.Sprintf("%d processes that it had forked go", len(pids))
	}
	return fmt.Sprintf("%s ended, and %s on without being recorded (%s): a program that goes into the background mostly has an option "+
		"by which it stays (--block, --nofork, --foreground); --follow records each process", prog, what, strings.Join(words, ", "))
}

func sayInBackground(w io.Writer, prog string, pids []int) {
	if text := InBackground(prog, pids); text != "" {
		fmt.Fprintf(w, "warning: %s.\n", text)
	}
}
