package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sort"
	"strings"

	"sparseracer/internal/trace"
)

// Stats are what `info` says about a trace. The JSON names are part of the
// command line's contract.
type Stats struct {
	Trace      string            `json:"trace"`
	Operations uint64            `json:"operations"`
	Kinds      map[string]uint64 `json:"kinds"`  // operations by kind
	Queued     map[string]uint64 `json:"events"` // enqueued, or delivered without, by how
	Accesses   uint64            `json:"accesses"`
	Values     uint64            `json:"values,omitempty"` // writes that say what they wrote
	Sites      int               `json:"sites,omitempty"`  // of data flow
	Bytes      uint64            `json:"allocated_bytes"`
	Threads    []ThreadStats     `json:"threads"`
	Modules    []ModuleStats     `json:"modules"`
	Stacks     int               `json:"stacks"`
	Loop       string            `json:"loop"`
	Complete   bool              `json:"complete"`
	Stopped    string            `json:"stopped,omitempty"`
	Lost       uint64            `json:"lost"`
	LostBy     map[string]uint64 `json:"lost_by_kind,omitempty"` // those whose kind is known
	Cut        *CutStats         `json:"cut,omitempty"`          // of a trace that begins in the middle
	PID        uint32            `json:"pid"`
	Command    []string          `json:"command"`
	Meta       trace.Meta        `json:"-"`
}

// CutStats are what a ring dropped before the trace begins.
type CutStats struct {
	At        int64  `json:"at"`             // ns since 1970: from when on all is there,
	End       int64  `json:"end"`            // and when the ring was read
	Blocks    uint64 `json:"dropped_blocks"` // slots of the ring
	Bytes     uint64 `json:"dropped_bytes"`
	Undefined uint64 `json:"undefined,omitempty"` // stacks and texts that there was no room for
}

// ThreadStats are the operations of one thread.
type ThreadStats struct {
	Thread     trace.ThreadID `json:"thread"`
	Operations uint64         `json:"operations"`
}

// ModuleStats is one loaded object.
type ModuleStats struct {
	Path    string `json:"path"`
	BuildID string `json:"build_id"`
	Start   string `json:"start"`
}

// Collect reads a whole trace. It ends with ctx.
func Collect(ctx context.Context, src trace.Source) (*Stats, error) {
	r, err := trace.Brief(src).Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return CollectStats(ctx, src.Name(), r)
}

// askEvery is after how many steps of a walk its context is asked.
const askEvery = 1 << 12

// CollectStats reads a trace to its end, or that of ctx.
func CollectStats(ctx context.Context, name string, r trace.Reader) (*Stats, error) {
	s := &Stats{Trace: name, Kinds: map[string]uint64{}, Queued: map[string]uint64{}}
	var kinds [256]uint64
	threads := map[trace.ThreadID]uint64{}
	var queued trace.NumberSet // events that were counted
	bulk, run := trace.BulkOf(r), make([]trace.Access, 512)
	var op trace.Op
	for step := 0; ; step++ {
		if step%askEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if n, thread := bulk.Accesses(run); n > 0 {
			s.Operations += uint64(n)
			threads[thread] += uint64(n)
			for i := range run[:n] {
				kinds[run[i].Kind]++
				if run[i].Kind == trace.Write && run[i].Mode&trace.ModeVal != 0 {
					s.Values++
				}
			}
			continue
		}
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		s.Operations++
		kinds[op.Kind]++
		threads[op.Thread]++
		switch op.Kind {
		case trace.Alloc:
			s.Bytes += op.Size
		case trace.Write:
			if op.Mode&trace.ModeVal != 0 {
				s.Values++
			}
		case trace.Enq, trace.Deq, trace.Fork:
			s.countEvent(&queued, &op)
		}
	}
	for k, n := range kinds {
		if n > 0 {
			s.Kinds[trace.Kind(k).String()] = n
		}
	}
	s.Accesses = kinds[trace.Read] + kinds[trace.Write]
	s.Sites = max(len(r.Tables().Sites)-1, 0)
	s.fill(r, threads)
	return s, nil
}

