package webui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/report"
)

// changeable is a recording whose races the page may suppress and confirm; what it wrote
// and ran is kept.
type changeable struct {
	Recording
	wrote []string
	ran   []string
	let   chan struct{} // confirm goes on
}

func newChangeable(t *testing.T) *changeable {
	t.Helper()
	c := &changeable{Recording: recordingOf("editor.srt", editor(t), named{function: "f"}), let: make(chan struct{}, 9)}
	c.Changes = Changes{Suppressions: "known.txt",
		Lines: func(r *report.Race, _ string) string { return "# why\nid:" + r.ID + "\n" },
		Suppress: func(r *report.Race, note string) (string, error) {
			if note == "fail" {
				return "", errors.New("known.txt: permission denied")
			}
			c.wrote = append(c.wrote, r.ID+" "+note)
			return "suppressed by known.txt:3", nil
		},
		ConfirmCommand: func(id string) string { return "sparseracer confirm --race " + id + " -- './my app'" },
		Confirm: func(ctx context.Context, id string, out io.Writer) (*report.Steered, string, error) {
			c.ran = append(c.ran, id)
			fmt.Fprintf(out, "race %s: steering \x1b[31m\n", id)
			select {
			case <-c.let:
			case <-ctx.Done():
				return nil, "", ctx.Err()
			}
			return &report.Steered{Verdict: "confirmed", Proven: 1, Runs: 1, Schedule: "race.schedule.json"}, "confirmed", nil
		}}
	return c
}

// post asks for a change as the page does, but for what with changes of the request.
func post(s *server, target, body string, with func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	r.Host = "127.0.0.1:1234"
	r.AddCookie(&http.Cookie{Name: s.cookie(), Value: s.session})
	r.Header.Set("Origin", "http://127.0.0.1:1234")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Sparseracer-Consent", "the-consent")
	if with != nil {
		with(r)
	}
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, r)
	return w
}

// TestWhoMayChange: only the page itself, with all that only it has; nothing is written or
// run for anybody else.
func TestWhoMayChange(t *testing.T) {
	c := newChangeable(t)
	s := loaded(t, Options{Recordings: []Recording{c.Recording}})
	id := listed(t, s, "/api/0/races")[0].ID
	body := `{"id":"` + id + `"}`
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for _, test := range []struct {
		name, target, body string
		with               func(*http.Request)
		want               int
	}{
		{"another site", "/api/0/suppress", body, header("Origin", "https://evil.example"), 403},
		{"nobody says who", "/api/0/suppress", body, func(r *http.Request) { r.Header.Del("Origin") }, 403},
		{"no word of consent", "/api/0/suppress", body, func(r *http.Request) { r.Header.Del("X-Sparseracer-Consent") }, 403},
		{"a wrong one", "/api/0/confirm", body, header("X-Sparseracer-Consent", "the-consens"), 403},
		{"a form", "/api/0/confirm", body, header("Content-Type", "text/plain"), 403},
		{"no cookie", "/api/0/suppress", body, func(r *http.Request) { r.Header.Del("Cookie") }, 403},
		{"another host", "/api/0/suppress", body, func(r *http.Request) { r.Host = "evil.example:1234" }, 421},
		{"the site is another", "/api/0/suppress", body, header("Sec-Fetch-Site", "same-site"), 403},
		{"a mark from elsewhere", "/api/0/mark", body, header("Origin", "null"), 403},
		{"what cannot be changed", "/api/0/races", body, nil, 405},
		{"no race", "/api/0/suppress", `{"id":"nothing"}`, nil, 404},
		{"no JSON", "/api/0/suppress", `id=1`, nil, 400},
		{"more than is asked", "/api/0/suppress", `{"id":"` + id + `","file":"/etc/passwd"}`, nil, 400},
		{"too much", "/api/0/suppress", `{"id":"` + id + `","note":"` + strings.Repeat("x", 1<<20) + `"}`, nil, 400},
		{"a recording that is not there", "/api/1/suppress", body, nil, 404},
	} {
		if w := post(s, test.target, test.body, test.with); w.Code != test.want {
			t.Errorf("%s: %d %s, expected %d", test.name, w.Code, w.Body, test.want)
		}
	}
	if len(c.wrote)+len(c.ran) > 0 {
		t.Errorf("wrote %q, ran %q", c.wrote, c.ran)
	}
	bare := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	for _, what := range []string{"suppress", "confirm", "mark"} {
		if w := post(bare, "/api/0/"+what, body, nil); w.Code != 409 || !strings.Contains(w.Body.String(), "was named") {
			t.Errorf("%s without a name on the command line: %d %s", what, w.Code, w.Body)
		}
	}
}

