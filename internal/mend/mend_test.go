package mend

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/ctree"
	"sparseracer/internal/needs"
)

// TestOwn: functions of a stack that may be the program's.
func TestOwn(t *testing.T) {
	got := own([]string{"Page::check()", "Window::Window()::'lambda'()::operator()() const", "main::$_0::operator()() const", "QObject::event(QEvent*)",
		"QtPrivate::FunctorCall<X>::call(void (*)())", "count()", "main", "__libc_start_call_main", "Page::check()"})
	if want := []string{"Page::check", "Window::Window", "main", "count"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

// program has no Qt: what is asked of it is only what the tree shows.
const program = `struct Loop { int exec(); };
template <class T> struct Ptr { Ptr(T *); };
struct Item { int n; };
struct Page {
	Item *item;
	bool ask();
	void drop();
};
bool Page::ask()
{
	Item *mine = item;
	Loop loop;
	if (loop.exec() == 1)
		mine->n++;
	return item->n > 0;
}
void Page::drop()
{
	delete item;
}
`

func sources(t *testing.T, text string) *Sources {
	t.Helper()
	return sourcesIn(t, "page.cpp", text)
}

func sourcesIn(t *testing.T, name, text string) *Sources {
	t.Helper()
	needs.Tool(t, "clang-19")
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return &Sources{Dir: dir, Reader: ctree.Reader{Clang: "clang-19", Env: os.Environ()}, Commands: []ctree.Command{{Directory: dir, File: file, Args: []string{"cc", "-c", file, "-o", "page.o"}}}}
}

var race = Subject{ID: "1", Use: []string{"Page::ask()"}, Free: []string{"Page::drop()"}}

// TestSuggest: the shapes that a member function with a loop gets, as patches of the text.
func TestSuggest(t *testing.T) {
	src := sources(t, program)
	patches, _, err := Suggest(context.Background(), race, src)
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]string{}
	for _, p := range patches {
		diff, err := p.Diff(context.Background(), src.Dir)
		if err != nil {
			t.Fatal(err)
		}
		shapes[p.Shape] += diff
	}
	for shape, want := range map[string][]string{
		"guard":  {"+\tconst QPointer<Page> self(this);\n", "+\tif ((loop.exec() == 1) && self)\n", "+\tif (mine != item)\n+\t\treturn {};\n"},
		"forget": {"+\titem = nullptr;\n", "+\tif (!item)\n+\t\treturn {};\n"},
		"defer":  {"+\titem->deleteLater();\n"},
	} {
		for _, w := range want {
			if !strings.Contains(shapes[shape], w) {
				t.Errorf("%s: no %q in\n%s", shape, w, shapes[shape])
			}
		}
	}
}

// TestCleanUp: what a function has to end in any case may come before the test.
func TestCleanUp(t *testing.T) {
	src := sources(t, strings.Replace(program, "	return item->n > 0;", "	end();\n	return item->n > 0;", 1)+"void end();\n")
	src.Commands[0].Args = append(src.Commands[0].Args, "-include", "end.h")
	if err := os.WriteFile(filepath.Join(src.Dir, "end.h"), []byte("void end();\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	patches, _, err := Suggest(context.Background(), race, src)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, p := range patches {
		diff, err := p.Diff(context.Background(), src.Dir)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(diff)
	}
	if want := " \tend();\n+\tif (!self)\n+\t\treturn {};\n \treturn item->n > 0;\n"; !strings.Contains(all.String(), want) {
		t.Errorf("no %q in\n%s", want, all.String())
	}
}

// TestNoPlace: a race of another program.
func TestNoPlace(t *testing.T) {
	if _, _, err := Suggest(context.Background(), Subject{Use: []string{"Other::f()"}}, sources(t, program)); !errors.Is(err, ErrNoPlace) {
		t.Errorf("%v, expected %v", err, ErrNoPlace)
	}
}

// TestVerify: only what compiles and passes is a fix, the sources stay as they are, and a program that does not
// crash has nothing to fix.
func TestVerify(t *testing.T) {
	src := sources(t, program)
	patches, _, err := Suggest(context.Background(), race, src)
	if err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Sources: src, Build: "test -f page.cpp", Runs: 7, Said: io.Discard, Replay: func(_ context.Context, dir string, runs int, _ []string) (Outcome, error) {
		text, err := os.ReadFile(filepath.Join(dir, "page.cpp"))
		o := Outcome{Runs: runs, Began: runs, Waited: runs}
		if !strings.Contains(string(text), "item = nullptr;") {
			o.Crashed = runs
		}
		return o, err
	}}
	tried, err := v.Verify(context.Background(), patches)
	if err != nil || len(tried) < 2 {
		t.Fatalf("%+v, %v", tried, err)
	}
	for i, r := range tried {
		if last := i == len(tried)-1; last != (r.Failed == "") || last && (r.After.Runs != 7 || r.Patch.Shape != "forget") {
			t.Errorf("%d: %+v", i, r)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(src.Dir, "page.cpp")); string(text) != program {
		t.Error("the sources were changed")
	}
	v.Build = "exit 3"
	if _, err := v.Verify(context.Background(), patches); err == nil || !strings.Contains(err.Error(), "fails without any patch: exit status 3") {
		t.Errorf("a build that fails: %v", err)
	}
	v.Build, v.Replay = "true", func(_ context.Context, _ string, runs int, _ []string) (Outcome, error) {
		return Outcome{Runs: runs}, nil
	}
	if _, err := v.Verify(context.Background(), patches); !errors.Is(err, ErrNoCrash) {
		t.Errorf("no crash: %v", err)
	}
}

// TestNotReached: a patch in whose runs the loop, or else the handlers, mostly did not come is no fix.
func TestNotReached(t *testing.T) {
	crashes := Outcome{Runs: 3, Crashed: 3, Began: 3, Waited: 3}
	noLoop := crashes
	noLoop.Waited = 0
	for _, c := range []struct {
		before, after Outcome
		want          string
	}{
		{crashes, Outcome{Runs: 10, Began: 10, Waited: 10}, ""},
		{crashes, Outcome{Runs: 10, Began: 10, Waited: 6}, ""},
		{crashes, Outcome{Runs: 10, Began: 10, Waited: 5}, "not verified: the patched program came to the loop in 5 of 10 runs"},
		{crashes, Outcome{Runs: 1, Began: 1}, "not verified: the patched program came to the loop in 0 of 1 runs"},
		{noLoop, Outcome{Runs: 10, Began: 10}, ""},
		{noLoop, Outcome{Runs: 10, Began: 2}, "not verified: the patched program came to the handler of the use in 2 of 10 runs"},
	} {
		if got := c.after.missed(c.before, "guard"); got != c.want {
			t.Errorf("%+v: %q, expected %q", c.after, got, c.want)
		}
	}
	for followed, want := range map[int]string{6: "", 5: "not verified: in 5 of 10 runs of the patched program the free came after the dialog was shown"} {
		after := Outcome{Runs: 10, Began: 10, Followed: followed}
		if got := after.missed(crashes, "asynchronous"); got != want {
			t.Errorf("%d: %q, expected %q", followed, got, want)
		}
	}
	src := sources(t, program)
	patches, _, err := Suggest(context.Background(), race, src)
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	v := &Verifier{Sources: src, Build: "true", Runs: 4, Said: io.Discard, Replay: func(_ context.Context, _ string, runs int, _ []string) (Outcome, error) {
		if built++; built == 1 {
			return Outcome{Runs: runs, Crashed: runs, Began: runs, Waited: runs}, nil
		}
		return Outcome{Runs: runs, Began: runs, Elsewhere: runs}, nil
	}}
	tried, err := v.Verify(context.Background(), patches)
	if err != nil {
		t.Fatal(err)
	}
	missed := 0
	for _, r := range tried {
		if r.Failed == "" {
			t.Errorf("%s: it passes", r.Patch.What)
		} else if strings.HasPrefix(r.Failed, "not verified: ") {
			missed++
		}
	}
	if missed == 0 {
		t.Errorf("none is not verified: %+v", tried)
	}
}

// TestPatchApplies: `patch` takes what Diff writes.
func TestPatchApplies(t *testing.T) {
	needs.Tool(t, "patch")
	src := sources(t, program)
	patches, _, err := Suggest(context.Background(), race, src)
	if err != nil {
		t.Fatal(err)
	}
	diff, err := patches[0].Diff(context.Background(), src.Dir)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("patch", "-p1", "--dry-run")
	cmd.Dir, cmd.Stdin = src.Dir, strings.NewReader(diff)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestCallers: who called the function that leaves is guarded, too, for what frees one object frees those.
func TestCallers(t *testing.T) {
	const calling = "struct Window { Page *page; int asked; void open(); void between(); };\nvoid Window::between()\n{\n\tpage->ask();\n}\nvoid Window::open()\n{\n\tif (page)\n\t\tbetween();\n\tasked++;\n}\n"
	src := sources(t, program+calling)
	s := race
	s.Use = []string{"Page::ask()", "Window::between()", "Window::open()"}
	patches, _, err := Suggest(context.Background(), s, src)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range patches {
		if !strings.HasSuffix(p.What, "whether its object is still there, and so do its callers with theirs: open") {
			continue
		}
		diff, err := p.Diff(context.Background(), src.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"+\tconst QPointer<Page> self(this);\n", "+\tconst QPointer<Window> self(this);\n \tif (page)\n", "+\tif (!self)\n+\t\treturn;\n \tasked++;\n"} {
			if !strings.Contains(diff, want) {
				t.Errorf("no %q in\n%s", want, diff)
			}
		}
		if strings.Count(diff, "QPointer<Window>") != 1 {
			t.Errorf("a caller is guarded that does nothing more:\n%s", diff)
		}
		if strings.Count(diff, "+#include <QPointer>\n") != 1 {
			t.Errorf("the header is not included once:\n%s", diff)
		}
		return
	}
	t.Errorf("no patch has the caller: %+v", patches)
}
