package spinning

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/ctree"
	"sparseracer/internal/needs"
)

// look reads sources as a compiler with these flags would.
func look(t *testing.T, dir string, files, flags, spins []string) *Found {
	t.Helper()
	needs.Tool(t, "clang-19")
	opt := &Options{Dir: dir, Build: dir, Reader: ctree.Reader{Clang: "clang-19", Env: os.Environ()}, Spins: spins, Jobs: 2}
	for _, f := range files {
		opt.Commands = append(opt.Commands, ctree.Command{Directory: dir, File: f, Args: slices.Concat([]string{"c++", "-std=c++17"}, flags, []string{"-c", f})})
	}
	found, err := Look(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSnippets: each function of testdata/snippets.cpp has what is expected of it in a comment
// before it: shapes and names of uses, with ! where they are guarded; "none"; or "no call".
func TestSnippets(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "snippets.cpp")
	found := look(t, dir, []string{file}, nil, []string{"Own::pause"})
	if len(found.Failed) > 0 || found.Read != 1 {
		t.Fatalf("%d read, failed: %v", found.Read, found.Failed)
	}
	got := map[string][]string{}
	for _, h := range found.Hits {
		name := strings.TrimSuffix(h.Function[strings.LastIndexByte(h.Function, ':')+1:], ", a lambda")
		for _, u := range h.Uses {
			text := fmt.Sprintf("%s %s", u.Shape, u.Name)
			if u.Shape == This {
				text = "this"
			}
			if u.Guard != "" {
				text += "!"
			}
			got[name] = append(got[name], text)
		}
		slices.Sort(got[name])
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	expected := 0
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "// = "); ok {
			name, uses, _ := strings.Cut(strings.TrimSpace(rest), ": ")
			expected++
			if uses != "none" {
				want[name] = strings.Split(uses, ", ")
				slices.Sort(want[name])
			}
		}
	}
	if expected < 25 {
		t.Fatalf("%d functions are expected", expected)
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s: %q, expected %q", name, got[name], want[name])
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("more hits: %v", got)
	}
}

// TestFailures: a file that does not parse is named, and the others are read.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for name, text := range map[string]string{"bad.cpp": "#include \"made.h\"\nvoid uv_run();\n", "good.cpp": "struct D { int n; void exec(); void f() { uv_run(); n = 1; } static void uv_run(); };\n", "plain.cpp": "int n;\n"} {
		files = append(files, filepath.Join(dir, name))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := look(t, dir, append(files, filepath.Join(dir, "gone.cpp")), nil, []string{"D::uv_run"})
	if found.Read != 2 || found.Nameless != 1 || len(found.Failed) != 2 || len(found.Hits) != 1 {
		t.Fatalf("%+v", found)
	}
	if !strings.Contains(found.Failed[0].Reason, "'made.h' file not found") || !strings.HasSuffix(found.Failed[1].Reason, "no such file or directory") {
		t.Errorf("%v", found.Failed)
	}
}

// TestBasesOfOthers: a class of another project that derives over one which names none of the functions.
func TestBasesOfOthers(t *testing.T) {
	dir, others := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(others, "others.h"): "struct QDialog { virtual int exec(); };\nstruct QAbstractPrintDialog : QDialog { int n; };\nstruct QPrintDialog : QAbstractPrintDialog { int exec() override; };\n" +
			"struct Other { int n; };\nstruct Thread : Other { int exec(); };\n",
		filepath.Join(dir, "a.cpp"): "#include \"others.h\"\nstruct W { int n; void print(); void run(); };\nvoid W::print() { QPrintDialog d; d.exec(); n = 1; }\nvoid W::run() { Thread t; t.exec(); n = 1; }\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := look(t, dir, []string{filepath.Join(dir, "a.cpp")}, []string{"-I", others}, nil)
	if len(found.Hits) != 1 || found.Hits[0].Function != "W::print" || found.Hits[0].Spins != "QPrintDialog::exec" {
		t.Errorf("%+v", found.Hits)
	}
}

// TestSpinsNames: what --spins takes.
func TestSpinsNames(t *testing.T) {
	for name, ok := range map[string]bool{"exec": true, "A::b": true, "N::A::b_2": true, "": false, "A::": false, "a b": false, "::f": false, "2f": false} {
		if _, err := newTable([]string{name}); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestRank: by file and line of the call, at risk first.
func TestRank(t *testing.T) {
	hits := []*Hit{{File: "/s/a/x.cpp", Line: 1, Last: 3}, {File: "/s/b/x.cpp", Line: 2, Last: 2}, {File: "/s/a/y.cpp", Line: 9, Last: 9}}
	got := Rank(hits, []Seen{{File: "/other/a/x.cpp", Line: 3, Trace: "1"}, {File: "/s/a/y.cpp", Line: 9, Trace: "1"}, {File: "/s/a/y.cpp", Line: 9, AtRisk: true, Trace: "2"}})
	if got[0].Hit != hits[2] || got[0].State != AtRisk || !slices.Equal(got[0].Traces, []string{"1", "2"}) || got[1].Hit != hits[0] || got[1].State != Safe || got[2].State != NeverRun {
		t.Errorf("%+v", got)
	}
}

// elsewhere are samples whose use is in another function than the one that spins the loop,
// tasks those without a nested loop: what a task of a pool uses is freed while it runs.
var (
	elsewhere = []string{"due_race", "inbox_race", "lambda_race", "modal_race", "printing_race", "shown_race", "socket_race"}
	tasks     = []string{"album_race", "async_race", "errand_race", "function_race", "future_race", "index_race", "mutex_race", "parts_race", "pool_race", "previews_race", "report_race", "share_race", "stop_race",
		"thread_race"}
)

var all = flag.Bool("all", false, "read all samples, some minutes, and not some of them")

// some is how many samples are read without -all, from all over their list: Qt's headers are most of the work, in each.
const some = 5

// TestSamples: each Qt sample whose use is in the function that spins the loop is a hit.
func TestSamples(t *testing.T) {
	flags, err := exec.Command("pkg-config", "--cflags", "Qt6Widgets", "Qt6Concurrent").Output()
	if err != nil {
		needs.Tool(t, "pkg-config")
		t.Fatal("Qt 6's headers: ", err)
	}
	dir, err := filepath.Abs("../../samples")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_race.cpp"))
	if err != nil || len(files) < 30 {
		t.Fatalf("%d samples: %v", len(files), err)
	}
	if !*all {
		for i := range some {
			files[i] = files[i*len(files)/some]
		}
		files = files[:some]
	}
	found := look(t, dir, files, append(strings.Fields(string(flags)), "-fPIC"), nil)
	if len(found.Failed) > 0 {
		t.Errorf("failed: %v", found.Failed)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".cpp")
		hit := slices.ContainsFunc(found.Hits, func(h *Hit) bool { return h.File == f && !h.Guarded() })
		if hit == (slices.Contains(elsewhere, name) || slices.Contains(tasks, name)) {
			t.Errorf("%s: a hit: %t", name, hit)
		}
	}
}
