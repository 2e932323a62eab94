package webui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestCompare: which races one recording has and another has not.
func TestCompare(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{manyRaces(t, 3, 4), manyRaces(t, 4, 4), manyRaces(t, 2, 2)}})
	for query, want := range map[string]int{
		"0/races?than=1&which=only": 0, "1/races?than=0&which=only": 4, "1/races?than=0&which=both": 12,
		"0/races?than=2&which=both": 4, "0/races?than=2&which=only": 8, "2/races?than=0&which=only": 0, "0/races?than=0&which=both": 12,
	} {
		var page racesJSON
		if get(t, s, "/api/"+query, 200, &page); page.Total != want {
			t.Errorf("%s: %d races, expected %d", query, page.Total, want)
		}
	}
	get(t, s, "/api/0/races?than=9&which=only", 404, nil)
	get(t, s, "/api/0/races?than=1&which=most", 400, nil)
	get(t, s, "/api/0/races?sort=size", 400, nil)
}

// TestBrowserCompare: a person sees what is new, follows it, and filters by it.
func TestBrowserCompare(t *testing.T) {
	script := axe(t)
	b := openTab(t)
	before, after := manyRaces(t, 3, 4), manyRaces(t, 4, 5)
	before.Name, after.Name = "before.srt", "after.srt"
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{before, after}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	b.key("5")
	b.until(`[...document.querySelectorAll(".columns h2")].map(h => h.textContent).join("|") === "Gone: only in before.srt (0)|New: only in after.srt (8)|In both (12)"`)
	b.looked(script, "compare")
	is[any](b, `document.querySelectorAll(".columns section")[1].querySelector("a").click()`)
	b.until(`location.hash.startsWith("#/1/race?") && document.querySelector("h1 code")`)
	b.key("2")
	b.until(`document.querySelectorAll(".races li").length === 20`)
	is[any](b, `(s => { s.value = "0 only"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[name=than]"))`)
	b.until(`document.querySelectorAll(".races li").length === 8 && location.hash.includes("than=0") && location.hash.includes("which=only")`)
	b.do(chromedp.Reload())
	b.until(`document.querySelectorAll(".races li").length === 8 && document.querySelector("select[name=than]").value === "0 only"`)
	b.quiet()
}

// TestBrowserEditor: places become links by the scheme that a person chose, whatever is in
// a file's name; schemes that do something else are refused.
func TestBrowserEditor(t *testing.T) {
	b := openTab(t)
	source := filepath.Join(t.TempDir(), `a "b"&c=d#e?f {line}.cpp`)
	if err := os.WriteFile(source, []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	address := serving(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f", file: source})}})
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	id := is[string](b, `fetch("/api/0/races").then(r => r.json()).then(r => r.rows[0].id)`)
	is[any](b, `location.hash = "#/0/race?id=`+id+`"`)
	b.until(`document.querySelector(".stack .place")`)
	if is[bool](b, `document.querySelector("a.editor") !== null`) {
		t.Error("there are links before an editor was chosen")
	}
	choose := func(value, own string) {
		t.Helper()
		is[any](b, `(s => { s.value = "`+value+`"; s.dispatchEvent(new Event("change")); })(document.querySelector(".chooser select"))`)
		if own != "" {
			is[any](b, `(f => { f.value = "`+own+`"; f.dispatchEvent(new Event("change")); })(document.querySelector(".chooser input"))`)
		}
	}
	b.key("?")
	b.picture("editor")
	choose("vscode://file{file}:{line}", "")
	b.until(`document.querySelector("a.editor")`)
	got := is[string](b, `document.querySelector("a.editor").getAttribute("href")`)
	name := "a%20%22b%22%26c%3Dd%23e%3Ff%20%7Bline%7D.cpp"
	if !strings.HasPrefix(got, "vscode://file/") || !strings.HasSuffix(got, "/"+name+":2") {
		t.Errorf("the link is %s", got)
	}
	choose("custom", "my-editor://open?file={file}&at={line}")
	b.until(`document.querySelector("a.editor")?.getAttribute("href").startsWith("my-editor://open?file=/")`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector("a.editor")?.getAttribute("href").endsWith("` + name + `&at=2")`)
	for _, bad := range []string{"javascript:alert('{file}')", "JavaScript://%0aalert(1)//{file}", "data:text/html,{file}", "https://evil.example/{file}", "{file}", "editor://open", " javascript:{file}"} {
		b.key("?")
		choose("custom", bad)
		b.until(`document.querySelector(".chooser [role=status]").textContent.startsWith("An address begins")`)
		b.key("?")
		b.until(`document.querySelector("a.editor")`) // the race is shown again at each choice
		if got := is[string](b, `document.querySelector("a.editor").getAttribute("href")`); !strings.HasPrefix(got, "my-editor:") {
			t.Errorf("%s makes the link %s", bad, got)
		}
	}
	is[any](b, `document.cookie = "sparseracer-editor=" + encodeURIComponent("javascript:alert('{file}')") + "; path=/"`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector(".stack .place")`)
	if is[bool](b, `document.querySelector("a.editor") !== null`) {
		t.Error("a planted cookie makes a link")
	}
	b.quiet()
}
