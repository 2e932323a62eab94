package webui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserLooks: every view, on a desk and on a phone, in light and dark.
func TestBrowserLooks(t *testing.T) {
	script := axe(t)
	b := openTab(t)
	source := filepath.Join(t.TempDir(), "editor.cpp")
	if err := os.WriteFile(source, []byte("void Editor::save() {\n\tdocument->write(Format::Default, QIODevice::Truncate | QIODevice::WriteOnly | QIODevice::Text); // may be gone by now\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	sym := named{"Editor::save(QString const&, std::vector<std::pair<QString, QVariant>> const&)", source, nil}
	address := serving(t, Options{Roots: []string{filepath.Dir(source)}, Recordings: []Recording{
		recordingOf("editor.srt", editor(t), sym), manyRaces(t, 20, 30), tokensRecording(t)}})
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	s := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), sym), tokensRecording(t)}})
	race, flow := listed(t, s, "/api/0/races")[0].ID, listed(t, s, "/api/1/races")[0].ID
	for _, v := range []struct{ name, at, wait string }{
		{"overview", "0/overview", `document.querySelector(".tiles")`},
		{"overview-many", "1/overview", `document.querySelector(".counts")`},
		{"races", "1/races", `document.querySelectorAll(".races li").length === 100`},
		{"races-ranked", "2/races?show=all", `document.querySelector(".races .badge")`},
		{"race", "0/race?id=" + race, `document.querySelector(".block.racy")`},
		{"race-matters", "2/race?id=" + flow, `document.querySelector("#matters") && document.querySelector(".block, .graph p")`},
		{"timeline", "1/timeline", `document.querySelector(".where")?.textContent.includes("posts")`},
		{"timeline-handler", "0/timeline?focus=1", `document.querySelector("aside .facts")`},
		{"memory", "0/memory", `document.querySelector(".plainlist li")`},
		{"memory-life", "0/memory?at=12&address=0x7000&size=16", `document.querySelector("rect.access")`},
	} {
		is[any](b, `location.hash = "#/`+v.at+`"`)
		b.until(`location.hash.startsWith("#/` + strings.SplitN(v.at, "?", 2)[0] + `") && ` + v.wait)
		b.looked(script, v.name)
	}
	is[any](b, `[...document.querySelectorAll("main button")].find(b => b.textContent === "what else had this address").click()`)
	b.until(`document.querySelector("table.history")`)
	b.looked(script, "memory-history")
	b.key("?")
	b.until(`document.querySelector("dialog").open`)
	b.looked(script, "keys")
	b.quiet()
}
