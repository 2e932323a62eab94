package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sparseracer/internal/htmlpage"
	"sparseracer/internal/symbols"
)

// What a trace, a symbol table or a source may hold to attack a reader.
const hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\x1b]0;owned\x07\u202e\u009b31m\"'`{{.}}"

func hostilePage(t *testing.T) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "evil.cpp")
	if err := os.WriteFile(source, []byte("one\n"+strings.ReplaceAll(hostile, "\n", "")+"\nthree\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	frame := symbols.Frame{Function: hostile, File: source, Line: 2, Module: hostile}
	event := &Event{Name: hostile, Kind: "posted", Type: hostile, Class: hostile, Object: hostile}
	race := &Race{
		ID: hostile, Kind: kindUseFree, Verdict: predicted, Filtered: hostile,
		First:  Place{Operation: 1, Kind: "read", Event: event, Location: hostile, Stack: []symbols.Frame{frame}},
		Second: Place{Operation: 2, Kind: "free", Event: event, Location: hostile, Stack: []symbols.Frame{frame}},
	}
	race.Told = &Story{Steps: steps(race), Why: []string{event.full(), event.origin()}, Schedule: schedule(race)}
	r := &Report{Trace: hostile, Command: []string{hostile}, Notes: []string{hostile}, Races: []*Race{race}, All: true}
	var out bytes.Buffer
	if err := r.HTML(&out, true); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Nothing executes and nothing escapes: the page has the elements that it has
// without the names, and no character that a browser or terminal would obey.
func TestHostileNamesInHTML(t *testing.T) {
	page := hostilePage(t)
	if n := strings.Count(page, "<script"); n != 2 { // the page's data, which is none, and its own
		t.Errorf("%d scripts", n)
	}
	if strings.Contains(page, "<img") || strings.ContainsAny(page, "\x1b\x07\u202e\u009b") {
		t.Error("a hostile name came through")
	}
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "img" || n.Data == "iframe" || n.Data == "link" || n.Data == "base") {
			t.Errorf("found a %s", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" || a.Key == "style" {
				t.Errorf("found the attribute %s=%q of %s", a.Key, a.Val, n.Data)
			}
		}
	}
	if !strings.Contains(page, "default-src &#39;none&#39;") && !strings.Contains(page, "default-src 'none'") {
		t.Error("no policy")
	}
	data := htmlData(t, root)
	if !slices.ContainsFunc(data.Words, func(w string) bool { return strings.HasPrefix(w, "</script><script>alert(1)") }) {
		t.Error("the source line is not quoted")
	}
	if len(data.Races) != 1 || len(data.Frames) != 1 || len(data.Frames[0].Source) != 4 || !data.Frames[0].Source[1].Here {
		t.Errorf("data %+v", data)
	}
}

// The policy allows the very texts that stand in the page.
func TestPolicyMatchesPage(t *testing.T) {
	var out bytes.Buffer
	if err := (&Report{}).HTML(&out, false); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, part := range [][3]string{{"<style>", htmlpage.Theme + pageStyle, "</style>"}, {"<script>", pageScript, "</script>"}} {
		if !strings.Contains(page, part[0]+part[1]+part[2]) {
			t.Errorf("%s is not as it was hashed", part[0])
		}
	}
}

// htmlData is what a page holds for its script.
func htmlData(t *testing.T, root *html.Node) *packedJSON {
	t.Helper()
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "script" && slices.Contains(n.Attr, html.Attribute{Key: "id", Val: "data"}) {
			var out packedJSON
			if err := json.Unmarshal([]byte(n.FirstChild.Data), &out); err != nil {
				t.Fatal(err)
			}
			return &out
		}
	}
	t.Fatal("the page has no data")
	return nil
}

// TestPackedOnce: what races have in common stands in the page once.
func TestPackedOnce(t *testing.T) {
	frames := []FramePage{{Text: "#0 f() a.cpp:1"}, {Text: "#1 g() a.cpp:2", Source: []LinePage{{2, "g();", true}}}}
	deeper := []FramePage{{Text: "#0 h() a.cpp:9"}, {Text: "#1 f() a.cpp:1"}}
	race := RacePage{ID: "1", Title: "use-after-free", Why: []string{"because", "because"}, Stacks: []StackPage{{"first", frames}, {"second", frames}, {"third", deeper}}}
	other := race
	other.ID, other.Why = "2", []string{"therefore"}
	d := packed(&Report{Trace: "a b.srt"}, &Page{Races: []RacePage{race, other}})
	if len(d.Frames) != 3 || len(d.Stacks) != 2 || len(d.Races) != 2 || d.Explain != "sparseracer explain 'a b.srt' " {
		t.Errorf("%+v", d)
	}
	count := map[string]int{}
	for _, w := range d.Words {
		if count[w]++; count[w] > 1 {
			t.Errorf("%q stands there twice", w)
		}
	}
	if a, b := d.Races[0].Why, d.Races[1].Why; a[0] != a[1] || d.Words[a[0]] != "because" || d.Words[b[0]] != "therefore" {
		t.Errorf("why: %v and %v", a, b)
	}
	if f := d.Frames[d.Stacks[1][1]]; d.Words[f.Text] != "f() a.cpp:1" || d.Stacks[1][1] != d.Stacks[0][0] {
		t.Errorf("a frame of two depths is %+v", f)
	}
}
