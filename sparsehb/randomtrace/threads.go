package randomtrace

import (
	"fmt"

	"sparseracer/internal/trace"
)

// What the threads of random programs do: thread 1 was always there, others are
// started, by the loop's thread or by each other, and the last one runs handlers.
const (
	firstStarted trace.ThreadID = 2
	handling     trace.ThreadID = 99
)

// poster is the thread that posts the next event, mostly the loop's.
func (g *gen) poster() trace.ThreadID {
	switch k := g.Intn(30); {
	case k < 2:
		return 1
	case k < 6 && g.threads > 0:
		return firstStarted + trace.ThreadID(g.Intn(int(g.threads)))
	}
	return 0
}

// startThread has a thread start another one. Now and then that fails.
func (g *gen) startThread() {
	e, by := g.newEvent(), g.poster()
	g.emit(trace.Op{Kind: trace.Enq, Event: e, EventKind: trace.Env, Level: trace.NoLevel, Thread: by,
		Attrs: []trace.Attr{{Key: "starts", Value: fmt.Sprint(firstStarted + g.threads)}}})
	if g.Intn(8) == 0 {
		g.emit(trace.Op{Kind: trace.Drop, Event: e, Thread: by})
	}
	g.threads++
}

// message gives a thread with handlers an event, whose handler posts others, or starts a
// thread. Now and then its trace has no enq of it.
func (g *gen) message() {
	e := g.newEvent()
	if g.Intn(5) > 0 {
		g.emit(trace.Op{Kind: trace.Enq, Event: e, Level: trace.NoLevel, Thread: g.poster()})
	}
	g.emit(trace.Op{Kind: trace.Deq, Event: e, Thread: handling})
	for range g.Intn(3) {
		x := queued{id: g.newEvent(), prio: int32(g.Intn(g.prios))}
		g.emit(trace.Op{Kind: trace.Enq, Event: x.id, Prio: x.prio, Level: trace.NoLevel, Thread: handling})
		g.queue = append(g.queue, x)
	}
	if g.Intn(4) == 0 {
		g.emit(trace.Op{Kind: trace.Enq, Event: g.newEvent(), EventKind: trace.Env, Level: trace.NoLevel, Thread: handling,
			Attrs: []trace.Attr{{Key: "starts", Value: fmt.Sprint(firstStarted + g.threads)}}})
		g.threads++
	}
	g.emit(trace.Op{Kind: trace.End, Event: e, Thread: handling})
}