// countEvent counts each event once: at its enq or fork, else at its deq.
func (s *Stats) countEvent(queued *trace.NumberSet, op *trace.Op) {
	if op.Event < 0 || queued.Has(int(op.Event)) {
		return
	}
	queued.Put(int(op.Event), true)
	kind := op.EventKind
	if op.Kind == trace.Fork {
		kind = trace.Env
	}
	how := kind.String()
	if op.Kind == trace.Deq && kind == trace.Posted {
		how = trace.Env.String() // never enqueued: it came from the environment
	}
	s.Queued[how]++
}

func (s *Stats) fill(r trace.Reader, threads map[trace.ThreadID]uint64) {
	m, t := r.Meta(), r.Tables()
	s.Threads = make([]ThreadStats, 0, len(threads))
	for id, n := range threads {
		s.Threads = append(s.Threads, ThreadStats{id, n})
	}
	sort.Slice(s.Threads, func(i, j int) bool { return s.Threads[i].Thread < s.Threads[j].Thread })
	s.Modules = make([]ModuleStats, 0, len(t.Modules))
	for _, mod := range t.Modules {
		s.Modules = append(s.Modules, ModuleStats{mod.Path, mod.BuildID, fmt.Sprintf("0x%x", mod.Start)})
	}
	s.Stacks = trace.FrameCount(r)
	s.Meta = *m
	if c := m.Cut; c.Is() {
		s.Cut = &CutStats{c.At, c.End, c.Blocks, c.Bytes, c.Undefined}
	}
	s.Loop = m.Loop.String()
	s.Complete = m.Complete
	if m.Stopped != trace.StopNone {
		s.Stopped = m.Stopped.String()
	}
	s.Lost = m.Lost
	for k, n := range m.LostBy {
		if n > 0 {
			if s.LostBy == nil {
				s.LostBy = map[string]uint64{}
			}
			s.LostBy[trace.Kind(k).String()] = n
		}
	}
	s.PID = m.PID
	s.Command = append([]string{}, m.Command...)
}

// WriteInfoJSON writes the figures as `info --json`.
func WriteInfoJSON(w io.Writer, s *Stats) error { return WriteJSON(w, s) }

// WriteRecorded says in short what a recording holds that was just made, what
// it lacks, and what to do with it.
func WriteRecorded(w io.Writer, path string, s *Stats) error {
	p := newPage(Style{})
	p.prose(0, fmt.Sprintf("%s: %s, %s, %s", clean(path), count(s.Operations, "operation", "operations"),
		count(s.delivered(), "event", "events"), s.state()))
	s.doubts(p)
	_, err := io.WriteString(w, p.String())
	return err
}

// WriteChecked says that a trace is valid, how far, and what it lacks.
func WriteChecked(w io.Writer, path string, s *Stats) error {
	p := newPage(Style{})
	state := "complete"
	if !s.Complete {
		state = "valid up to where it stops"
	}
	p.prose(0, fmt.Sprintf("%s: %s, %s", clean(path), count(s.Operations, "operation", "operations"), state))
	if text := CutText(&s.Meta); text != "" {
		p.prose(0, "warning: "+text+".")
	}
	if s.Lost > 0 {
		p.prose(0, "warning: "+lostText(&s.Meta)+".")
	}
	p.command(true, command("analyze", path))
	_, err := io.WriteString(w, p.String())
	return err
}

// doubts are the warnings that figures alone give.
func (s *Stats) doubts(p *page) {
	if text := CutText(&s.Meta); text != "" {
		p.prose(0, "warning: "+text+".")
	}
	if s.Meta.Torn != "" {
		p.prose(0, "warning: "+TornText(&s.Meta)+".")
	}
	if s.Lost > 0 {
		p.prose(0, "warning: "+lostText(&s.Meta)+".")
	}
	if s.delivered() == 0 {
		p.prose(0, "warning: no event loop was seen: no event was delivered while recording.")
	}
	if s.Accesses == 0 && !s.Meta.Instrumented && s.Kinds[trace.Hold.String()] > 0 {
		p.prose(0, "No memory access was recorded, for nothing of the program is instrumented: what handlers keep across nested loops stands for what they use.")
	} else if s.Accesses == 0 && !s.Meta.Instrumented {
		p.prose(0, "warning: no memory access was recorded: build the program with sparse-cc or sparse-c++.")
	}
}

