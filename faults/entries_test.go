package faults

import (
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sparseracer/internal/needs"
)

var table = flag.String("table", "", "write a table of functions and hazards to this file, in Markdown")

// preloaded are our libraries that stand before a program's own.
var preloaded = []string{"libsparserec.so", "libsparsestock.so", "libsparseqt.so", "libsparseflow.so", "libsparsenet.so", "libsparseplayer5.so", "libsparseplayer6.so"}

// hazards are what testdata/entries tries with each function.
var hazards = []string{"errno", "cancellation", "signal", "fork", "loader", "recursion", "longjmp"}

// TestEntries: each function that a library of ours exports in place of somebody else's does
// the same as that one when a thread is cancelled in it, interrupted, left by a jump, and so on.
func TestEntries(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(root, "bin/sparseracer")
	for _, name := range []string{"g++", tool, filepath.Join(root, "bin/sparse-c++")} {
		_, err := exec.LookPath(name)
		needs.Have(t, name, err == nil)
	}
	dir := t.TempDir()
	program, instrumented := filepath.Join(dir, "plain"), filepath.Join(dir, "ours")
	var builds sync.WaitGroup
	builds.Go(func() { compileEntries(t, "g++", program) })
	builds.Go(func() { compileEntries(t, filepath.Join(root, "bin/sparse-c++"), instrumented) })
	builds.Wait()
	if t.Failed() {
		return
	}
	list, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(list))
	for _, name := range exported(t, root) {
		if !slices.Contains(names, name) {
			t.Errorf("%s is exported in place of another, and has no row in testdata/entries", name)
		}
	}
	record := func(flags ...string) []string {
		return append(append([]string{tool, "record", "-o", "t.%p.srt"}, flags...), "--")
	}
	ways := []struct {
		name, program string
		by            []string
	}{
		{"instrumented", instrumented, nil},
		{"recorded", instrumented, record()},
		{"with data flow, children and compression", instrumented, record("--flow", "--compress", "--follow")},
		{"stock", program, record("--stock=yes")},
		{"on stock mode's heap", instrumented, record("--stock=yes", "--follow")},
		{"played", program, []string{"env", "LD_PRELOAD=" + filepath.Join(root, "lib/libsparseplayer5.so")}},
		{"kept from the network", program, []string{"env", "LD_PRELOAD=" + filepath.Join(root, "lib/libsparsenet.so")}},
	}
	var mu sync.Mutex
	rows := map[string]string{}
	t.Run("of", func(t *testing.T) {
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				alone, _ := run(t, os.Environ(), nil, program, name)
				want := byHazard(ours.ReplaceAllString(alone, ""))
				cells := map[string]string{}
				for _, h := range hazards {
					cells[h] = "same"
					if strings.Contains(want[h], "undefined") {
						cells[h] = "–"
					}
					if want[h] == "" {
						t.Errorf("%s, %s: nothing was tried", name, h)
					}
				}
				if want["end"] != "of 0\nended with 0" {
					t.Errorf("alone it ended with %q", want["end"])
				}
				for _, w := range ways {
					with, said := run(t, os.Environ(), w.by, w.program, name)
					got := byHazard(ours.ReplaceAllString(with, ""))
					for _, h := range append([]string{"end"}, hazards...) {
						if got[h] != want[h] {
							t.Errorf("%s, %s:\n%s\nalone:\n%s\nthe tool:\n%s", w.name, h, got[h], want[h], said)
							cells[h] = "**" + w.name + "**"
						}
					}
				}
				row := "| `" + name + "`"
				for _, h := range hazards {
					row += " | " + cells[h]
				}
				mu.Lock()
				rows[name] = row + " |"
				mu.Unlock()
			})
		}
	})
	if *table != "" {
		text := fmt.Sprintf("| function | %s |\n|%s\n", strings.Join(hazards, " | "), strings.Repeat(" --- |", len(hazards)+1))
		for _, name := range names {
			text += rows[name] + "\n"
		}
		if err := os.WriteFile(*table, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// ours are the lines that we say on a program's standard error, and those of its files, which
// have names of the run.
var ours = regexp.MustCompile(`(?m)^(sparse(rec|racer|qt|stock): |file ).*\n`)

func compileEntries(t *testing.T, compiler, to string) {
	sources, err := filepath.Glob("testdata/entries/*.cpp")
	if err != nil || len(sources) == 0 {
		t.Error(err, sources)
		return
	}
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "libuv", "sqlite3", "dbus-1").Output()
	if err != nil {
		t.Error(err)
		return
	}
	args := append([]string{"-w", "-g", "-O1", "-fno-builtin", "-std=c++17", "-o", to, "-pthread", "-ldl"}, sources...)
	if out, err := exec.Command(compiler, append(args, strings.Fields(string(flags))...)...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", compiler, err, out)
	}
}

// exported are the functions of others that our libraries export.
func exported(t *testing.T, root string) (names []string) {
	t.Helper()
	for _, lib := range preloaded {
		f, err := elf.Open(filepath.Join(root, "lib", lib))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		for _, s := range symbols {
			if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC && !isOurs(s.Name) && !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	if len(names) < 100 {
		t.Errorf("only %d functions are exported", len(names))
	}
	return names
}

// isOurs: nobody else has a function of that name. ThreadSanitizer's runtime and its
// annotations are never in a program that has ours.
func isOurs(name string) bool {
	for _, prefix := range []string{"sparse", "__sparse", "__tsan_", "Annotate"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// byHazard splits what testdata/entries prints; how it ended goes with its last line.
func byHazard(out string) map[string]string {
	lines := map[string]string{}
	last := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if hazard, said, ok := strings.Cut(line, ": "); ok && (hazard == "end" || slices.Contains(hazards, hazard)) {
			last = hazard
			line = said
		} else if line == "standard error:" {
			continue
		}
		if lines[last] != "" {
			line = lines[last] + "\n" + line
		}
		lines[last] = line
	}
	return lines
}

// The table's own reader tells a difference from none.
func TestByHazard(t *testing.T) {
	got := byHazard("errno: afterwards 77\nsignal: signals came 1\nsignal: mask changed 0\nx.cpp:7: not true\nstandard error:\nended with 97")
	want := map[string]string{"errno": "afterwards 77", "signal": "signals came 1\nmask changed 0\nx.cpp:7: not true\nended with 97"}
	if len(got) != len(want) || got["errno"] != want["errno"] || got["signal"] != want["signal"] {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		name string
		ours bool
	}{{"sparse_enq", true}, {"__tsan_read1", true}, {"malloc", false}, {"_Znwm", false}} {
		if isOurs(c.name) != c.ours {
			t.Error(c.name)
		}
	}
}
