package webui

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
)

// axe is axe-core's script, of the version that testdata/axe pins by its content. npm
// fetches it once; it is in nothing that is installed.
func axe(t *testing.T) string {
	t.Helper()
	const project = "testdata/axe"
	files := []string{filepath.Join(project, "package.json"), filepath.Join(project, "package-lock.json")}
	dir, err := builds.Folder(builds.Inputs{Words: []string{"npm ci"}, Files: files}, func(dir string) error {
		npm := needs.Tool(t, "npm")
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, filepath.Base(f)), data, 0o644)
			}
			if err != nil {
				return err
			}
		}
		fetch := exec.Command(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		fetch.Dir = dir
		if out, err := fetch.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		needs.Missing(t, "axe-core could not be fetched: "+err.Error())
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// violation is what axe reports of one rule.
type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML           string
		Target         []any
		FailureSummary string
	}
}

// accessible holds what is shown against all rules of axe.
func (b *tab) accessible(script, where string) {
	b.Helper()
	if !is[bool](b, "window.axe !== undefined") {
		is[any](b, script+"\n;0")
	}
	var found []violation
	answer := is[string](b, `axe.run({resultTypes: ["violations"]}).then(r => { if (r.passes.length < 5) throw new Error("axe looked at nothing"); return JSON.stringify(r.violations); })`)
	if err := json.Unmarshal([]byte(answer), &found); err != nil {
		b.Fatal(err)
	}
	for _, v := range found {
		for i, n := range v.Nodes {
			if i < 4 {
				b.Errorf("%s: %s (%s): %v\n%.300s\n%s", where, v.ID, v.Help, n.Target, n.HTML, n.FailureSummary)
			}
		}
	}
}

// overflow names what reaches out of the page to the side. What may be scrolled by itself
// may be wider.
const overflow = `(() => {
	const wide = document.documentElement.clientWidth, out = [];
	if (document.documentElement.scrollWidth > wide) out.push("the page is " + document.documentElement.scrollWidth + " wide");
	const main = document.querySelector("main");
	if (main.scrollWidth > main.clientWidth) out.push("its content is " + main.scrollWidth + " wide of " + main.clientWidth);
	for (const e of document.querySelectorAll("body *")) {
		const within = e.closest(".scroll, pre, .hidden, .skip");
		if (!e.checkVisibility() || within && (within !== e || e.matches(".hidden, .skip"))) continue;
		const r = e.getBoundingClientRect();
		if (r.width && (r.right > wide + 0.5 || r.left < -0.5)) out.push(e.tagName + "." + e.className + " reaches from " + r.left + " to " + r.right + ": " + e.textContent.slice(0, 40));
	}
	return out.slice(0, 5).join("\n");
})()`

// settle is how long the page may take to draw itself anew for another screen.
const settle = 250 * time.Millisecond

// screens are those that the page is looked at on.
var screens = []struct {
	name          string
	width, height int64
}{{"desk", 1366, 768}, {"phone", 390, 844}}

// looked looks at what is shown on each screen in light and dark: nothing that axe finds,
// nothing that reaches out of the screen.
func (b *tab) looked(script, where string) {
	b.Helper()
	for _, screen := range screens {
		b.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, scheme := range []string{"light", "dark"} {
			b.scheme(scheme)
			b.do(chromedp.Sleep(settle))
			name := strings.Join([]string{"look", where, screen.name, scheme}, "-")
			b.picture(name)
			b.accessible(script, name)
			if wide := is[string](b, overflow); wide != "" {
				b.Errorf("%s: %s", name, wide)
			}
		}
	}
	b.do(chromedp.EmulateViewport(1366, 768))
	b.scheme("light")
}

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
