package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Programs as they are installed mostly have no symbols: what a report says of them
// comes with how to get names.

const fewFiles = 4

// symbolsNote says how to get names for the functions of these files, "" for none.
// Paths come from a trace: no shell sees them.
func symbolsNote(ctx context.Context, files []string) string {
	if len(files) == 0 {
		return ""
	}
	var names, packages []string
	for i, file := range files {
		if i == fewFiles {
			names = append(names, "…")
			break
		}
		names = append(names, filepath.Base(file))
		if p := packageOf(ctx, file); p != "" && !slices.Contains(packages, p) {
			packages = append(packages, p)
		}
	}
	s := "functions in " + strings.Join(names, ", ") + " are shown by their addresses: their debug symbols are not installed."
	if len(packages) == 0 {
		return s + " Set DEBUGINFOD_URLS, or name a folder by --debug-path"
	}
	return s + " On Debian: apt-get install " + strings.Join(packages, " ") + ", from the archive debian-debug; or set DEBUGINFOD_URLS, or name a folder by --debug-path"
}

// linesNote says why no source lines are known of files of the program, "" if
// there are none.
func linesNote(files []string) string {
	if len(files) == 0 {
		return ""
	}
	names := make([]string, min(len(files), fewFiles))
	for i := range names {
		names[i] = filepath.Base(files[i])
	}
	more := ""
	if len(files) > fewFiles {
		more = ", …"
	}
	return "no source lines for " + strings.Join(names, ", ") + more + ": built without debug information (-g), or stripped"
}

// packageOf is the package of debug symbols for a file that dpkg installed.
func packageOf(ctx context.Context, file string) string {
	if !filepath.IsAbs(file) || strings.ContainsAny(file, "*?[]\\\n") {
		return ""
	}
	for _, path := range otherNames(file) {
		out, err := patient(ctx, 5*time.Second, "dpkg-query", "-S", path)
		if err != nil {
			continue
		}
		owner, _, found := strings.Cut(string(out), ": ")
		owner, _, _ = strings.Cut(owner, ":") // libokular5core10:amd64
		if found && owner != "" && !strings.ContainsAny(owner, " ,\n") {
			return owner + "-dbgsym"
		}
	}
	return ""
}

// patientMost is how long such a command may take at most.
const patientMost = time.Minute

// patient is the output of a command that is ended when it has waited for so long. What it works does not count, nor how long it is kept
// from a processor: it reads many files, which takes seconds on a loaded machine.
func patient(ctx context.Context, wait time.Duration, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patientMost)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		const every = 20 * time.Millisecond
		tick := time.NewTicker(every)
		defer tick.Stop()
		for waited := time.Duration(0); waited < wait; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if !works(cmd.Process.Pid) {
					waited += every
				}
			}
		}
		cancel()
	}()
	err := cmd.Wait()
	return out.Bytes(), err
}

// works: a process runs, would run if the machine let it, or reads a file.
func works(pid int) bool {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	after := stat[bytes.LastIndexByte(stat, ')')+1:]
	return bytes.HasPrefix(after, []byte(" R")) || bytes.HasPrefix(after, []byte(" D"))
}

// otherNames: /lib leads to /usr/lib, and a package may own either, of the file itself.
func otherNames(file string) []string {
	out := []string{file}
	if real, err := filepath.EvalSymlinks(file); err == nil && real != file {
		out = append(out, real)
	}
	for _, name := range out {
		if other, ok := strings.CutPrefix(name, "/usr"); ok {
			out = append(out, other)
		} else {
			out = append(out, "/usr"+name)
		}
	}
	return out
}