// TestSuppress: the race is filtered from then on, in every answer, and once.
func TestSuppress(t *testing.T) {
	c := newChangeable(t)
	s := loaded(t, Options{Recordings: []Recording{c.Recording}})
	id := listed(t, s, "/api/0/races")[0].ID
	if w := post(s, "/api/0/suppress", `{"id":"`+id+`","note":"fail"}`, nil); w.Code != 500 || !strings.Contains(w.Body.String(), "permission denied") {
		t.Errorf("a file that cannot be written: %d %s", w.Code, w.Body)
	}
	if w := post(s, "/api/0/suppress", `{"id":"`+id+`","note":"we know"}`, nil); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if len(c.wrote) != 1 || c.wrote[0] != id+" we know" {
		t.Errorf("wrote %q", c.wrote)
	}
	if rows := listed(t, s, "/api/0/races"); len(rows) != 0 {
		t.Errorf("%d races are still reported", len(rows))
	}
	if rows := listed(t, s, "/api/0/races?show=all"); len(rows) != 1 || rows[0].Filtered != "suppressed by known.txt:3" {
		t.Errorf("rows %+v", rows)
	}
	var o overviewJSON
	if get(t, s, "/api/0/overview", 200, &o); o.Reported != 0 || o.Filtered != 1 {
		t.Errorf("overview: %d reported, %d filtered", o.Reported, o.Filtered)
	}
	if w := post(s, "/api/0/suppress", `{"id":"`+id+`"}`, nil); w.Code != 409 || len(c.wrote) != 1 {
		t.Errorf("again: %d %s, wrote %q", w.Code, w.Body, c.wrote)
	}
}

// TestBrowserChanges: a person is shown what would be done, may say no, and says yes.
func TestBrowserChanges(t *testing.T) {
	script := axe(t)
	c := newChangeable(t)
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{c.Recording}})))
	b.until(`document.querySelector("h1") && document.querySelector("#progress").hidden`)
	id := is[string](b, `fetch("/api/0/races").then(r => r.json()).then(r => r.rows[0].id)`)
	is[any](b, `location.hash = "#/0/race?id=`+id+`"`)
	press := func(text string) {
		t.Helper()
		b.until(`[...document.querySelectorAll("main button")].some(b => b.checkVisibility() && !b.disabled && b.textContent === "` + text + `")`)
		is[any](b, `[...document.querySelectorAll("main button")].find(b => b.checkVisibility() && b.textContent === "`+text+`").click()`)
	}
	press("Confirm …")
	b.until(`document.querySelector("main dialog[open] pre")?.textContent === "sparseracer confirm --race ` + id + ` -- './my app'"`)
	b.looked(script, "confirm")
	press("cancel")
	b.until(`!document.querySelector("main dialog[open]")`)
	if len(c.ran) > 0 {
		t.Fatal("it ran without a yes")
	}
	press("Confirm …")
	press("run it")
	b.until(`document.querySelector("#confirm-run pre")?.textContent.includes("steering")`)
	if got := is[string](b, `document.querySelector("#confirm-run").textContent`); strings.Contains(got, "\x1b") || !strings.Contains(got, "at work") {
		t.Errorf("while it runs: %q", got)
	}
	press("Confirm …")
	press("run it")
	b.until(`document.querySelector("main dialog[open] [role=alert]").textContent.includes("another race is being brought about")`)
	press("cancel")
	c.let <- struct{}{}
	b.until(`document.querySelector("#confirm-run h2").textContent === "confirm is through: confirmed"`)
	b.looked(script, "confirmed")
	press("show the race with it")
	b.until(`document.querySelector("h1 .badge.confirmed")`)
	press("Suppress …")
	b.until(`document.querySelector("main dialog[open] pre")?.textContent === "# why\nid:` + id + `\n"`)
	b.looked(script, "suppress")
	is[any](b, `document.querySelector("main dialog input").value = "fail"`)
	press("write it")
	b.until(`document.querySelector("main dialog[open] [role=alert]").textContent.includes("permission denied")`)
	is[any](b, `document.querySelector("main dialog input").value = "known"`)
	press("write it")
	b.until(`!document.querySelector("main dialog[open]") && document.querySelector("main").textContent.includes("Filtered: suppressed by known.txt:3.")`)
	if len(c.wrote) != 1 || c.wrote[0] != id+" known" || len(c.ran) != 1 {
		t.Errorf("wrote %q, ran %q", c.wrote, c.ran)
	}
	for _, line := range b.Console() { // the browser names answers that refuse, which were asked for here
		if !strings.Contains(line, "409") && !strings.Contains(line, "500") {
			t.Errorf("the browser says %s", line)
		}
	}
}

// TestConfirmOutput: what confirm says is bounded.
func TestConfirmOutput(t *testing.T) {
	var c confirming
	for range 100 {
		if n, err := c.Write(bytes.Repeat([]byte("line\n"), 1000)); n != 5000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if n := len(c.state().Output); n != maxOutput {
		t.Errorf("%d bytes are kept", n)
	}
}
