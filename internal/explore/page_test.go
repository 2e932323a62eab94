package explore

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steer"
)

// kept is an exploration with a run of each kind; what programs said is hostile.
func kept(t *testing.T, dir string) *Kept {
	t.Helper()
	facts := []Facts{
		{"exit": exitedWell, "output": "<b>one</b>", "window W:a": "2x1 0123456789abcdef.png", "window W:same": "1x1 00000000000000aa.png"},
		{"exit": "exit status 1", "output": "\x1b[2J<script>alert(1)</script>", "window W:a": `2x1 ../../"><img src=x>.png`, "window W:same": "1x1 00000000000000aa.png"},
	}
	for id, f := range facts {
		if err := os.MkdirAll(runFolder(dir, id), 0o755); err != nil {
			t.Fatal(err)
		}
		data, _ := json.Marshal(f)
		if err := os.WriteFile(filepath.Join(runFolder(dir, id), factsFile), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := steer.Unsteered(nil).With([]steer.Directive{{Hold: &steer.Hold{Event: "a", About: "<i>reply</i>", TimeoutMS: 9,
		Until: []steer.Target{{Event: "b", About: "timer"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	run := func(id, parent, depth int, f *Finding) Run {
		return Run{Plan: Plan{ID: id, Parent: parent, Depth: depth, First: "a" + afterLoop + "2", Second: "b", Why: []string{"<u>"}, Schedule: s}, Reached: true, Finding: f}
	}
	st := &State{Seen: map[string]bool{}, Enabled: 50, Tried: 5, Runs: []Run{{Reached: true},
		run(1, 0, 1, compare(facts[0], facts[1], nil)), run(2, 1, 2, &Finding{Class: Equal}),
		run(3, 1, 2, &Finding{Class: NotReached, Why: "hold timeout"}),
		{Plan: Plan{ID: 4, Depth: 2}, Refused: "<no>"}, {Plan: Plan{ID: 5, Depth: 2}, Refused: "<no>"}}}
	return &Kept{Program: []string{"./<p>"}, Bound: 2, State: st}
}

// TestPages: the pages show both runs, link what is there, and nothing in them is
// markup that a program made.
func TestPages(t *testing.T) {
	dir := t.TempDir()
	path, err := kept(t, dir).Pages(dir)
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	one, err := os.ReadFile(filepath.Join(dir, "run-0001.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ page, want string }{
		{string(all), `href="run-0001.html"`}, {string(all), "90 % need no run"}, {string(all), "&lt;no&gt;"},
		{string(all), `<td class="n">2</td><td>&lt;no&gt;</td>`}, {string(all), "hold timeout"},
		{string(one), "&lt;i&gt;reply&lt;/i&gt;, after its loop 2"}, {string(one), "<pre>&lt;b&gt;one&lt;/b&gt;</pre>"},
		{string(one), `<img src="runs/0000/0123456789abcdef.png"`}, {string(one), "run-0001.schedule.json"},
	} {
		if !strings.Contains(c.page, c.want) {
			t.Errorf("no %q in\n%s", c.want, c.page)
		}
	}
	for _, never := range []string{"<script", "<img src=x", "<b>one", "<i>reply", `href="run-0002`, "../"} {
		if strings.Contains(string(all)+string(one), never) {
			t.Errorf("%q is in a page", never)
		}
	}
	if first, second := strings.Index(string(one), "W:a"), strings.Index(string(one), "W:same"); first > second {
		t.Error("a window that is the same comes before one that is not")
	}
}

// TestText: the same for a terminal, and for programs.
func TestText(t *testing.T) {
	k := kept(t, t.TempDir())
	var b strings.Builder
	if err := k.Write(&b, "x/report.html"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 runs besides the first, up to 2 reversals", "1 different, 0 harmless, 1 equal, 1 not reached",
		"2 reversals cannot be steered", "(90 %)", `was  "exit status 0"`, `is   "exit status 1"`, "page: x/report.html"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Errorf("control characters in %q", &b)
	}
	b.Reset()
	if err := k.JSON(&b); err != nil {
		t.Fatal(err)
	}
	var found struct {
		Counts struct{ Runs, Different, Refused, Pruned int }
		Runs   []struct{ Class, Refused string }
	}
	if err := json.Unmarshal([]byte(b.String()), &found); err != nil {
		t.Fatal(err)
	}
	if c := found.Counts; c.Runs != 3 || c.Different != 1 || c.Refused != 2 || c.Pruned != 45 || len(found.Runs) != 5 || found.Runs[0].Class != "different" {
		t.Errorf("%+v", found)
	}
}

// TestFirstLineThatDiffers: the first line that is not the same.
func TestFirstLineThatDiffers(t *testing.T) {
	for _, c := range [][4]string{{"a\nb\n", "a\nc\n", `"b"`, `"c"`}, {"a\n", "a\na\n", "no more", `"a"`}, {"", "a", "nothing", `"a"`}} {
		if was, is := apart(c[0], c[1]); was != c[2] || is != c[3] {
			t.Errorf("%q, %q: %s, %s", c[0], c[1], was, is)
		}
	}
}

// TestSavedExplorationGoesOn: what is saved goes on as it was; what is no exploration, or another
// program's, is refused with the reason.
func TestSavedExplorationGoesOn(t *testing.T) {
	dir := t.TempDir()
	p := random(7, 6, true)
	whole := explored(t, p, 2, 1)
	k := &Kept{Program: []string{"p"}, Bound: 2, State: explored(t, p, 1, 1)}
	learned := conflictsOf([]Learned{{Pair{"b", "a", true}, "removes"}, {Pair{First: "a", Second: "b"}, "memory"}})
	k.Learned = learned.list()
	for _, q := range k.State.Pending {
		q.Schedule = steer.Unsteered(nil)
	}
	if err := k.Save(dir); err != nil {
		t.Fatal(err)
	}
	back, err := Load(dir, []string{"p"})
	if err != nil {
		t.Fatal(err)
	}
	if again := conflictsOf(back.Learned); !maps.Equal(again.seen, learned.seen) || len(again.seen) != 2 {
		t.Errorf("learned %v, expected %v", again.seen, learned.seen)
	}
	st, err := Explore(t.Context(), p, back.State, Options{Bound: 2})
	if err != nil {
		t.Fatal(err)
	}
	classes := func(st *State) map[string]bool {
		all := map[string]bool{}
		for _, r := range st.Runs {
			all[r.Class] = true
		}
		return all
	}
	if len(classes(st)) != len(classes(whole)) || len(classes(st)) <= len(classes(k.State)) {
		t.Errorf("%d classes after going on, %d at once, %d before", len(classes(st)), len(classes(whole)), len(classes(k.State)))
	}
	for want, text := range map[string]string{
		"unexpected end": `{"format":`, `format "rr"`: `{"format":"rr","version":2}`,
		"state: missing": `{"format":"sparseracer-exploration","version":2}`,
		"of [\"q\"]":     `{"format":"sparseracer-exploration","version":2,"program":["q"],"state":{"seen":{}}}`,
		"no schedule":    `{"format":"sparseracer-exploration","version":2,"program":["p"],"state":{"seen":{},"pending":[{"id":3}]}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, stateFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir, []string{"p"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestTextReasons: why runs show no harm is reported with their number; an exploration that
// has nothing to try says so; an event that no schedule describes keeps its kind.
func TestTextReasons(t *testing.T) {
	k := kept(t, t.TempDir())
	late := Run{Plan: Plan{ID: 6, Depth: 1}, Finding: &Finding{Class: Harmless, Why: lateRegistration}}
	k.State.Runs = append(k.State.Runs, late, late)
	var b strings.Builder
	if err := k.Write(&b, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n2 harmless: late registration: ", "\n1 not reached: hold timeout\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("expected %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	none := &Kept{State: &State{Runs: []Run{{Reached: true}}}}
	if err := none.Write(&b, ""); err != nil || b.String() != "nothing to try, after 0.0 s: no two events collide whose order can be changed\n" {
		t.Errorf("%v, %q", err, b.String())
	}
	dir := t.TempDir()
	path, err := none.Pages(dir)
	if err != nil {
		t.Fatal(err)
	}
	if page, err := os.ReadFile(path); err != nil || !strings.Contains(string(page), "Nothing to try") || strings.Contains(string(page), "<table") {
		t.Errorf("%v\n%s", err, page)
	}
	r := Run{Plan: Plan{First: "g_idle_add in 8ba76d2ed28ab4b3 #1.1" + afterLoop + "1", Second: "b", Schedule: k.State.Runs[1].Schedule}}
	if got := r.turn(); got != (turn{"g_idle_add" + afterLoop + "1", "timer"}) {
		t.Errorf("%+v", got)
	}
}

// TestApartOfLongLines: of long lines what is not the same is shown.
func TestApartOfLongLines(t *testing.T) {
	same := strings.Repeat("x", 500)
	if was, is := apart("a\n"+same+"1\n", "a\n"+same+"2\n"); was != `"…`+same[:30]+`1"` || is != `"…`+same[:30]+`2"` {
		t.Errorf("%s, %s", was, is)
	}
}

// TestScratchFolders are all of one length.
func TestScratchFolders(t *testing.T) {
	dir := t.TempDir()
	d := &Driver{Options: steer.RunOptions{Scratch: dir}}
	for range 50 {
		path, err := d.scratch()
		if err != nil || len(path) != len(dir)+1+len("sparseracer-explore-0123456789") {
			t.Fatalf("%s, %v", path, err)
		}
	}
}
