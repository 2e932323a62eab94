package semantics

import (
	"math/rand"

	"sparseracer/internal/trace"
)

// Start-up code that spins loops: it is the handler of an event, main, which is there
// when the program begins and comes from nowhere. Its loops run below no handler and not
// below the default one, which begins when main ends: what waits then is delivered there,
// and what came from outside might have come in a loop of main as well.

const mainEvent = 0

// NewStartup makes a random program whose start-up code spins loops.
func NewStartup(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind, MainSpins: true}}
	g.events()
	g.mainFirst()
	g.loops()
	for range 1 + g.Intn(2) {
		insert(g.Rand, &g.p.Events[mainEvent].Body, Action{Spin, g.p.Loops})
		insert(g.Rand, &g.p.Events[1+g.Intn(len(g.p.Events)-1)].Body, Action{Reset, g.p.Loops})
		g.p.Loops++
	}
	g.object()
	if g.Intn(2) == 0 {
		insert(g.Rand, &g.p.Events[mainEvent].Body, Action{Do: Use})
	}
	return g.p
}

// mainFirst puts main before all events; it does what start-up code did.
func (g *maker) mainFirst() {
	main := Event{Kind: trace.Env, Body: g.p.Startup}
	g.p.Startup = nil
	g.p.Events = append([]Event{main}, g.p.Events...)
	for i := range g.p.Events {
		for j := range g.p.Events[i].Body {
			if a := &g.p.Events[i].Body[j]; a.Do == Post {
				a.Arg++
			}
		}
	}
}

// beginMain is the state in which main runs its first block.
func (m *machine) beginMain(s *state) {
	s.frames, s.ran = nil, 0
	m.emit(trace.Op{Kind: trace.Deq, Event: mainEvent, EventKind: trace.Env, Loop: trace.NoLoop})
	m.run(s, frame{event: mainEvent, loop: nobody, block: int8(m.first[mainEvent])})
}

// endMain goes on with the default loop.
func (m *machine) endMain(s *state) {
	m.emit(trace.Op{Kind: trace.EnterLoop, Event: trace.NoEvent, Loop: trace.NoLoop})
	s.frames, s.ran = append(s.frames, frame{event: nobody, loop: nobody}), s.ran|1
}
