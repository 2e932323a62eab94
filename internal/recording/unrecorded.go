package recording

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sparseracer/internal/plain"
	"sparseracer/internal/steering"
)

// Some programs that the recorded one starts cannot be recorded. What is loaded into them (of
// 32-bit ones, tracelib/unrecorded) names them in a file, and they are told at the end.

var whyUnrecorded = []struct{ word, sentence string }{
	{steering.UnrecordedClass, "for it is a 32-bit program"},
	{steering.UnrecordedFilter, "for it began behind a filter of system calls that may end it (seccomp)"},
}

const unrecordedName = "sparseracer-unrecorded-*"

// listUnrecorded makes that file, which is locked until it is gone; "" where none can be made, or named to others.
func listUnrecorded() (path string, gone func()) {
	removeLeft()
	f, err := os.CreateTemp("", unrecordedName)
	if err != nil {
		return "", func() {}
	}
	gone = func() {
		os.Remove(f.Name())
		f.Close()
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX) != nil {
		gone()
		return "", func() {}
	}
	if strings.ContainsAny(f.Name(), "'\n") {
		gone()
		return "", func() {}
	}
	return f.Name(), gone
}

// removeLeft removes files of recordings that were killed: nobody locks them. One that was just made
// may not be locked yet.
func removeLeft() {
	const fresh = time.Minute
	list, _ := filepath.Glob(filepath.Join(os.TempDir(), unrecordedName))
	for _, path := range list {
		f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue
		}
		st, err := f.Stat()
		if err == nil && st.Mode().IsRegular() && time.Since(st.ModTime()) > fresh && syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.Remove(path)
		}
		f.Close()
	}
}

// mostNamed programs are named, the others counted.
const mostNamed = 10

func sayUnrecorded(w io.Writer, path string) {
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return
	}
	counts := map[string]int{}
	var names []string
	for line := range strings.Lines(string(data)) {
		for _, why := range whyUnrecorded {
			name, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), why.word)
			name = why.sentence + ": " + plain.Text(name)
			if !is {
				continue
			}
			if counts[name]++; counts[name] == 1 {
				names = append(names, name)
			}
		}
	}
	for i, name := range names {
		if i == mostNamed {
			fmt.Fprintf(w, "sparseracer: not recorded: %d programs more\n", len(names)-mostNamed)
			break
		}
		times := ""
		if counts[name] > 1 {
			times = fmt.Sprintf(", %d times", counts[name])
		}
		fmt.Fprintf(w, "sparseracer: not recorded, %s%s\n", name, times)
	}
}

const filtersWidth = 2 // digits: the recorder counts in place

// filtersHere is how many filters of system calls this process is behind; a program behind
// more of them may be ended by one (tracelib/src/sandbox.c).
func filtersHere() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	n, mode := -1, 0
	for line := range strings.Lines(string(status)) {
		switch f := strings.Fields(line); {
		case len(f) == 2 && f[0] == "Seccomp_filters:":
			n, _ = strconv.Atoi(f[1])
		case len(f) == 2 && f[0] == "Seccomp:" && f[1] != "0":
			mode = 1
		}
	}
	if n < 0 {
		n = mode
	}
	return min(n, 99)
}
