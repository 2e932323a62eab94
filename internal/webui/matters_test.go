package webui

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sparseracer/internal/report"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// tokens is a recording with data flow: two replies write a token and a log, a timer
// saves the token, and a number is written that nobody saves.
const tokens = `# loop: exact
# site: 1 function name=save
# site: 2 read
# site: 3 call name=fwrite arg=2
# site: 4 back value=3
enterloop
deq(go)
enq(a,kind=socket)
enq(b,kind=socket)
enq(s,kind=timer)
end(go)
deq(a)
write(token,8,val=1)
write(number,8,val=1)
sink(file:log,out,8,op=append)
end(a)
deq(b)
write(token,8,val=2)
write(number,8,val=2)
sink(file:log,out,8,op=append)
end(b)
deq(s)
read(token,8,site=2)
flow(3,token:8)
sink("settings:$HOME/app.conf#token",token,8,op=replace)
flow(4)
end(s)
deq(bye)
end(bye)
exitloop
`

func tokensRecording(t *testing.T) Recording {
	sym := named{function: "Reply::take()", file: "/src/reply.cpp"}
	r := recordingOf("tokens.srt", parse(t, tokens), sym)
	r.Analyze = func(ctx context.Context, src trace.Source, _ func(string, float64)) (*Analysis, error) {
		result, err := sparsehb.Analyze(src, sparsehb.Options{Context: ctx, ReadWrite: true})
		if err != nil {
			return nil, err
		}
		return &Analysis{Result: result, Report: report.New(result, sym, report.Options{Trace: "tokens.srt", All: true}), Symbols: sym}, nil
	}
	return r
}

// TestMatters: races tell their rank and what they change, and the way there.
func TestMatters(t *testing.T) {
	s := loaded(t, Options{Recordings: []Recording{tokensRecording(t)}})
	list := listed(t, s, "/api/0/races")
	sinks := map[string]string{}
	for _, row := range list {
		sinks[row.Rank] = row.Sink
		var page raceJSON
		get(t, s, "/api/0/race?id="+row.ID, 200, &page)
		if page.Matters == nil || page.Matters.Rank != row.Rank || page.Matters.Sink != row.Sink || page.Matters.Means == "" {
			t.Fatalf("%+v of %+v", page.Matters, row)
		}
		var roles []string
		for _, step := range page.Matters.Path {
			roles = append(roles, step.Role)
		}
		if got := strings.Join(roles, ", "); row.Rank == "data" && got != "reads, may find, or, or, goes into" || row.Rank == "order-only" && got != "" {
			t.Errorf("%s: the way is %s", row.Rank, got)
		}
	}
	if sinks["data"] != "settings:$HOME/app.conf#token" || sinks["order-only"] != "file:log" {
		t.Errorf("%v", sinks)
	}
	var o overviewJSON
	get(t, s, "/api/0/overview", 200, &o)
	if len(o.Ranks) < 2 || o.Ranks[0].Name != "data" {
		t.Errorf("overview: %+v", o.Ranks)
	}
	plain := loaded(t, Options{Recordings: []Recording{recordingOf("editor.srt", editor(t), named{function: "f"})}})
	list = listed(t, plain, "/api/0/races")
	if len(list) == 0 || list[0].Rank != "" {
		t.Errorf("without data flow: %+v", list)
	}
}

// TestBrowserMatters: a person chooses a rank and sees where the value goes.
func TestBrowserMatters(t *testing.T) {
	b := openTab(t)
	b.do(chromedp.Navigate(serving(t, Options{Recordings: []Recording{tokensRecording(t)}})))
	b.until(`document.querySelector("h1") && document.body.innerText.includes("What races matter")`)
	b.picture("ranks")
	b.key("2")
	b.until(`document.querySelectorAll(".races li").length > 1`)
	is[any](b, `(s => { s.value = "data"; s.dispatchEvent(new Event("change")); })(document.querySelector("select[name=rank]"))`)
	b.until(`[...document.querySelectorAll(".races li")].every(l => l.textContent.includes("settings:$HOME/app.conf#token")) && location.hash.includes("rank=data")`)
	b.picture("races-ranked")
	b.key("j")
	b.key("\r")
	b.until(`document.querySelectorAll("#matters tr").length === 5 && document.querySelector("#matters").textContent.includes("goes into")`)
	b.picture("race-matters")
	b.quiet()
}
