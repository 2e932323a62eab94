package browser

import (
	"embed"
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

//go:embed axe/package.json axe/package-lock.json
var axe embed.FS

// Axe is axe-core's script, of the version that the folder axe pins by its content. npm
// fetches it once; it is in nothing that is installed.
func Axe(t *testing.T) string {
	t.Helper()
	pinned := map[string][]byte{}
	in := builds.Inputs{Words: []string{"npm ci"}}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := axe.ReadFile("axe/" + name)
		if err != nil {
			t.Fatal(err)
		}
		pinned[name] = data
		in.Words = append(in.Words, string(data))
	}
	dir, err := builds.Folder(in, func(dir string) error {
		npm := needs.Tool(t, "npm")
		for name, data := range pinned {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
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

// Accessible holds what is shown against all rules of axe.
func (b *Tab) Accessible(script, where string) {
	b.Helper()
	if !Is[bool](b, "window.axe !== undefined") {
		Is[any](b, script+"\n;0")
	}
	var found []violation
	answer := Is[string](b, `axe.run({resultTypes: ["violations"]}).then(r => { if (r.passes.length < 5) throw new Error("axe looked at nothing"); return JSON.stringify(r.violations); })`)
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

// Settle is how long the page may take to draw itself anew for another screen.
const Settle = 250 * time.Millisecond

// screens are those that the page is looked at on.
var screens = []struct {
	name          string
	width, height int64
}{{"desk", 1366, 768}, {"phone", 390, 844}}

// Looked looks at what is shown on each screen in light and dark: nothing that axe finds,
// nothing that reaches out of the screen.
func (b *Tab) Looked(script, where string) {
	b.Helper()
	for _, screen := range screens {
		b.Do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, scheme := range []string{"light", "dark"} {
			b.Scheme(scheme)
			b.Do(chromedp.Sleep(Settle))
			name := strings.Join([]string{"look", where, screen.name, scheme}, "-")
			b.Picture(name)
			b.Accessible(script, name)
			if wide := Is[string](b, overflow); wide != "" {
				b.Errorf("%s: %s", name, wide)
			}
		}
	}
	b.Do(chromedp.EmulateViewport(1366, 768))
	b.Scheme("light")
}
