package report

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// fake symbolizes from a table of instructions.
type fake struct {
	frames map[uint64][]symbols.Frame
	notes  []string
	asked  int // batches
}

func (f *fake) Symbolize(places []symbols.Place) [][]symbols.Frame {
	f.asked++
	out := make([][]symbols.Frame, len(places))
	for i, p := range places {
		out[i] = f.frames[p.PC]
		if out[i] == nil {
			out[i] = []symbols.Frame{{Offset: p.PC}}
		}
		for j := range out[i] {
			if p.Module != nil {
				out[i][j].Module, out[i][j].Offset = p.Module.Path, p.PC-p.Module.Bias
			}
		}
	}
	return out
}

func (f *fake) Notes() []string { return f.notes }
func (f *fake) Close() error    { return nil }

// editor is the program of nested.trace. Callers' addresses are one less than
// the recorded return addresses.
func editor() *fake {
	const src = "/home/dev/editor/"
	return &fake{frames: map[uint64][]symbols.Frame{
		0x1900:  {{Function: "main", File: src + "main.cpp", Line: 90}},
		0x1100:  {{Function: "Document::open(char const*)", File: src + "document.cpp", Line: 10, Column: 14}},
		0x10010: {{Function: "malloc"}},
		0x1200:  {{Function: "Window::open()", File: src + "window.cpp", Line: 20}},
		0x1300:  {{Function: "Window::save()", File: src + "window.cpp", Line: 30}},
		0x1400:  {{Function: "Question::exec()", File: src + "question.cpp", Line: 40}},
		0x1500: {
			{Function: "std::unique_ptr<Document>::get() const", File: "/usr/include/c++/12/bits/unique_ptr.h", Line: 50, Inlined: true},
			{Function: "Document::title() const", File: src + "document.cpp", Line: 51, Column: 9},
		},
		0x1600:  {{Function: "Document::close()", File: src + "document.cpp", Line: 60}},
		0x10020: {{Function: "free"}},
		0x10030: {{Function: "__libc_start_call_main", File: "./csu/libc_start_call_main.h", Line: 58}},
		0x30010: {{Function: "emit_enq", File: "/src/qtpatch/emit.c", Line: 1}},
	}}
}

// input is a parsed trace with its order.
type input struct {
	t      *testing.T
	ops    []trace.Op
	result *sparsehb.Result
}

func parse(t *testing.T, name string, text []byte) *input {
	t.Helper()
	src, err := trace.ParseText(name, text)
	if err != nil {
		t.Fatal(err)
	}
	order, err := sparsehb.Build(src, sparsehb.Auto)
	if err != nil {
		t.Fatal(err)
	}
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	in := &input{t: t, result: &sparsehb.Result{Order: order, Meta: r.Meta(), Tables: r.Tables()}}
	var op trace.Op
	for err = r.Next(&op); err == nil; err = r.Next(&op) {
		in.ops = append(in.ops, op)
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	in.result.Operations = uint64(len(in.ops))
	for i := range r.Tables().Events.Len() {
		in.result.Events = append(in.result.Events, *order.Event(trace.EventID(i)))
	}
	for i := range r.Tables().Loops.Len() {
		in.result.Loops = append(in.result.Loops, *order.Loop(trace.LoopID(i)))
	}
	return in
}

func load(t *testing.T, name string) *input {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".trace"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, name+".trace", data)
}

func (in *input) access(op int) sparsehb.Access {
	o := in.ops[op]
	b := in.result.Order.BlockOf(uint64(op))
	a := sparsehb.Access{Op: uint64(op), Kind: o.Kind, Mode: o.Mode, Block: b, Event: trace.NoEvent,
		Thread: o.Thread, Addr: o.Addr, Size: o.Size, Stack: o.Stack}
	if b != sparsehb.NoBlock {
		a.Event = in.result.Order.Blocks()[b].Event
	}
	return a
}

// race adds one as the engine gives it, by operation numbers; alloc < 0 means
// that it was not recorded, guard "" a race of plain handlers. It refuses
// operations that are ordered: then the test is wrong.
func (in *input) race(kind sparsehb.RaceKind, first, second, alloc int, guard string) *sparsehb.Race {
	in.t.Helper()
	r := sparsehb.Race{Kind: kind, First: in.access(first), Second: in.access(second), Pairs: 1, Loop: trace.NoLoop}
	r.Places = []sparsehb.Place{{First: r.First.Stack, Second: r.Second.Stack, Pairs: 1}}
	if o := in.result.Order; o.Before(r.First.Block, r.Second.Block) || o.Before(r.Second.Block, r.First.Block) {
		in.t.Fatalf("operations %d and %d are ordered", first, second)
	}
	r.Observed = kind == sparsehb.UseFree && first > second
	if alloc >= 0 {
		a := in.access(alloc)
		r.Alloc = &a
	}
	for i := range in.result.Tables.Loops.Len() {
		if in.result.Tables.Loops.At(i) == guard {
			r.Loop = trace.LoopID(i)
		}
	}
	in.result.Races = append(in.result.Races, r)
	in.result.Counts.OperationPairs++
	in.result.Counts.ReportedPairs++
	in.result.Counts.HandlerPairs = 1
	return &in.result.Races[len(in.result.Races)-1]
}

// nested is the race of nested.trace, twice: both reads.
func nested(t *testing.T) *input {
	in := load(t, "nested")
	in.race(sparsehb.UseFree, 12, 16, 1, "ask")
	in.race(sparsehb.UseFree, 13, 16, 1, "ask")
	return in
}

// stackless has a filtered use-free race and a read-write race, without stacks.
func stackless(t *testing.T) *input {
	in := load(t, "plain")
	x := in.race(sparsehb.UseFree, 6, 10, 1, "")
	x.Filtered, x.Filter = "benign: made up by this test", "FB"
	in.race(sparsehb.ReadWrite, 6, 9, -1, "")
	return in
}

// The engine finds what the goldens are made from, under the same ids.
func TestEngineAgrees(t *testing.T) {
	for name, hand := range map[string]*input{"nested": nested(t), "plain": stackless(t)} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".trace"))
		if err != nil {
			t.Fatal(err)
		}
		src, err := trace.ParseText(name, data)
		if err != nil {
			t.Fatal(err)
		}
		result, err := sparsehb.Analyze(src, sparsehb.Options{ReadWrite: true})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]uint64{}
		for _, r := range New(hand.result, editor(), Options{}).Races {
			want[r.ID] = r.Pairs
		}
		got := map[string]uint64{}
		for _, r := range New(result, editor(), Options{}).Races {
			got[r.ID] = r.Pairs
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: races %v, want %v", name, got, want)
		}
	}
}