// lostWords are the kinds of operations in words, one and several; others go by their names.
var lostWords = map[trace.Kind][2]string{
	trace.Enq: {"post", "posts"}, trace.Deq: {"start of a handler", "starts of handlers"}, trace.End: {"end of a handler", "ends of handlers"},
	trace.Pause: {"start of a nested loop", "starts of nested loops"}, trace.Resume: {"end of a nested loop", "ends of nested loops"},
	trace.Read: {"read", "reads"}, trace.Write: {"write", "writes"},
	trace.Alloc: {"allocation", "allocations"}, trace.Free: {"free", "frees"},
}

// lostText says how many operations were lost, and of which kinds.
func lostText(m *trace.Meta) string {
	var kinds []string
	for k, n := range m.LostBy {
		words, known := lostWords[trace.Kind(k)]
		if n > 0 && known {
			kinds = append(kinds, count(n, words[0], words[1]))
		} else if n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d of kind %s", n, trace.Kind(k)))
		}
	}
	text := count(m.Lost, "operation was", "operations were") + " lost while recording"
	if len(kinds) > 0 {
		text += " (" + strings.Join(kinds, ", ") + ")"
	}
	return text
}

// lostMeans says what that does to the races found.
func lostMeans(m *trace.Meta) string {
	if m.OnlyAccesses() {
		return "races may be missing"
	}
	heap := addUp(m, trace.Alloc, trace.Free)
	if heap > 0 && heap+addUp(m, trace.Read, trace.Write) == m.Lost {
		return "races may be missing, and one whose memory was freed or given out in a lost operation may be false"
	}
	return "races may be missing, and some may be false"
}

// addUp is how many operations of these kinds were lost.
func addUp(m *trace.Meta, kinds ...trace.Kind) uint64 {
	var n uint64
	for _, k := range kinds {
		n += min(m.LostBy[k], math.MaxUint64-n)
	}
	return n
}

func (s *Stats) delivered() uint64 { return s.Kinds[trace.Deq.String()] }

func (s *Stats) state() string {
	switch {
	case s.Stopped != "" && s.Meta.OnlyAccesses() && s.Complete:
		return "complete but for memory accesses: " + s.Stopped
	case s.Stopped != "" && s.Meta.OnlyAccesses():
		return "incomplete: " + ended(&s.Meta) + "; before that " + s.Stopped
	case s.Stopped != "":
		return "stopped early: " + s.Stopped
	case s.Meta.Torn != "":
		return "cut off: the file is not whole"
	case !s.Complete:
		return "incomplete: " + ended(&s.Meta)
	}
	return "complete"
}

// shownThreads bounds the lines on threads in text.
const shownThreads = 16

// WriteInfo writes the figures for a terminal.
func WriteInfo(w io.Writer, path string, s *Stats) error {
	p := newPage(Style{})
	fmt.Fprintf(p, "%s: %s, %s\n", clean(path), count(s.Operations, "operation", "operations"), s.state())
	s.doubts(p)
	if len(s.Command) > 0 {
		words := make([]string, len(s.Command))
		for i, c := range s.Command {
			words[i] = quote(c)
		}
		p.hanging(0, 9, "command: "+strings.Join(words, " "))
	}
	p.prose(0, fmt.Sprintf("loop: %s, stacks: %d, bytes allocated: %d", s.Loop, s.Stacks, s.Bytes))
	p.table("operations", s.Kinds)
	p.table("events", s.Queued)
	p.WriteString("threads\n")
	for i, t := range s.Threads {
		if i == shownThreads {
			fmt.Fprintf(p, "  … %d more\n", len(s.Threads)-i)
			break
		}
		fmt.Fprintf(p, "  %-10d %12d\n", t.Thread, t.Operations)
	}
	p.WriteString("modules\n")
	for _, m := range s.Modules {
		fmt.Fprintf(p, "  %s %s %s\n", m.Start, clean(m.Path), clean(m.BuildID))
	}
	p.command(true, command("analyze", path))
	_, err := io.WriteString(w, p.String())
	return err
}

// table lists numbers by name, the largest first.
func (p *page) table(title string, n map[string]uint64) {
	names := make([]string, 0, len(n))
	for name := range n {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i], names[j]
		return n[a] > n[b] || n[a] == n[b] && a < b
	})
	p.WriteString(title + "\n")
	for _, name := range names {
		fmt.Fprintf(p, "  %-10s %12d\n", name, n[name])
	}
}
