package webui

import (
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
)

// manyRaces is a recording with so many races.
func manyRaces(t *testing.T, uses, frees int) Recording {
	t.Helper()
	src, err := tracegen.Races(uses, frees)
	if err != nil {
		t.Fatal(err)
	}
	return recordingOf("many.srt", trace.Checked(src), named{function: "Model::reset()", file: "/src/model.cpp"})
}

// TestManyRaces: each of 100,000 races is on some page of the list.
func TestManyRaces(t *testing.T) {
	begun := time.Now()
	s := loaded(t, Options{Recordings: []Recording{manyRaces(t, 250, 400)}})
	t.Logf("analyzed in %v", time.Since(begun).Round(time.Millisecond))
	const all = 250 * 400
	seen := map[string]bool{}
	begun = time.Now()
	for first := 0; first < all; first += mostRows {
		var page racesJSON
		get(t, s, "/api/0/races?count=500&first="+strconv.Itoa(first), 200, &page)
		if page.Total != all || page.Base != all || page.First != first || len(page.Rows) != min(mostRows, all-first) {
			t.Fatalf("from %d: %d of %d, %d rows from %d", first, page.Total, page.Base, len(page.Rows), page.First)
		}
		for _, row := range page.Rows {
			seen[row.ID] = true
		}
	}
	if len(seen) != all {
		t.Errorf("%d races are on the pages", len(seen))
	}
	t.Logf("%d pages in %v", (all+mostRows-1)/mostRows, time.Since(begun).Round(time.Millisecond))
	var page racesJSON
	if get(t, s, "/api/0/races?q=view7+model300", 200, &page); page.Total == 0 || page.Total > 100 {
		t.Errorf("a search finds %d", page.Total)
	}
	begun = time.Now()
	get(t, s, "/api/0/races?q=nowhere&sort=name", 200, nil)
	t.Logf("a search takes %v", time.Since(begun).Round(time.Millisecond))
}

// TestBrowserManyRaces: a person reaches the last of 100,000 races by pages, by number and
// by a search, and back.
func TestBrowserManyRaces(t *testing.T) {
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{manyRaces(t, 250, 400)}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	begun := time.Now()
	b.key("2")
	b.until(`document.querySelectorAll(".races li").length === 100`)
	t.Logf("the first page of 100,000 races stands after %v", time.Since(begun).Round(time.Millisecond))
	if got := is[string](b, `document.querySelector(".bar output").textContent`); got != "100,000 of 100,000, 1 to 100 shown" {
		t.Errorf("the count says %q", got)
	}
	first := is[string](b, `document.querySelector(".races code").textContent`)
	b.picture("many-races")
	click := func(name string) {
		t.Helper()
		is[any](b, `document.querySelector(".pager button[aria-label^='`+name+`']").click()`)
	}
	shown := func(page string, rows string) {
		t.Helper()
		b.until(`document.querySelector(".pager input")?.value === "` + page + `" && document.querySelectorAll(".races li").length === ` + rows)
	}
	click("next")
	shown("2", "100")
	if got := is[string](b, `document.querySelector(".races code").textContent`); got == first {
		t.Error("the second page is the first one")
	}
	click("last")
	shown("1000", "100")
	b.until(`location.hash.includes("page=1000")`)
	if !is[bool](b, `document.querySelector(".pager button[aria-label='next page (Page Down)']").disabled`) {
		t.Error("there is a page behind the last one")
	}
	last := is[string](b, `[...document.querySelectorAll(".races code")].pop().textContent`)
	b.do(chromedp.Reload())
	shown("1000", "100")
	is[any](b, `(f => { f.value = "517"; f.dispatchEvent(new Event("change")); })(document.querySelector(".pager input"))`)
	shown("517", "100")
	b.until(`document.querySelector(".bar output").textContent.endsWith("51,601 to 51,700 shown")`)
	// The keys go on from page to page.
	is[any](b, `[...document.querySelectorAll(".races a")].pop().focus()`)
	b.key("j")
	shown("518", "100")
	b.until(`document.activeElement === document.querySelector(".races a")`)
	b.key("k")
	shown("517", "100")
	b.until(`document.activeElement === [...document.querySelectorAll(".races a")].pop()`)
	// What is searched for may be on the last page.
	is[any](b, `(f => { f.value = "`+last+`"; f.dispatchEvent(new Event("input")); })(document.querySelector("input[type=search]"))`)
	b.until(`document.querySelectorAll(".races li").length === 1 && document.querySelector(".races code").textContent === "` + last + `" && document.querySelector(".pager").hidden`)
	b.picture("many-races-found")
	if n := is[int](b, `document.querySelectorAll("*").length`); n > 300 {
		t.Errorf("%d elements for one race", n)
	}
	b.key("3")
	b.until(`document.querySelector(".where")?.textContent.includes("operations")`)
	b.do(chromedp.Sleep(300 * time.Millisecond))
	b.picture("many-races-timeline")
	b.quiet()
}
