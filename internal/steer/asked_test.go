package steer

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// asking is a handler that a double click brings about, which waits in a dialog that a key
// ends; a click after it asks for what frees, by way of a timer or of the outside.
//
//	press single, press double (U: loop 0), key (ends it), click (asks), [timer] free
func asking(kind trace.EventKind, known bool, changes ...func(*fake)) (*fake, Prediction) {
	const bSingle, bU, bKey, bUse, bClick, bFree = 0, 1, 2, 3, 4, 5
	f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
	at := func(name string, wait int) []string {
		return []string{"type=Mouse", "input=press", "window=W:", "target=" + name, "at=100 100 1 1 0 1", fmt.Sprintf("wait=%d", wait)}
	}
	f.event(trace.Input, -1, bSingle, bSingle, at("list", 900)...)
	f.event(trace.Input, -1, bU, bUse, at("list", 120)...)
	f.event(trace.Input, -1, bKey, bKey, "type=Key", "input=keypress", "window=D:", "key=1 0 a", "wait=700")
	f.event(trace.Input, -1, bClick, bClick, at("button", 800)...)
	name := map[bool]string{true: "SockAct", false: "Timer"}[kind == trace.Socket]
	free := f.event(kind, -1, bFree, bFree, "class=Reply", "type="+name, "interval=400", "timertype=coarse")
	f.res.Events[1].Loops = []trace.LoopID{0}
	f.res.Events[2].Within = 0
	f.res.Loops = []sparsehb.Loop{{ID: 0, Owner: 1, Pause: bU*10 + 9, Resume: bUse * 10, PauseBlock: bU, ResumeBlock: bUse, Reset: bKey*10 + 5, Resetter: 2}}
	f.before(bU, bKey, bUse)
	if known {
		free.Poster, free.Enq = 3, bClick*10+1
		f.before(bClick, bFree)
	}
	for _, change := range changes {
		change(f)
	}
	return f, Prediction{ID: "r1", Use: []string{"edit()"}, Free: []string{"load()"}, Alloc: []string{"load()"},
		Race: &sparsehb.Race{Kind: sparsehb.UseFree, Loop: 0, First: sparsehb.Access{Op: bUse*10 + 3, Event: 1, Block: bUse},
			Second: sparsehb.Access{Op: bFree*10 + 3, Event: 4, Block: bFree}}}
}

// TestAskedFirst: what asks for the free is played before the gesture that the handler of
// the use follows from, and in no way where nobody can have asked.
func TestAskedFirst(t *testing.T) {
	attr := func(event int, key, value string) func(*fake) {
		return func(f *fake) {
			e := &f.res.Events[event]
			others := slices.DeleteFunc(e.Attrs.All(), func(a trace.Attr) bool { return a.Key == key })
			e.Attrs = trace.AttrsOf(append(others, trace.Attr{Key: key, Value: value})...)
		}
	}
	for _, c := range []struct {
		name    string
		kind    trace.EventKind
		known   bool
		changes []func(*fake)
		want    string // by event; ^ begins inputs in a hurry, | after the free; "": no schedule
	}{
		{"a reply", trace.Socket, false, nil, "3 ^0 1 |2"},
		{"a timer that the click starts", trace.Timer, true, nil, "3 ^0 1 |2"},
		{"a timer of nobody's", trace.Timer, false, nil, ""},
		{"two clicks", trace.Socket, false, []func(*fake){attr(1, "wait", "700")}, "0 3 ^1 |2"},
		{"clicks in two places", trace.Socket, false, []func(*fake){attr(0, "target", "menu")}, "0 3 ^1 |2"},
		{"by a menu", trace.Socket, false, []func(*fake){attr(0, "target", "menu"), attr(1, "which", "1 0 M")}, "3 ^0 1 |2"},
		{"a click that closes", trace.Socket, false, []func(*fake){attr(3, "input", "close")}, ""},
		{"another thread's", trace.Posted, false, []func(*fake){attr(4, "poster", "worker")}, "3 ^0 1 |2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, race := asking(c.kind, c.known, c.changes...)
			s, err := Derive(f.res, f, race, DeriveOptions{asked: true})
			if c.want == "" {
				if err == nil {
					t.Errorf("%q", played(s))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			hurry := false
			for _, d := range s.Directives {
				in := d.Input
				text := strings.TrimPrefix(in.Event, "L")
				switch {
				case len(in.After) > 0:
					text = "|" + text
				case in.WaitMS <= hurriedMS && !hurry:
					hurry, text = true, "^"+text
				case hurry != (in.WaitMS <= hurriedMS):
					t.Errorf("%s waits for %d ms", in.Event, in.WaitMS)
				}
				got = append(got, text)
			}
			if all := strings.Join(got, " "); all != c.want {
				t.Errorf("%s, want %s", all, c.want)
			}
		})
	}
}

// TestAskedInstead: it is tried where the recorded order leads to no bad one; where an
// input to the free is barred, at once.
func TestAskedInstead(t *testing.T) {
	f, race := asking(trace.Socket, false)
	s, instead, err := deriveAll(f.res, f, race, DeriveOptions{}, nil)
	if err != nil || s.asked || len(instead) != 1 || !instead[0].asked {
		t.Errorf("%v, %d more, %v", s, len(instead), err)
	}
	f, race = asking(trace.Timer, false)
	if _, instead, err = deriveAll(f.res, f, race, DeriveOptions{}, nil); err != nil || len(instead) > 0 {
		t.Errorf("%d more, %v", len(instead), err)
	}
}

// TestAskedAlone: where only that can be tried, and comes to nothing, the verdict is why the recorded
// order has no schedule.
func TestAskedAlone(t *testing.T) {
	b := programs(t)
	for how, want := range map[string]string{
		"diverge": "infeasible, 1 of 1 runs: an open menu takes the click; asked for before, it was diverged: hold of T timed out",
		"crash":   "confirmed, 1 of 1 runs: use, free and alloc match",
	} {
		s := toRun()
		s.asked, s.refused = true, infeasible("an open menu takes the click")
		v := &Verdict{Counts: map[Status]int{}, Reasons: map[Status]string{}}
		r := &runner{p: &program{path: b.clang}, argv: []string{b.clang, how},
			opt: Options{RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}}
		if err := r.run(t.Context(), []*task{{v: v, s: s}}); err != nil {
			t.Fatal(err)
		}
		if got := v.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
