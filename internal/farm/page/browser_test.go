package page

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/store"
	"sparseracer/internal/farm/work"
	"sparseracer/internal/webui/browser"
)

// manyRaces is how many are in the table that a browser looks at.
const manyRaces = 10_000

// fill enters recordings of three revisions with so many races, verdicts, and what else the page shows.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	for i, revision := range []string{"1a2b3c", "2b3c4d", "3c4d5e"} {
		var list []store.Sighting
		for n := range manyRaces {
			if n%3 == i || n%7 == i { // some are in several revisions
				kind, summary := "use-free", fmt.Sprintf("Viewer::open%d(QString const&, std::vector<std::pair<QString, QVariant>> const&) (viewer.cpp:%d) uses what Viewer::close() (viewer.cpp:%d) frees, allocated in main (main.cpp:66) as Viewer", n, n%900, n%700)
				if n%5 == 0 {
					kind, summary = "read-write", fmt.Sprintf("write in Model::insert%d() (model.cpp:%d) and read in View::paint() (view.cpp:%d) collide", n, n%900, n%700)
				}
				list = append(list, store.Sighting{ID: fmt.Sprintf("%012x", n*7919), Kind: kind, Summary: summary, Verdict: "predicted"})
			}
		}
		trace := farm.SumOf([]byte(revision))
		if _, err := s.Submit(t.Context(), &farm.Submission{Trace: trace, Name: "session-" + revision + ".srt", Revision: revision, Machine: "tester",
			Build: &farm.Build{Files: farm.Files{Program: "/usr/bin/viewer", Files: []farm.File{{Path: "/usr/bin/viewer", Sum: trace}}}}}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyzed(t.Context(), trace, "", list); err != nil {
			t.Fatal(err)
		}
		tr, err := s.Trace(t.Context(), trace)
		if err != nil {
			t.Fatal(err)
		}
		for n, race := range list[:40] {
			v := store.Verdict{Race: race.ID, Trace: trace, Build: tr.Build, Asked: 1, Runs: 1, Verdict: "not confirmed", Reason: "the free came after the use in each run"}
			switch n % 4 {
			case 0:
				v.Verdict, v.Reason, v.Proven, v.Schedule = "confirmed", "use, free and alloc match", 1, farm.SumOf([]byte(race.ID))
				v.Detail = `{"report":"==6706==ERROR: AddressSanitizer: heap-use-after-free on address 0x507000001640\n    #0 0x556393af7cd7 in Viewer::openFile() viewer_race.cpp:59:15\n<script>\u001b[31m"}`
			case 1:
				v.Fixed, v.Reason = true, "each run came to the use in the loop, and nothing crashed"
			}
			if err := s.Judge(t.Context(), &v); err != nil {
				t.Fatal(err)
			}
		}
	}
	failed := farm.SumOf([]byte("failed"))
	if _, err := s.Submit(t.Context(), &farm.Submission{Trace: failed, Name: "cut.srt", Revision: "3c4d5e"}); err != nil {
		t.Fatal(err)
	}
	if err := s.NotAnalyzed(t.Context(), failed, "offset 4096: a block whose checksum does not fit: the file is damaged; record it again"); err != nil {
		t.Fatal(err)
	}
	q, err := work.NewQueue(s)
	if err == nil {
		err = q.Nap(t.Context(), 0, 40, time.Second)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// beat says that three workers are there.
func beat(t *testing.T, s *store.Store) {
	t.Helper()
	for i := range 3 {
		w := store.Worker{ID: fmt.Sprintf("runner-%d-%d-18af3c2b9d7e5f01", i, 4711+i), Host: fmt.Sprintf("runner-%d", i), Slots: 8, Confined: "namespaces and limits", Version: "0.1.0"}
		if err := s.Beat(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
}

// painted is when the page painted first, in milliseconds since it was asked for.
func painted(b *browser.Tab) float64 {
	b.Helper()
	b.Until(`performance.getEntriesByName("first-contentful-paint").length`)
	return browser.Is[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
}

// TestBrowser: 10,000 races in a real browser. The page paints, searches and turns over in times that are
// printed; on a desk and on a phone, in light and dark, axe-core finds nothing and nothing reaches out of the screen.
func TestBrowser(t *testing.T) {
	dir := t.TempDir()
	s, web := served(t, "sqlite:"+filepath.Join(dir, "farm.db"), "file://"+filepath.Join(dir, "store"))
	fill(t, s)
	beat(t, s)
	script := browser.Axe(t)
	b := browser.Open(t)
	b.Do(chromedp.Navigate(web.URL + "/?token=" + token))
	b.Until(`document.querySelectorAll("tbody tr").length === 50`)
	if text := browser.Is[string](b, `document.querySelector("#count").textContent`); text == "" {
		t.Error("the list has no count")
	}
	paint := painted(b)
	loaded := func(what string, do string, then string) float64 {
		t.Helper()
		begun := time.Now()
		browser.Is[any](b, `window.old = true; (() => { `+do+` })(), 0`)
		b.Until(`!window.old && document.readyState === "complete" && (` + then + `)`)
		t.Logf("%s: %v by the clock", what, time.Since(begun).Round(time.Millisecond))
		return painted(b)
	}
	next := loaded("the next page", `document.querySelector("a[rel=next]").click()`, `document.querySelector("#count").textContent.startsWith("51 ")`)
	find := loaded("a search", `document.querySelector("[type=search]").value = "open9998("; document.querySelector("form button").click()`,
		`document.querySelectorAll("tbody tr").length === 1`)
	status := loaded("confirmed ones", `document.querySelector("[type=search]").value = ""; document.querySelector("[name=status]").value = "confirmed"; document.querySelector("form button").click()`,
		`document.querySelectorAll(".status.confirmed").length > 10`)
	t.Logf("first paint %.0f ms, of the next page %.0f ms, of a search %.0f ms, of those of a status %.0f ms", paint, next, find, status)
	race := browser.Is[string](b, `document.querySelector("tbody a").getAttribute("href")`)
	for _, v := range []struct{ name, at, wait string }{
		{"list", "/", `document.querySelectorAll("tbody tr").length === 50`},
		{"last", "/?offset=9950", `document.querySelector("a[rel=prev]")`},
		{"none", "/?q=nothing+of+the+kind", `document.querySelector("#count").textContent.startsWith("No race")`},
		{"race", race, `document.querySelector("a[href^='/schedule/']")`},
		{"jobs", "/jobs", `document.querySelectorAll("table").length >= 3`},
	} {
		beat(t, s)
		b.Do(chromedp.Navigate(web.URL + v.at))
		b.Until(v.wait)
		b.Looked(script, "farm-"+v.name)
		if v.name != "race" {
			continue
		}
		browser.Is[any](b, `document.querySelector("details").open = true`)
		if text := browser.Is[string](b, `document.querySelector("details pre").textContent`); !strings.Contains(text, "\n    #0 0x556393af7cd7 in Viewer::openFile()") || strings.ContainsRune(text, 0x1b) || !strings.Contains(text, "<script>") {
			t.Errorf("the report is %q", text)
		}
		b.Looked(script, "farm-race-report")
	}
	b.Quiet()
}
