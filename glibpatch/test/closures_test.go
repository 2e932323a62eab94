package test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/corners"
	"sparseracer/internal/trace"
)

// TestClosures: handlers of signals do the same with the hooks.
func TestClosures(t *testing.T) {
	p := corners.Program{Source: "testdata/closures.c", Module: "gio-2.0", Debian: "libglib2.0-dev", Library: "../../lib",
		Words: []string{"disconnects", "functions", "itself", "nested", "object", "closure", "many", "sender"}}
	p.Check(t)
}

// TestClosureSlots: each handler is recorded when it is connected (m), called (c), has returned (r)
// and goes (g). One that disconnects itself goes when it has returned; what a program does with
// closures of its own is not recorded.
func TestClosureSlots(t *testing.T) {
	t.Parallel()
	program := byGCC(t, "closures")
	for word, want := range map[string][]string{
		"disconnects": {"mcrg"},
		"functions":   {"mcrcrg", "mcrg", "mcrg"}, // the third one goes with its sender
		"itself":      {"mcrg"},
		"nested":      {"mcrg"}, // GObject calls the guards for the outermost call of a closure
		"object":      {"mcrg"},
		"closure":     nil,
		"sender":      {"mcrg"},
	} {
		live, all := map[uint64]*string{}, []*string{}
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			at := func(offset uint64, letter string) {
				if s := live[op.Addr-offset]; s != nil {
					if offset > 0 && (op.Addr-offset)%16 != 0 {
						t.Errorf("%s: a slot at %#x", word, op.Addr-offset)
					}
					*s += letter
				}
			}
			switch op.Kind {
			case trace.Alloc:
				delete(live, op.Addr)
				if op.Size == 32 {
					s := "m"
					live[op.Addr], all = &s, append(all, &s)
				}
			case trace.Read:
				at(16, "c")
				at(24, "r")
			case trace.Free:
				at(0, "g")
				delete(live, op.Addr)
			}
		})
		var got []string
		for _, s := range all {
			if strings.ContainsAny(*s, "cr") {
				got = append(got, *s)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// TestHeld: a reference to a GObject that a handler has while it waits is recorded, its own or
// that of a handler which is bound to the object.
func TestHeld(t *testing.T) {
	t.Parallel()
	compiler, err := filepath.Abs("../../bin/sparse-cc")
	if err != nil {
		t.Fatal(err)
	}
	program := gioProgram(t, "held", compiler)
	for _, word := range []string{"own", "bound"} {
		said := ""
		corners.Each(t, "../../lib", program, word, func(op *trace.Op, _ string) {
			switch op.Kind {
			case trace.Ref:
				said += "ref "
			case trace.Pause:
				said += "waits "
			case trace.Unref:
				said += "unref "
			}
		})
		if said != "ref waits unref " {
			t.Errorf("%s: %q", word, said)
		}
	}
}
