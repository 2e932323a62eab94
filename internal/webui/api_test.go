package webui

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// named is a Symbolizer that calls every function the same.
type named struct {
	function, file string
	units          []symbols.Unit
}

func (n named) Symbolize(places []symbols.Place) [][]symbols.Frame {
	out := make([][]symbols.Frame, len(places))
	for i := range out {
		out[i] = []symbols.Frame{{Function: n.function, File: n.file, Line: 2}}
	}
	return out
}
func (n named) Notes() []string                     { return nil }
func (n named) Close() error                        { return nil }
func (n named) Units([]trace.Module) []symbols.Unit { return n.units }

// recordingOf is a Recording of a trace in memory.
func recordingOf(name string, src trace.Source, sym Symbolizer) Recording {
	return Recording{Name: name,
		Open: func(context.Context) (trace.Source, error) { return src, nil },
		Analyze: func(ctx context.Context, src trace.Source, progress func(string, float64)) (*Analysis, error) {
			result, err := sparsehb.Analyze(src, sparsehb.Options{Context: ctx, Progress: progress})
			if err != nil {
				return nil, err
			}
			return &Analysis{Result: result, Report: report.New(result, sym, report.Options{Trace: name, All: true}), Symbols: sym}, nil
		}}
}

func parse(t *testing.T, text string) trace.Source {
	t.Helper()
	src, err := trace.ParseText("test.txt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return trace.Checked(src)
}

func editor(t *testing.T) trace.Source {
	t.Helper()
	text, err := os.ReadFile("../report/testdata/nested.trace")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

// loaded is a server that has read and analyzed everything.
func loaded(t *testing.T, o Options) *server {
	t.Helper()
	s := &server{token: "the-token", session: "the-session", port: "1234", recordings: newRecordings(t.Context(), o), consent: "the-consent"}
	if err := s.load(t.Context(), func(name string, err error) { t.Errorf("%s: %v", name, err) }); err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks as the page does, and reads the answer into v.
func get(t *testing.T, s *server, target string, want int, v any) string {
	t.Helper()
	r := httptest.NewRequest("GET", target, nil)
	r.Host = "127.0.0.1:1234"
	r.AddCookie(&http.Cookie{Name: s.cookie(), Value: s.session})
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, r)
	if w.Code != want {
		t.Fatalf("%s: %d %s, expected %d", target, w.Code, w.Body, want)
	}
	if v != nil {
		if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
			t.Fatalf("%s: %v in %s", target, err, w.Body)
		}
	}
	return w.Body.String()
}

// listed are the races on a page of the list.
func listed(t *testing.T, s *server, target string) []*raceRow {
	t.Helper()
	var page racesJSON
	get(t, s, target, 200, &page)
	return page.Rows
}

func TestAnswers(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "Editor::save()", file: "/src/editor.cpp"})}})
	var states []state
	if get(t, s, "/api/recordings", 200, &states); len(states) != 1 || !states[0].Ended || !states[0].Races || states[0].Error != "" {
		t.Fatalf("%+v", states)
	}
	var o overviewJSON
	if get(t, s, "/api/0/overview", 200, &o); o.Reported != 1 || o.Events != 4 || o.Loops != 1 || o.Rules != "exact" || len(o.Pairs) == 0 || !o.Complete {
		t.Errorf("overview %+v", o)
	}
	list := listed(t, s, "/api/0/races")
	if len(list) != 1 || !list[0].Loop || list[0].Title != "use-after-free" {
		t.Fatalf("races %+v", list)
	}
	var r raceJSON
	get(t, s, "/api/0/race?id="+list[0].ID, 200, &r)
	if len(r.Handlers) < 3 || r.Loop == nil || r.Loop.Reset == nil || len(r.Tries) != 3 || len(r.Stacks) != 3 || r.Alloc == nil || r.Alloc.Address != 0x7000 || r.Why == nil {
		t.Errorf("race %+v", r)
	}
	var v viewJSON
	if get(t, s, "/api/0/timeline", 200, &v); len(v.Marks) != 4 || uint64(v.Marks[0]) != r.Use.Operation {
		t.Errorf("marks %+v", v.Marks)
	}
	var life lifeJSON
	get(t, s, "/api/0/memory?at=12&address=0x7000&size=16", 200, &life)
	if life.Alloc == nil || life.Alloc.Operation != 1 || life.Free == nil || life.Reads != 2 || life.Type != "Document" || len(life.Uses) != 1 || life.Uses[0].Function != "Editor::save()" {
		t.Errorf("life %+v", life)
	}
	var past historyJSON
	if get(t, s, "/api/0/history?address=0x7004", 200, &past); past.All != 1 || past.List[0].Alloc.Operation != 1 || past.List[0].Free == nil || past.List[0].Type != "Document" {
		t.Errorf("history %+v", past)
	}
	var e eventJSON
	get(t, s, "/api/0/event?id=1", 200, &e)
	if e.Name != "click" || e.Poster == nil || e.Poster.Name != "open" || len(e.Loops) != 1 || len(e.Races) != 1 || len(e.Frames) == 0 {
		t.Errorf("event %+v", e)
	}
	var found searchJSON
	if get(t, s, "/api/0/search?q=document", 200, &found); found.Total != 1 || found.List[0].Name != "reload" {
		t.Errorf("found %+v", found)
	}
}

