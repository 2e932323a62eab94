package webui

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// markable is a recording whose races may be marked; said is what was kept of it.
func markable(t *testing.T, said *[]string, marked map[string]Mark) Recording {
	t.Helper()
	r := manyRaces(t, 3, 4)
	r.Changes = Changes{Marks: "marks.txt", States: []string{"bug", "later"}, Marked: marked,
		Mark: func(id string, m Mark) error {
			*said = append(*said, strings.Join([]string{id, m.State, m.Note}, "|"))
			return nil
		}}
	return r
}

// TestMark: what is said of a race is kept, shown, found and taken back.
func TestMark(t *testing.T) {
	var said []string
	s := loaded(t, Options{Recordings: []Recording{markable(t, &said, nil)}})
	id := listed(t, s, "/api/0/races")[5].ID
	if w := post(s, "/api/0/mark", `{"id":"`+id+`","state":"fine"}`, nil); w.Code != 400 || len(said) > 0 {
		t.Errorf("a state that is none: %d %s", w.Code, w.Body)
	}
	if w := post(s, "/api/0/mark", `{"id":"`+id+`","state":"bug","note":"see the plan"}`, nil); w.Code != 200 || len(said) != 1 || said[0] != id+"|bug|see the plan" {
		t.Fatalf("%d %s, kept %q", w.Code, w.Body, said)
	}
	for query, want := range map[string]int{"mark=marked:+bug": 1, "mark=not+marked": 11, "q=see+plan": 1, "mark=marked:+later": 0} {
		if rows := listed(t, s, "/api/0/races?"+query); len(rows) != want || want == 1 && (rows[0].ID != id || rows[0].Mark != Mark{"bug", "see the plan"}) {
			t.Errorf("%s: %d races", query, len(rows))
		}
	}
	again := loaded(t, Options{Recordings: []Recording{markable(t, &said, map[string]Mark{id: {"later", "\x1b[31m"}})}})
	var r raceJSON
	if get(t, again, "/api/0/race?id="+id, 200, &r); r.Mark.State != "later" || strings.Contains(r.Mark.Note, "\x1b") {
		t.Errorf("a mark of the file: %+v", r.Mark)
	}
	if w := post(again, "/api/0/mark", `{"id":"`+id+`","state":"none"}`, nil); w.Code != 200 || said[len(said)-1] != id+"|none|" {
		t.Errorf("taken back: %d %s, kept %q", w.Code, w.Body, said)
	}
	if rows := listed(t, again, "/api/0/races?mark=not+marked"); len(rows) != 12 {
		t.Errorf("%d races are not marked", len(rows))
	}
	bare := loaded(t, Options{Recordings: []Recording{manyRaces(t, 1, 1)}})
	if w := post(bare, "/api/0/mark", `{"id":"`+id+`","state":"bug"}`, nil); w.Code != 409 {
		t.Errorf("without a file: %d %s", w.Code, w.Body)
	}
}

// TestBrowserMark: a person marks a race, sees it in the list, and takes it back.
func TestBrowserMark(t *testing.T) {
	script := axe(t)
	var said []string
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{markable(t, &said, nil)}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	b.key("2")
	b.until(`document.querySelectorAll(".races li").length === 12`)
	b.key("j")
	b.key("\r")
	press := func(text string) {
		t.Helper()
		b.until(`[...document.querySelectorAll("main button")].some(b => b.checkVisibility() && b.textContent === "` + text + `")`)
		is[any](b, `[...document.querySelectorAll("main button")].find(b => b.checkVisibility() && b.textContent === "`+text+`").click()`)
	}
	press("Mark …")
	b.until(`document.querySelector("main dialog[open] select")`)
	is[any](b, `(f => { f.value = "ask <b>them</b>"; f.dispatchEvent(new Event("input")); })(document.querySelector("main dialog input"))`)
	b.until(`document.querySelector("main dialog pre").textContent.endsWith(" bug ask <b>them</b>")`)
	b.looked(script, "mark")
	press("write it")
	b.until(`document.querySelector(".badge.marked")?.textContent === "bug: ask <b>them</b>"`)
	b.key("2")
	b.until(`document.querySelectorAll(".races .marked").length === 1`)
	b.looked(script, "marked")
	is[any](b, `(s => { s.value = "not marked"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[name=mark]"))`)
	b.until(`document.querySelectorAll(".races li").length === 11`)
	if len(said) != 1 {
		t.Errorf("kept %q", said)
	}
	b.quiet()
}
