package webui

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/webui/browser"
)

// longHandler is a recording in which one handler does nearly all there is, as the first
// paint of a window does.
func longHandler(t *testing.T) Recording {
	t.Helper()
	return recordingOf("long.srt", parse(t, "deq(start)\nenq(paint, type=\"Expose\")\nenq(click, type=\"Click\")\nalloc(0x70, 8)\nend(start)\ndeq(paint, ms=20)\n"+
		strings.Repeat("read(0x10, 8)\n", 5000)+"end(paint, ms=320)\ndeq(click, ms=1200)\nread(0x70, 8)\nend(click)\ndeq(other, kind=input)\nfree(0x70, 8)\nend(other)\n"), named{function: "f"})
}

// TestAxis: the answers that the timeline is made of, by operation and by step.
func TestAxis(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{longHandler(t)}})
	var v viewJSON
	if get(t, s, "/api/0/timeline", 200, &v); v.Operations < 5000 || len(v.Marks) != 4 {
		t.Errorf("by operation: %d, marks %v", v.Operations, v.Marks)
	}
	get(t, s, "/api/0/timeline?axis=step", 200, &v)
	if v.Operations != 10 || len(v.Marks) != 4 || v.Marks[0] != 6 || v.Marks[2] != 8 {
		t.Errorf("by step: %d, marks %v", v.Operations, v.Marks)
	}
	var sums handlersJSON
	if get(t, s, "/api/0/handlers", 200, &sums); sums.All != 4 || sums.List[0].Text != "Expose" || sums.List[0].Operations != 5002 || sums.List[0].Name != "paint" {
		t.Errorf("where the operations went: %+v", sums)
	}
	var e eventJSON
	get(t, s, "/api/0/event?id=2&axis=step", 200, &e)
	if *e.Deq < 5000 || *e.Shown.Deq != 6 || *e.Shown.End != 7 {
		t.Errorf("a handler from %d, shown from %d to %d", *e.Deq, *e.Shown.Deq, *e.Shown.End)
	}
	var found searchJSON
	if get(t, s, "/api/0/search?q=Click&axis=step", 200, &found); found.Total != 1 || *found.List[0].Deq != 6 {
		t.Errorf("found %+v", found)
	}
	if get(t, s, "/api/0/timeline?axis=time", 200, &v); !v.Clock || v.Operations < 1200e6 || v.Operations > 1210e6 || len(v.Marks) != 4 || v.Marks[0] < 1200e6 {
		t.Errorf("by the clock: %t, %d ns, marks %v", v.Clock, v.Operations, v.Marks)
	}
	get(t, s, "/api/0/event?id=1&axis=time", 200, &e)
	if *e.BeganMS != 20 || *e.TookMS != 300 || *e.Shown.Deq != 20e6 || *e.Shown.End != 320e6 {
		t.Errorf("Expose began after %v ms and took %v, shown from %d to %d", *e.BeganMS, *e.TookMS, *e.Shown.Deq, *e.Shown.End)
	}
	get(t, s, "/api/0/timeline?axis=hours", 400, nil)
	s = loaded(t, Options{Recordings: []Recording{recordingOf("plain.srt", parse(t, "deq(a)\nend(a)\n"), named{function: "f"})}})
	get(t, s, "/api/0/timeline?axis=time", 400, nil)
	if get(t, s, "/api/0/timeline", 200, &v); v.Clock {
		t.Error("a recording without a clock has an axis of time")
	}
}

// TestBrowserAxis: what one long handler pushed to the edge is seen by step.
func TestBrowserAxis(t *testing.T) {
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{longHandler(t)}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	is[any](b, `location.hash = "#/0/timeline"`)
	b.until(`document.querySelector(".where")?.textContent.startsWith("operations 0 to 5,0")`)
	b.until(`document.querySelector("aside td .linklike")?.textContent === "Expose" && document.querySelector("aside tbody").textContent.includes("100 %")`)
	b.picture("axis-operations")
	is[any](b, `(s => { s.value = "step"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[aria-label=scale]"))`)
	b.until(`document.querySelector(".where").textContent.startsWith("steps 0 to 10") && location.hash.includes("axis=step")`)
	b.do(chromedp.Sleep(browser.Settle))
	b.picture("axis-steps")
	is[any](b, `(s => { s.value = "time"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[aria-label=scale]"))`)
	b.until(`document.querySelector(".where").textContent.startsWith("0.000 s to 1.2") && location.hash.includes("axis=time")`)
	b.do(chromedp.Sleep(browser.Settle))
	b.picture("axis-time")
	is[any](b, `(s => { s.value = "step"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[aria-label=scale]"))`)
	b.until(`document.querySelector(".where").textContent.startsWith("steps 0 to 10")`)
	is[any](b, `document.querySelector("canvas.slices").focus()`)
	for _, name := range []string{"start", "paint", "click", "other"} {
		b.key("j")
		b.until(`document.querySelector("aside h2")?.textContent === "event ` + name + `"`)
	}
	if got := is[string](b, `document.querySelector("aside").textContent`); !strings.Contains(got, "operations 5,0") || !strings.Contains(got, "when1.2") {
		t.Errorf("the panel has no operations: %s", got)
	}
	b.until(`location.hash.includes("focus=3")`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector(".where")?.textContent.startsWith("steps") && document.querySelector("aside h2")?.textContent === "event other"`)
	b.quiet()
}