// The order around the race: no arrow, and no chain of them, between its blocks.
func TestSlice(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	list := listed(t, s, "/api/0/races")
	var g sliceJSON
	get(t, s, "/api/0/slice?id="+list[0].ID, 200, &g)
	if len(g.Boxes) < 3 || g.Boxes[0].Does == "" || g.Boxes[1].Does == "" || len(g.Arrows) == 0 || g.Width <= 0 || g.Height <= 0 {
		t.Fatalf("%+v", g)
	}
	reach := map[int32]bool{g.Boxes[0].ID: true}
	for range g.Arrows {
		for _, a := range g.Arrows {
			reach[a.To] = reach[a.To] || reach[a.From]
			if len(a.Points) < 2 || a.Rule == "" {
				t.Errorf("arrow %+v", a)
			}
		}
	}
	if reach[g.Boxes[1].ID] {
		t.Error("the blocks of the race are ordered in the drawing")
	}
}

func TestWhatIf(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	list := listed(t, s, "/api/0/races")
	var r raceJSON
	get(t, s, "/api/0/race?id="+list[0].ID, 200, &r)
	ask := func(first, then string) whatIfJSON {
		var w whatIfJSON
		get(t, s, "/api/0/whatif?"+url.Values{"first": {first}, "then": {then}}.Encode(), 200, &w)
		return w
	}
	words := func(ops []uint64) string {
		data, _ := json.Marshal(ops)
		return strings.Trim(string(data), "[]")
	}
	for _, try := range r.Tries { // either way, and the loop's end first
		if w := ask(words(try.First), words(try.Then)); w.Already || w.Opposite || len(w.Vanish) != 1 || w.Vanish[0].ID != list[0].ID || w.Considered != 1 {
			t.Errorf("%s: %+v", try.Text, w)
		}
	}
	if w := ask("0", "17"); !w.Already || len(w.Vanish) != 0 {
		t.Errorf("what holds: %+v", w)
	}
	if w := ask("17", "0"); !w.Opposite || len(w.Vanish) != 0 {
		t.Errorf("the opposite: %+v", w)
	}
	both := words(r.Tries[0].First) + "," + words(r.Tries[1].First)
	if w := ask(both, words(r.Tries[0].Then)+","+words(r.Tries[1].Then)); !w.Opposite {
		t.Errorf("a contradiction: %+v", w)
	}
}

func TestOrder(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	for _, c := range []struct{ a, b, want string }{{"0", "17", "before"}, {"17", "0", "after"}, {"12", "17", "unordered"}, {"12", "13", "before"}, {"13", "12", "after"}, {"12", "12", "same"}} {
		var o orderJSON
		get(t, s, "/api/0/order?a="+c.a+"&b="+c.b, 200, &o)
		if o.Relation != c.want || (len(o.Chain) > 0) != (c.a == "0" || c.b == "0") {
			t.Errorf("%s and %s: %+v, expected %s", c.a, c.b, o, c.want)
		}
	}
}

