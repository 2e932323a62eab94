package webui

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reachable are what a person may want to use: each must get the focus by Tab.
const reachable = `(() => {
	const all = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
		.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled && !e.closest("dialog:not([open])"));
	all.forEach(e => { e.dataset.want = ""; });
	return all.length;
})()`

// TestBrowserKeyboard: all that can be used is reached by Tab and shows that it has the
// focus; handlers of the timeline are gone through by keys.
func TestBrowserKeyboard(t *testing.T) {
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"}), recordingOf("other.srt", editor(t), named{function: "f"})}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	id := is[string](b, `fetch("/api/0/races").then(r => r.json()).then(r => r.rows[0].id)`)
	for _, v := range [][2]string{
		{"overview", `document.querySelector(".tiles")`},
		{"races", `document.querySelector(".races li")`},
		{"race?id=" + id, `document.querySelector(".block.racy")`},
		{"timeline?focus=1", `document.querySelector("aside .facts")`},
		{"memory?at=12&address=0x7000", `document.querySelector("rect.access")`},
	} {
		is[any](b, `location.hash = "#/0/`+v[0]+`"; document.activeElement.blur()`)
		b.until(v[1])
		want := is[int](b, reachable)
		for range want + 5 {
			b.key(kb.Tab)
			if got := is[string](b, `(e => { delete e.dataset.want; const s = getComputedStyle(e);
				return e === document.body || e.matches("main") || s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1 ? "" : e.outerHTML.slice(0, 120); })(document.activeElement)`); got != "" {
				t.Errorf("%s: nothing shows that this has the focus: %s", v[0], got)
			}
		}
		if left := is[string](b, `[...document.querySelectorAll("[data-want]")].map(e => e.outerHTML.slice(0, 120)).join("\n")`); left != "" {
			t.Errorf("%s: Tab does not reach\n%s", v[0], left)
		}
	}
	is[any](b, `location.hash = "#/0/timeline"`)
	b.until(`document.activeElement.matches("canvas.slices")`)
	for _, step := range [][2]string{{"j", "open"}, {"j", "click"}, {"j", "answer"}, {"k", "click"}, {"k", "open"}, {"k", "open"}, {"j", "click"}} {
		b.key(step[0])
		b.until(`document.querySelector("aside h2")?.textContent === "event ` + step[1] + `"`)
	}
	if got := is[string](b, `document.querySelector("aside").getAttribute("aria-live")`); got != "polite" {
		t.Errorf("the panel is %q", got)
	}
	b.quiet()
}
