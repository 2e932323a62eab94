package semantics

import (
	"fmt"
	"math/rand"
	"slices"

	"sparseracer/internal/trace"
)

// Threads beside the loop's. One begins when an action starts it and goes on at any
// time from then on, also in the middle of the loop thread's blocks; it posts events,
// and starts others. In the trace that is reported in one of the two ways there are: the
// start of a thread, or an event that is given to one, and what its handler does.

// A thread may wait for what it posts (Call). It goes on when that handler has ended, and the
// trace then has a join.

// Thread is what one of them does: Post, Call and Start.
type Thread struct {
	Work bool // reported as an event that another thread handles
	Body []Action
}

const (
	maxThreads = 4
	threadNone = -1
)

// NewThreaded makes a random program whose handlers start threads.
func NewThreaded(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	for len(g.p.Events) > 6 && g.Intn(8) > 0 { // small ones: threads make many states
		g.p.Events = nil
		g.p.Startup = nil
		g.events()
	}
	g.threads()
	g.loops()
	g.object()
	return g.p
}

// threads adds some, each started once, with events of their own.
func (g *maker) threads() {
	starters := len(g.p.Events)
	for i := range 1 + g.Intn(2) {
		g.p.Threads = append(g.p.Threads, Thread{Work: g.Intn(3) == 0})
		start := Action{Start, i}
		switch k := g.Intn(8); {
		case k == 0:
			g.p.Startup = append(g.p.Startup, start)
		case k < 3 && i > 0:
			insert(g.Rand, &g.p.Threads[i-1].Body, start)
		default:
			insert(g.Rand, &g.p.Events[g.Intn(starters)].Body, start)
		}
		for range 1 + g.Intn(2) {
			e := Event{Kind: trace.Posted, Prio: int32(g.Intn(2))}
			if g.Intn(6) == 0 {
				e.Kind = trace.Timer
			}
			do := Post
			if e.Kind == trace.Posted && g.Intn(4) == 0 {
				do = Call
			}
			insert(g.Rand, &g.p.Threads[i].Body, Action{do, len(g.p.Events)})
			g.p.Events = append(g.p.Events, e)
		}
	}
}

// called are the events that a thread waits for.
func (p *Program) called() map[int]bool {
	list := map[int]bool{}
	for _, t := range p.Threads {
		for _, a := range t.Body {
			if a.Do == Call {
				list[a.Arg] = true
			}
		}
	}
	return list
}

// threadsRun reports whether a thread has something left to do.
func (m *machine) threadsRun(s *state) bool {
	return slices.ContainsFunc(s.threads[:], func(at int8) bool { return at != threadNone })
}

// start lets a thread begin. One without a body has come to its end by then.
func (m *machine) start(s *state, t int, by trace.ThreadID) {
	th := &m.p.Threads[t]
	op := trace.Op{Kind: trace.Enq, Event: m.startEvent(t), Level: trace.NoLevel, Loop: trace.NoLoop, Thread: by}
	if !th.Work {
		op.EventKind = trace.Env
		op.Attrs = []trace.Attr{{Key: "starts", Value: fmt.Sprint(number(t))}}
	}
	m.emit(op)
	if len(th.Body) > 0 {
		s.threads[t] = 0
	}
}

func (m *machine) startEvent(t int) trace.EventID { return trace.EventID(len(m.p.Events) + t) }

func number(t int) trace.ThreadID { return trace.ThreadID(t + 1) }

// goOnThreads are the states that one action of a thread leads to.
func (m *machine) goOnThreads(s *state, yield func(state)) {
	for t := range m.p.Threads {
		if s.threads[t] == threadNone || m.threadWaits(s, t) {
			continue
		}
		c := s.copy()
		m.threadGoesOn(&c, t)
		yield(c)
	}
}

func (m *machine) threadGoesOn(s *state, t int) {
	th, at := &m.p.Threads[t], int(s.threads[t])
	tell := func(kind trace.Kind) {
		if th.Work {
			m.emit(trace.Op{Kind: kind, Event: m.startEvent(t), Loop: trace.NoLoop, Thread: number(t)})
		}
	}
	if at == 0 && s.called>>t&1 == 0 {
		tell(trace.Deq)
	}
	switch a := th.Body[at]; {
	case a.Do == Start:
		m.start(s, a.Arg, number(t))
	case s.called>>t&1 != 0:
		s.called &^= 1 << t
		m.emit(trace.Op{Kind: trace.Join, Event: trace.EventID(a.Arg), Level: trace.NoLevel, Loop: trace.NoLoop, Thread: number(t)})
	default:
		m.post(s, a.Arg, 0, number(t))
		if a.Do == Call {
			s.called |= 1 << t
			return
		}
	}
	if s.threads[t] = int8(at + 1); at+1 == len(th.Body) {
		s.threads[t] = threadNone
		tell(trace.End)
	}
}

// threadWaits: the handler that it waits for has not ended.
func (m *machine) threadWaits(s *state, t int) bool {
	if s.called>>t&1 == 0 {
		return false
	}
	e := m.p.Threads[t].Body[s.threads[t]].Arg
	last := m.first[e]
	for _, a := range m.p.Events[e].Body {
		if a.Do == Spin {
			last++
		}
	}
	return s.ran>>last&1 == 0 || slices.ContainsFunc(s.frames, func(f frame) bool { return int(f.event) == e })
}
