package webui

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// File names come from debug information that a trace points at, so what may be
// quoted is bounded by roots: folders that the user names, or those that the
// program was compiled from.

// quoteOf quotes below the given roots, or below those of the program. It is safe
// for concurrent use.
func quoteOf(roots []string, a *Analysis) report.Quote {
	if len(roots) == 0 {
		roots = programRoots(a.Symbols.Units(programModules(a.Result.Tables.Modules)), homeDir())
	}
	quote := report.QuoteBelow(realRoots(roots))
	var mu sync.Mutex
	return func(path string) []string {
		mu.Lock()
		defer mu.Unlock()
		return quote(path)
	}
}

func realRoots(roots []string) []string {
	var out []string
	for _, r := range roots {
		if real, err := filepath.EvalSymlinks(r); err == nil {
			if abs, err := filepath.Abs(real); err == nil {
				out = append(out, abs)
			}
		}
	}
	return out
}

// programModules leaves the system's libraries out.
func programModules(modules []trace.Module) []trace.Module {
	var out []trace.Module
	for _, m := range modules {
		if !system.IsSystemPath(m.Path) && !system.IsOwnLibrary(m.Path) {
			out = append(out, m)
		}
	}
	return out
}

// programRoots are the folders that compilers ran in and those of the files they
// compiled: an out-of-tree build has its sources elsewhere. What both have in
// common is a root too, for headers lie beside, if it is no place where other
// things are kept: the root folder, one directly below it, or a home.
func programRoots(units []symbols.Unit, home string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(dir string) {
		if !seen[dir] && narrow(dir, home) {
			seen[dir] = true
			out = append(out, dir)
		}
	}
	common := ""
	for _, u := range units {
		dir := filepath.Dir(u.File)
		add(u.Dir)
		add(dir)
		if common == "" {
			common = u.Dir
		}
		common = ancestor(ancestor(common, u.Dir), dir)
	}
	if common != "" {
		add(common)
	}
	return out
}

// narrow is a folder that is likely to hold a program and nothing else.
func narrow(dir, home string) bool {
	if strings.Count(dir, "/") < 2 || filepath.Dir(dir) == "/home" {
		return false
	}
	rel, err := filepath.Rel(dir, home)
	return home == "" || err != nil || !filepath.IsLocal(rel)
}

// ancestor is the deepest folder that both are in.
func ancestor(a, b string) string {
	for a != "/" && a != b && !strings.HasPrefix(b, a+"/") {
		a = filepath.Dir(a)
	}
	return a
}

func homeDir() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Clean(home)
}
