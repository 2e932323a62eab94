package report

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"sparseracer/internal/trace"
)

// Stats are what `info` tells about a trace. The JSON names are part of the
// command line's contract.
type Stats struct {
	Trace      string            `json:"trace"`
	Operations uint64            `json:"operations"`
	Kinds      map[string]uint64 `json:"kinds"`  // operations by kind
	Queued     map[string]uint64 `json:"events"` // enqueued, or delivered without, by how
	Accesses   uint64            `json:"accesses"`
	Bytes      uint64            `json:"allocated_bytes"`
	Threads    []ThreadStats     `json:"threads"`
	Modules    []ModuleStats     `json:"modules"`
	Stacks     int               `json:"stacks"`
	Loop       string            `json:"loop"`
	Complete   bool              `json:"complete"`
	Stopped    string            `json:"stopped,omitempty"`
	Lost       uint64            `json:"lost"`
	PID        uint32            `json:"pid"`
	Command    []string          `json:"command"`
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

// CollectStats reads a trace to its end.
func CollectStats(name string, r trace.Reader) (*Stats, error) {
	s := &Stats{Trace: name, Kinds: map[string]uint64{}, Queued: map[string]uint64{}}
	var kinds [256]uint64
	threads := map[trace.ThreadID]uint64{}
	var queued []bool // by event
	var op trace.Op
	for {
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
		case trace.Enq, trace.Deq, trace.Fork:
			queued = s.countEvent(queued, &op)
		}
	}
	for k, n := range kinds {
		if n > 0 {
			s.Kinds[trace.Kind(k).String()] = n
		}
	}
	s.Accesses = kinds[trace.Read] + kinds[trace.Write]
	s.fill(r, threads)
	return s, nil
}

// countEvent counts each event once: at its enq or fork, else at its deq.
func (s *Stats) countEvent(queued []bool, op *trace.Op) []bool {
	for int(op.Event) >= len(queued) {
		queued = append(queued, false)
	}
	if op.Event < 0 || queued[op.Event] {
		return queued
	}
	queued[op.Event] = true
	kind := op.EventKind
	if op.Kind == trace.Fork {
		kind = trace.Env
	}
	how := kind.String()
	if op.Kind == trace.Deq && kind == trace.Posted {
		how = trace.Env.String() // never enqueued: it came from the environment
	}
	s.Queued[how]++
	return queued
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
	s.Stacks = max(len(t.Stacks)-1, 0)
	s.Loop = m.Loop.String()
	s.Complete = m.Complete
	if m.Stopped != trace.StopNone {
		s.Stopped = m.Stopped.String()
	}
	s.Lost = m.Lost
	s.PID = m.PID
	s.Command = append([]string{}, m.Command...)
}

// JSON writes the figures as `info --json`.
func (s *Stats) JSON(w io.Writer) error { return writeJSON(w, s) }

// shownThreads bounds the lines on threads in text.
const shownThreads = 16

// Text writes the figures for a terminal.
func (s *Stats) Text(w io.Writer, style Style) error {
	p := newPage(style)
	p.paint(bold, s.headline())
	p.WriteByte('\n')
	if s.Lost > 0 {
		p.prose(0, fmt.Sprintf("warning: %s lost while recording.", count(s.Lost, "operation was", "operations were")))
	}
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
	p.command(true, command("analyze", s.Trace))
	_, err := io.WriteString(w, p.String())
	return err
}

func (s *Stats) headline() string {
	state := "complete"
	switch {
	case s.Stopped != "":
		state = "stopped early: " + s.Stopped
	case !s.Complete:
		state = "incomplete: the program crashed or was killed"
	}
	return fmt.Sprintf("%s: %s, %s", clean(s.Trace), count(s.Operations, "operation", "operations"), state)
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
