package webui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/internal/webui/browser"
)

// tab is a page in a real browser.
type tab struct{ *browser.Tab }

func openTab(t *testing.T) *tab {
	t.Helper()
	return &tab{browser.Open(t)}
}

func axe(t *testing.T) string {
	t.Helper()
	return browser.Axe(t)
}

func is[T any](b *tab, expression string) T {
	b.Helper()
	return browser.Is[T](b.Tab, expression)
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) { b.Helper(); b.Do(actions...) }
func (b *tab) scheme(name string)                           { b.Helper(); b.Scheme(name) }
func (b *tab) until(expression string)                      { b.Helper(); b.Until(expression) }
func (b *tab) key(keys string)                              { b.Helper(); b.Key(keys) }
func (b *tab) search(text string)                           { b.Helper(); b.Search(text) }
func (b *tab) picture(name string)                          { b.Helper(); b.Picture(name) }
func (b *tab) quiet()                                       { b.Helper(); b.Quiet() }
func (b *tab) accessible(script, where string)              { b.Helper(); b.Accessible(script, where) }
func (b *tab) looked(script, where string)                  { b.Helper(); b.Looked(script, where) }

// serving serves until the test is over and returns the address.
func serving(t *testing.T, o Options) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan string, 1), make(chan error, 1)
	o.Ready = func(address string) { ready <- address }
	go func() { done <- Serve(ctx, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	select {
	case address := <-ready:
		return address
	case err := <-done:
		done <- nil
		t.Fatal(err)
	}
	return ""
}

// A person's way through the page: look, filter, open a race, expand the graph, ask
// what if, switch the theme.
func TestBrowserRaces(t *testing.T) {
	b := openTab(t)
	source := filepath.Join(t.TempDir(), "editor.cpp")
	if err := os.WriteFile(source, []byte("void Editor::save() {\n\tdocument->write(); // may be gone\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	sym := named{"Editor::save()", source, nil}
	address := serving(t, Options{Roots: []string{filepath.Dir(source)}, Recordings: []Recording{recordingOf("editor.srt", editor(t), sym)}})
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelector("h1")`)
	if got := is[string](b, "location.search"); got != "" {
		t.Errorf("the address still has %q", got)
	}
	if got := is[string](b, `document.querySelector("h1").textContent`); !strings.HasPrefix(got, "1 race: use-after-free") {
		t.Errorf("headline %q", got)
	}
	b.picture("overview")
	b.key("2")
	b.until(`document.querySelectorAll(".races li").length === 1`)
	b.search("no such word")
	b.until(`document.querySelectorAll(".races li").length === 0`)
	is[any](b, `(f => { f.value = "save document"; f.dispatchEvent(new Event("input")); })(document.querySelector("input[type=search]"))`)
	b.until(`document.querySelectorAll(".races li").length === 1 && location.hash.includes("q=save")`)
	b.picture("races")
	b.key("\x1b")
	b.key("j")
	b.key("\r")
	b.until(`document.querySelector(".handler.racy") && document.querySelectorAll(".block.racy").length === 2`)
	if got := is[int](b, `document.querySelectorAll("rect.handler").length`); got < 3 {
		t.Errorf("%d handlers are drawn", got)
	}
	if got := is[string](b, `document.querySelector(".stack pre .here").textContent`); !strings.Contains(got, "may be gone") {
		t.Errorf("source %q", got)
	}
	b.picture("race")
	b.do(chromedp.Click(chromedp.CSS(".graph button")))
	b.until(`document.querySelector(".graph.open")`)
	b.do(chromedp.Click(chromedp.CSS(".block.racy")))
	is[any](b, `document.querySelectorAll(".block.racy")[1].dispatchEvent(new MouseEvent("click"))`)
	b.until(`document.querySelector(".graph p").textContent.startsWith("Nothing orders")`)
	b.do(chromedp.Click(chromedp.CSS(".tries button")))
	b.until(`document.querySelector(".answer").textContent.startsWith("1 race of 1 would be gone")`)
	is[any](b, `document.querySelector("#order").scrollIntoView()`)
	b.picture("order")
	light := is[string](b, "getComputedStyle(document.body).backgroundColor")
	b.scheme("dark") // the page follows, until its own switch is used
	b.until(`getComputedStyle(document.body).backgroundColor !== "` + light + `"`)
	b.scheme("light")
	b.until(`getComputedStyle(document.body).backgroundColor === "` + light + `"`)
	b.key("t")
	b.until(`getComputedStyle(document.body).backgroundColor !== "` + light + `" && document.documentElement.dataset.theme === "dark"`)
	is[any](b, `document.querySelector("main").scrollTo(0, 0)`)
	b.picture("race-dark")
	b.do(chromedp.Reload()) // the theme and the cookie stay
	b.until(`document.querySelector(".handler.racy") && document.documentElement.dataset.theme === "dark"`)
	is[any](b, `[...document.querySelectorAll("main a")].find(a => a.textContent.includes("memory")).click()`)
	b.until(`document.querySelectorAll("rect.access").length > 0`)
	b.picture("memory-dark")
	b.quiet()
}

// hostile is what a trace may hold to attack who looks at it.
const hostile = `</script><script>window.owned=1</script><img src=x onerror=window.owned=2>"'` + "`${window.owned=3}{{.}}\x1b]0;owned\x07\u202e\u2066"

// Names are shown as what they are: nothing executes, nothing becomes an element.
func TestBrowserHostileNames(t *testing.T) {
	b := openTab(t)
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(`</script><script>window.owned=1</script><img src=x onerror=window.owned=2>"'` + "`${window.owned=3}{{.}}\u202e")
	text := fmt.Sprintf(`# command: %q
deq(open)
alloc(0x7000, 16, type="%[2]s")
enq(click, type="%[2]s", class="%[2]s", name="%[2]s")
enq(reload, type="%[2]s", class="%[2]s", name="%[2]s", kind=timer)
enq(answer, kind=timer, class="%[2]s")
end(open)
deq(click)
pause(click, ask, type="%[2]s")
deq(answer)
reset(ask)
end(answer)
resume(click, ask)
read(0x7000, 8)
end(click)
deq(reload)
free(0x7000, 16)
end(reload)
`, "x", quoted)
	sym := named{function: hostile, file: "/" + hostile, units: []symbols.Unit{{Dir: "/" + hostile, File: "/" + hostile}}}
	address := serving(t, Options{Recordings: []Recording{recordingOf(hostile+".srt", parse(t, text), sym), recordingOf(hostile, editor(t), sym)}})
	b.do(chromedp.Navigate(address))
	b.until(`document.querySelector("h1")`)
	safe := func(where string) {
		t.Helper()
		b.do(chromedp.Sleep(50 * time.Millisecond))
		if got := is[int](b, `document.querySelectorAll("img, iframe, object, embed, script:not([src^='/assets/']), style, [onerror], [style*=expression]").length`); got != 0 {
			t.Errorf("%s: %d elements that are not the page's", where, got)
		}
		if is[bool](b, "window.owned !== undefined") {
			t.Errorf("%s: a name was executed", where)
		}
		if got := is[string](b, `document.documentElement.textContent + [...document.querySelectorAll("*")].flatMap(e => [...e.attributes].map(a => a.value)).join()`); strings.ContainsAny(got, "\x1b\x07\u202e\u2066") {
			t.Errorf("%s: control characters came through", where)
		}
		b.picture("hostile-" + where)
	}
	safe("overview")
	s := loaded(t, Options{Recordings: []Recording{recordingOf("x", parse(t, text), sym)}})
	list := listed(t, s, "/api/0/races")
	if len(list) != 1 {
		t.Fatalf("%d races", len(list))
	}
	for _, step := range [][2]string{
		{"races", `document.querySelector(".races li")`},
		{"race?id=" + list[0].ID, `document.querySelector(".block.racy")`},
		{"timeline?focus=1", `document.querySelector("aside .facts")`},
		{"timeline?q=script", `document.querySelector(".tools output").textContent.includes("found")`},
		{"memory?at=12&address=0x7000", `document.querySelector("rect.access")`},
	} {
		where, wait := step[0], step[1]
		is[any](b, `location.hash = "#/0/`+where+`"`)
		b.until(wait)
		safe(strings.NewReplacer("?", "-", "=", "-", "&", "-").Replace(where))
	}
	is[any](b, `(s => { s.value = "1"; s.dispatchEvent(new Event("change")); })(document.querySelector("#recording"))`)
	b.until(`location.hash.startsWith("#/1/memory") && document.querySelector("h1")`)
	safe("other-recording")
	for _, line := range b.Console() {
		if strings.Contains(line, "Content Security Policy") || strings.Contains(line, "exception") {
			t.Errorf("the browser says %s", line)
		}
	}
}

// TestBrowserLeave: what a view does later, once it is left, does not bring its
// address back.
func TestBrowserLeave(t *testing.T) {
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{}), recordingOf("other.srt", editor(t), named{})}})))
	b.until(`document.querySelector("h1")`)
	is[any](b, `location.hash = "#/0/timeline?focus=1"`)
	b.until(`document.querySelector("aside .facts")`)
	is[any](b, `(async () => {
		const later = [], wait = setTimeout;
		window.setTimeout = (f, ms) => ms === 250 ? later.push(f) : wait(f, ms);
		document.querySelector("canvas").dispatchEvent(new WheelEvent("wheel", {deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true}));
		document.dispatchEvent(new KeyboardEvent("keydown", {key: "+", bubbles: true}));
		document.querySelector("canvas:not(.minimap)").dispatchEvent(new KeyboardEvent("keydown", {key: "+", bubbles: true}));
		await new Promise(f => wait(f, 200));
		window.setTimeout = wait;
		window.late = later;
	})()`)
	if is[int](b, "window.late.length") == 0 {
		t.Fatal("the timeline remembers nothing later")
	}
	for _, leave := range []string{
		`location.hash = "#/1/memory"; late.forEach(f => f())`,                                                  // before the event of the change
		`location.hash = "#/1/memory"; new Promise(f => setTimeout(f, 100)).then(() => late.forEach(f => f()))`, // and after it
	} {
		is[any](b, leave)
		b.until(`location.hash === "#/1/memory" && document.querySelector("h1").textContent.includes("memory")`)
		b.do(chromedp.Sleep(50 * time.Millisecond))
		if got := is[string](b, "location.hash"); got != "#/1/memory" {
			t.Errorf("%s: the address is %s", leave, got)
		}
	}
}

// million is a recording of a million events, in a file as the recorder writes it.
func million(t *testing.T) trace.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "million.srt")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := tracegen.Scale(1, 5_000_000, 1_000_000).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := trace.WriteBinary(f, r); err != nil {
		t.Fatal(err)
	}
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// frames moves and zooms for a while, as a hand on a wheel would, and returns the
// times between frames in ms, sorted.
const frames = `new Promise(done => {
	const canvas = document.querySelector("canvas.slices"), times = [];
	let last = performance.now(), n = 0;
	const step = now => {
		if (n > 5) times.push(now - last);
		last = now;
		const turn = n % 60 < 30 ? -1 : 1;
		canvas.dispatchEvent(new WheelEvent("wheel", n % 3 ? {deltaY: turn * 40, clientX: 700, clientY: 300, bubbles: true, cancelable: true}
			: {deltaX: 60, deltaY: 0, clientX: 700, clientY: 300, bubbles: true, cancelable: true}));
		if (++n < 240) requestAnimationFrame(step);
		else done(times.sort((a, b) => a - b));
	};
	requestAnimationFrame(step);
})`

// The timeline of a million events: there before the analysis is, moved and zoomed
// without a wait, searched, and zoomed to one handler.
func TestBrowserMillionEvents(t *testing.T) {
	if testing.Short() {
		t.Skip("a million events are read")
	}
	b := openTab(t)
	src := million(t)
	begun := time.Now()
	address := serving(t, Options{Recordings: []Recording{recordingOf("million.srt", src, named{function: "f"})}})
	b.do(chromedp.Navigate(address))
	b.until(`document.readyState === "complete" && document.body.innerText.includes("sparseracer")`)
	t.Logf("the page stands after %v", time.Since(begun).Round(time.Millisecond))
	is[any](b, `location.hash = "#/0/timeline"`)
	b.until(`document.querySelector(".where")?.textContent.includes("posts")`)
	t.Logf("the timeline stands after %v", time.Since(begun).Round(time.Millisecond))
	b.picture("million")
	times := is[[]float64](b, frames)
	t.Logf("%d frames while moving and zooming: median %.1f ms, 95th of 100 %.1f ms, longest %.1f ms", len(times), times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
	if median := times[len(times)/2]; median > 100 {
		t.Errorf("half of the frames take longer than %.0f ms", median)
	}
	b.picture("million-zoomed")
	b.until(`document.querySelector("#progress").hidden`)
	t.Logf("the analysis is through after %v", time.Since(begun).Round(time.Millisecond))
	b.key("0")
	b.until(`document.querySelector(".where").textContent.startsWith("operations 0 to 5,")`)
	b.key("+")
	b.until(`!document.querySelector(".where").textContent.startsWith("operations 0 to 5,")`)
	b.key("0")
	b.search("e777777")
	b.until(`document.querySelector(".tools output").textContent === "1 found"`)
	b.key("\r")
	b.until(`document.querySelector("aside h2")?.textContent === "event e777777"`)
	b.key("\x1b")
	b.key("f")
	b.until(`document.querySelector("aside .facts")`)
	if got := is[string](b, `document.querySelector(".tools input").value`); got != "e777777" {
		t.Errorf("the search field has %q after Escape", got)
	}
	b.do(chromedp.Sleep(400 * time.Millisecond))
	b.picture("million-handler")
	b.quiet()
}