func TestRelationsToTheChosen(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	var v viewJSON
	get(t, s, "/api/0/timeline?columns=1000&focus=3", 200, &v) // reload
	got := map[int64]int64{}
	for _, row := range v.Rows {
		for i := 0; i < len(row.Slices); i += 6 {
			if row.Slices[i+3] != loopKind {
				got[row.Slices[i+2]] = row.Slices[i+5]
			}
		}
	}
	if got[0] != before || got[3] != itself || got[1] != unordered {
		t.Errorf("relations %v", got)
	}
}

func TestBadQuestions(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	for target, want := range map[string]int{
		"/api/0/race?id=nosuch": 404, "/api/0/slice": 404, "/api/0/event?id=99": 404, "/api/0/event?id=-5": 404, "/api/0/event?id=x": 400,
		"/api/0/order?a=1": 400, "/api/0/order?a=1&b=999999": 400, "/api/0/whatif?first=1&then=": 400, "/api/0/whatif?first=1,2&then=3": 400,
		"/api/0/whatif?first=" + strings.Repeat("1,", 64) + "1&then=" + strings.Repeat("2,", 64) + "2": 400,
		"/api/0/timeline?from=x": 400, "/api/0/timeline?columns=-1": 400, "/api/0/timeline?from=99999999999999999999999": 400,
		"/api/0/memory?at=1": 400, "/api/0/memory?at=1&address=zz": 400, "/api/0/nosuch": 404, "/api/x/races": 404,
		"/api/0/timeline?from=18446744073709551615&to=1&columns=18446744073709551615&arcs=18446744073709551615": 200,
		"/api/0/memory?at=18446744073709551615&address=18446744073709551615&size=18446744073709551615":          200,
		"/api/0/search?first=18446744073709551615&q=e":                                                          200,
	} {
		if body := get(t, s, target, want, nil); want != 200 && target != "/api/0/nosuch" && !strings.HasPrefix(body, `{"error":"`) {
			t.Errorf("%s: %s", target, body)
		}
	}
}

// Sources are quoted below the roots only, links followed.
func TestRootsBoundSources(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"a/project", "a/secret"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	inside, outside, link := filepath.Join(dir, "a/project/x.cpp"), filepath.Join(dir, "a/secret/x.cpp"), filepath.Join(dir, "a/project/link.cpp")
	for _, f := range []string{inside, outside} {
		if err := os.WriteFile(f, []byte("one\ntwo\nthree\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, link); err != nil {
		t.Fatal(err)
	}
	unit := symbols.Unit{Dir: filepath.Join(dir, "a/project"), File: inside}
	for _, c := range []struct {
		name, file string
		roots      []string
		quoted     bool
	}{
		{"a compiled file", inside, nil, true}, {"another file", outside, nil, false}, {"a link out", link, nil, false},
		{"a way out", filepath.Join(dir, "a/project/../secret/x.cpp"), nil, false},
		{"another root", inside, []string{filepath.Join(dir, "a/secret")}, false}, {"below a named root", outside, []string{filepath.Join(dir, "a/secret")}, true},
		{"relative", "x.cpp", nil, false}, {"a file that begins as a root does", filepath.Join(dir, "a/secret/x.cpp"), []string{filepath.Join(dir, "a/sec")}, false},
	} {
		s := loaded(t, Options{Roots: c.roots, Recordings: []Recording{recordingOf("e.srt", editor(t), named{"f", c.file, []symbols.Unit{unit}})}})
		list := listed(t, s, "/api/0/races")
		var r raceJSON
		get(t, s, "/api/0/race?id="+list[0].ID, 200, &r)
		if quoted := len(r.Stacks[0].Frames[0].Source) > 0; quoted != c.quoted {
			t.Errorf("%s: quoted %v, expected %v", c.name, quoted, c.quoted)
		}
	}
}

func TestProgramRoots(t *testing.T) {
	for _, c := range []struct {
		name  string
		units []symbols.Unit
		want  string
	}{
		{"in the source's folder", []symbols.Unit{{Dir: "/home/u/app", File: "/home/u/app/main.cpp"}}, "/home/u/app"},
		{"beside it", []symbols.Unit{{Dir: "/home/u/app/build", File: "/home/u/app/src/main.cpp"}}, "/home/u/app/build /home/u/app/src /home/u/app"},
		{"nothing in common but a home", []symbols.Unit{{Dir: "/home/u/build", File: "/home/u/src/main.cpp"}}, "/home/u/build /home/u/src"},
		{"another one's home", []symbols.Unit{{Dir: "/home/v", File: "/home/v/main.cpp"}}, ""},
		{"the root folder", []symbols.Unit{{Dir: "/", File: "/etc/main.cpp"}}, ""},
		{"nothing", nil, ""},
	} {
		if got := strings.Join(programRoots(c.units, "/home/u"), " "); got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, got, c.want)
		}
	}
}

func TestServeEndsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ready := make(chan string, 1)
	done := make(chan error, 1)
	go func() {
		done <- Serve(ctx, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}, Ready: func(u string) { ready <- u }})
	}()
	address := <-ready
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	if answer.StatusCode != 200 || !strings.Contains(string(body), "app.js") {
		t.Errorf("%s: %s", answer.Status, body)
	}
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("still serving")
	}
	if answer, err := http.Get(address); err == nil {
		answer.Body.Close()
		t.Error("the port is still open")
	}
}

// What cannot be read at all ends the server; beside something that can, it is reported.
func TestServeFails(t *testing.T) {
	fault := errors.New("no trace at all")
	bad := Recording{Name: "bad.srt", Open: func(context.Context) (trace.Source, error) { return nil, fault }}
	if err := Serve(t.Context(), Options{Recordings: []Recording{bad}}); !errors.Is(err, fault) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	told := make(chan error, 1)
	good := recordingOf("editor.srt", editor(t), named{function: "f"})
	err := Serve(ctx, Options{Recordings: []Recording{bad, good}, Failed: func(_ string, err error) { told <- err; cancel() }})
	if err != nil || !errors.Is(<-told, fault) {
		t.Errorf("error %v", err)
	}
}

// A race that another one's order settles says so, and by which.
func TestCoverage(t *testing.T) {
	// Two handlers from outside: one sets up an object and then raises a flag, the
	// other one looks at the flag and then uses the object.
	src := parse(t, `enterloop
deq(a)
write(data,4)
write(flag,4)
end(a)
deq(b)
read(flag,4)
read(data,4)
end(b)
deq(quit)
end(quit)
exitloop
`)
	r := recordingOf("plain.txt", src, named{function: "f"})
	r.Analyze = func(ctx context.Context, src trace.Source, _ func(string, float64)) (*Analysis, error) {
		result, err := sparsehb.Analyze(src, sparsehb.Options{Context: ctx, ReadWrite: true})
		if err != nil {
			return nil, err
		}
		sym := named{function: "f"}
		return &Analysis{Result: result, Report: report.New(result, sym, report.Options{All: true}), Symbols: sym}, nil
	}
	s := loaded(t, Options{Recordings: []Recording{r}})
	list := listed(t, s, "/api/0/races")
	kinds := map[string]int{}
	for _, row := range list {
		kinds[row.Coverage]++
		var page raceJSON
		get(t, s, "/api/0/race?id="+row.ID, 200, &page)
		if (page.Covered != "") != (row.Coverage == "covered") {
			t.Errorf("%s: %q", row.Coverage, page.Covered)
		}
	}
	var o overviewJSON
	get(t, s, "/api/0/overview", 200, &o)
	if len(o.Coverage) != 2 || len(list) != 2 || kinds["covered"] != 1 || kinds["uncovered"] != 1 {
		t.Errorf("races %v, overview %+v", kinds, o.Coverage)
	}
}
