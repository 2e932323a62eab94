package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Programs as they are installed mostly have no symbols: what a report says of them
// comes with how to get names.

const (
	packagePatience = 5 * time.Second
	fewFiles        = 4
)

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
		ctx, cancel := context.WithTimeout(ctx, packagePatience)
		out, err := exec.CommandContext(ctx, "dpkg-query", "-S", path).Output()
		cancel()
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
