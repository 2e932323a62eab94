package webui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/sparsehb"
)

// The HTML report in a real browser. It stands here for the browser does.

// numbered is a Symbolizer whose functions are told apart by their places.
type numbered struct{ named }

func (numbered) Symbolize(places []symbols.Place) [][]symbols.Frame {
	out := make([][]symbols.Frame, len(places))
	for i, p := range places {
		out[i] = []symbols.Frame{{Function: fmt.Sprintf("Model%d::reset(QAbstractItemModel const*, std::vector<Item> const&)", p.PC),
			File: fmt.Sprintf("/home/user/src/app/model%d.cpp", p.PC%97), Line: 12, Module: "/opt/app"}}
	}
	return out
}

// exported writes the HTML report of a trace and gives its address, and its size.
func exported(t *testing.T, src trace.Source, sym symbols.Symbolizer) (address string, size int) {
	t.Helper()
	result, err := sparsehb.Analyze(src, sparsehb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rep := report.New(result, sym, report.Options{Trace: "many.srt", All: true})
	var b bytes.Buffer
	begun := time.Now()
	if err := rep.HTML(&b, true); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d races, %d bytes, written in %v", len(rep.Races), b.Len(), time.Since(begun).Round(time.Millisecond))
	path := filepath.Join(t.TempDir(), "races.html")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path, b.Len()
}

// nodes counts all of a page, texts too.
const nodes = `(() => { let n = 0; for (const w = document.createTreeWalker(document); w.nextNode();) n++; return n; })()`

// TestBrowserExport: a report of thousands of races opens at once and has all of them,
// with what is in them, for who looks for it. It needs no server.
func TestBrowserExport(t *testing.T) {
	script := axe(t)
	src, err := tracegen.Races(75, 76)
	if err != nil {
		t.Fatal(err)
	}
	const all = 75 * 76
	address, size := exported(t, src, numbered{})
	if size > all*1500 {
		t.Errorf("%d bytes for %d races", size, all)
	}
	b := openTab(t)
	begun := time.Now()
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelectorAll(".race").length === 100`)
	n := is[int](b, nodes)
	t.Logf("opened in %v, %d nodes", time.Since(begun).Round(time.Millisecond), n)
	if n > 3000 {
		t.Errorf("%d nodes", n)
	}
	if got := is[string](b, `document.querySelector("#shown").textContent`); got != "5700 of 5700, 1 to 100 shown" {
		t.Errorf("the count says %q", got)
	}
	// Every race is on some page.
	if got := is[int](b, `(() => { const ids = new Set(); for (;;) { document.querySelectorAll(".race").forEach(r => ids.add(r.id));
		if (document.querySelector("#next").disabled) return ids.size; document.querySelector("#next").click(); } })()`); got != all {
		t.Errorf("%d races are on the pages", got)
	}
	if got := is[string](b, `document.querySelector("#page").value + document.querySelector("#of").textContent`); got != "57of 57" {
		t.Errorf("the last page is %q", got)
	}
	last := is[string](b, `[...document.querySelectorAll(".race")].pop().id`)
	is[any](b, `[...document.querySelectorAll("summary")].pop().click()`)
	b.until(`document.querySelectorAll(".race[open] .stack").length === 3 && document.querySelectorAll(".race[open] .racy").length === 2`)
	b.picture("export-last")
	// What is in a race that was never opened is found: a frame of its stack, an operation.
	search := func(text, wait string) {
		t.Helper()
		is[any](b, `(f => { f.value = "`+text+`"; f.dispatchEvent(new Event("input")); })(document.querySelector("#filter"))`)
		b.until(wait)
	}
	frame := is[string](b, `document.querySelector(".race[open] .stack li").textContent.match(/Model\d+/)[0]`)
	search(strings.ToUpper(frame), `document.querySelector("#shown").textContent.startsWith("76 of 5700") || document.querySelector("#shown").textContent.startsWith("75 of 5700")`)
	search(last+" "+frame, `document.querySelector("#shown").textContent === "1 of 5700"`)
	search("no such text", `document.querySelector("#shown").textContent === "0 of 5700" && !document.querySelector(".race")`)
	// An address names a race, on whatever page.
	b.do(chromedp.Navigate(address + "#" + last))
	b.until(`document.querySelector(".race[open]")?.id === "` + last + `" && document.querySelector(".race[open] .stack")`)
	b.looked(script, "export")
	b.quiet()
}

// TestBrowserExportHostile: names are texts in the file's page, too, once it makes elements of them.
func TestBrowserExportHostile(t *testing.T) {
	source := filepath.Join(t.TempDir(), "evil.cpp")
	if err := os.WriteFile(source, []byte("one\n"+hostile+"\nthree\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(`</script><script>window.owned=1</script><!--<script><img src=x onerror=window.owned=2>"'`)
	src := parse(t, fmt.Sprintf(`# stack: 1 0 0x1901
deq(a, kind=input, type="%[1]s", class="%[1]s", name="%[1]s")
alloc(0x7000, 16, type="%[1]s", stack=1)
end(a)
deq(b, kind=input, type="%[1]s", class="%[1]s", name="%[1]s")
read(0x7000, 8, stack=1)
end(b)
deq(c, kind=input, type="%[1]s", class="%[1]s", name="%[1]s")
free(0x7000, 16, stack=1)
end(c)
`, quoted))
	address, _ := exported(t, src, named{function: hostile, file: source})
	b := openTab(t)
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelector(".race[open] .stack .here")`)
	b.picture("export-hostile")
	if got := is[int](b, `document.querySelectorAll("img, iframe, object, embed, a, [onerror]").length + document.scripts.length`); got != 2 {
		t.Errorf("%d scripts and elements that are not the page's", got)
	}
	if is[bool](b, "window.owned !== undefined") {
		t.Error("a name was executed")
	}
	if got := is[string](b, `document.body.innerText`); strings.ContainsAny(got, "\x1b\x07\u202e\u2066") || !strings.Contains(got, "<script>window.owned=1</script>") {
		t.Error("a name is not shown as what it is")
	}
	b.quiet()
}
