package steer

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// withCall is a schedule with one D-Bus call.
func withCall(in Input) *Schedule {
	s := toRun()
	in.Event, in.Kind, in.TimeoutMS = "call", callKind, 300
	s.Directives = append(s.Directives, Directive{Input: &in})
	return s
}

// TestCallFields: what is no call is refused by its field; what the runtime compares
// with comes back as it was.
func TestCallFields(t *testing.T) {
	for want, in := range map[string]Input{
		"path: ":     {Path: "window", Member: "a.b"},
		"member: ":   {Path: "/w", Member: "a.b c"},
		"service: ":  {Path: "/w", Member: "a.b", Service: "a b"},
		"args[1]: ":  {Path: "/w", Member: "a.b", Args: []string{"s:", "i:x"}},
		"args[0]: ":  {Path: "/w", Member: "a.b", Args: []string{"d:1.5"}},
		"kind: ":     {Path: "/w", Member: "a.b", Window: "QWindow:w"},
		"args: 17 ":  {Path: "/w", Member: "a.b", Args: slices.Repeat([]string{"b:true"}, 17)},
		"target: 40": {Path: "/w", Member: "a.b", Args: []string{"s:" + strings.Repeat("%", 132)}},
	} {
		if err := withCall(in).validate(); err == nil || !strings.Contains(err.Error(), ".input."+want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	in := Input{Kind: callKind, Path: "/w/1", Member: "org.example.W.shut", Args: []string{"s:over & out é", "b:true", "x:-7"}}
	text := in.called()
	if text != "/w/1 org.example.W.shut s:over%20%26%20out%20%C3%A9 b:true x:-7" {
		t.Errorf("described as %q", text)
	}
	again := Input{Kind: callKind}
	again.takeCall(text)
	if again.Path != in.Path || again.Member != in.Member || !slices.Equal(again.Args, in.Args) {
		t.Errorf("read back as %+v", again)
	}
	s := withCall(in)
	if s.Version = 3; s.validate() == nil {
		t.Error("version 3 has calls")
	}
}

// TestCallNobodyTakes: a program that is not on the bus is no hang, and no crash
// afterwards proves anything.
func TestCallNobodyTakes(t *testing.T) {
	needs.Tool(t, "dbus-daemon")
	b := programs(t)
	s := withCall(Input{Path: "/w", Member: "a.b"})
	o, err := Run(context.Background(), s, []string{b.clang, "calls"}, RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	f := findingOf(s, o)
	if f.Status != Diverged || f.Reason != "the call /w a.b could not be made: the program is not on the bus" {
		t.Errorf("%v: %s\n%s", f.Status, f.Reason, o.Output)
	}
}

// TestDeriveCalls: calls are played as a person's input is, and may take the place of
// a window's close; they keep its label, on which those of its consequences rest.
func TestDeriveCalls(t *testing.T) {
	call := func(id int) func(*fake) {
		return func(f *fake) {
			e := &f.res.Events[id]
			e.Kind = trace.Posted
			e.Attrs = trace.AttrsOf(append(e.Attrs.All(), trace.Attr{Key: "input", Value: "dbus"}, trace.Attr{Key: "target", Value: "/w a.b s:x%20y"})...)
		}
	}
	f := viewer(call(evC), call(evR))
	s, err := Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := played(s), []string{"dbus L1 in L0/1", "dbus L2 in L0/1 after L3"}; !slices.Equal(got, want) ||
		len(s.Directives) != 2 || s.Directives[0].Input.Args[0] != "s:x y" {
		t.Errorf("%q of %d directives, want %q", got, len(s.Directives), want)
	}
	by, err := ParseCall("/win org.W.close")
	if err != nil {
		t.Fatal(err)
	}
	f = viewer(input(evC, "close", "700"))
	s, err = Derive(f.res, f, viewerRace(f, "r1"), DeriveOptions{CloseBy: by})
	if err != nil {
		t.Fatal(err)
	}
	if in := s.Directives[0].Input; in.Kind != callKind || in.Path != "/win" || in.Member != "org.W.close" || in.Event != "L1" {
		t.Errorf("%+v", in)
	}
	if _, err := ParseCall("win"); err == nil {
		t.Error("win is a call")
	}
}

// TestDeriveCallSource: a call is a posted event, which a held one would keep out. So of
// posted events that end the loop, what began them inside it is held: here the socket's
// notifier L4. A person's close needs none of that.
func TestDeriveCallSource(t *testing.T) {
	f := viewer(input(evC, "close", "700"), func(f *fake) {
		f.event(trace.Socket, -1, bR, bR, "type=SockAct", "needs=5")
		r := &f.res.Events[evR]
		r.Kind, r.Poster, r.Enq, r.Deq = trace.Posted, 4, bR*10+1, bR*10+3
	})
	for held, opt := range map[string]DeriveOptions{
		"L2": {},
		"L4": {CloseBy: Call{"/win", "org.W.close"}},
	} {
		s, err := Derive(f.res, f, viewerRace(f, "r1"), opt)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range s.Directives {
			if d.Hold != nil {
				got = append(got, d.Hold.Event)
			}
		}
		if !slices.Equal(got, []string{held}) {
			t.Errorf("held %q, want %s", got, held)
		}
	}
}
