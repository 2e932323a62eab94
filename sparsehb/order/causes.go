package order

import (
	"strconv"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// What other threads do because a handler had them do it, for RB. An event that a
// thread enqueues has a cause, another event:
//   - the one whose handler the thread runs, if that was enqueued, by whomever: a
//     message to the thread, a piece of work given to a pool;
//   - else the start of the thread: an event of its own that is never delivered, whose
//     enq, by the thread that starts it, has the attribute `starts` with its number.
//     Its drop says that there is no thread after all.
//
// What a thread that serves all who ask enqueues (D-Bus, GLib's own) has none: whatever
// wakes it up, it hands on what has come from outside by then.
//
// Causes were enqueued before what they cause, so they make trees. The innermost
// handler alone counts: in another run it may come outside of those that wait below.

// doing is a handler that a thread runs, and the last handler elsewhere that it waited for.
type doing struct{ event, waited trace.EventID }

func (st *threadState) waitedFor(e trace.EventID) {
	if n := len(st.doing); n > 0 {
		st.doing[n-1].waited = e
	} else {
		st.waited = e
	}
}

func (sk *collector) noteCause(e *Event, st *threadState) {
	e.Called = st.waited
	if n := len(st.doing); n > 0 {
		e.Under, e.Called = st.doing[n-1].event, st.doing[n-1].waited
	}
	if e.Under >= 0 && sk.events[e.Under].Enq != NoOp {
		e.Cause = e.Under
	} else if start, known := sk.starts[e.From]; known {
		e.Cause = start
	}
	if t, is := e.StartOf(); is {
		if _, again := sk.starts[t]; !again {
			sk.starts[t] = e.ID
		}
	}
}

// StartOf returns the thread whose start an event is.
func (e *Event) StartOf() (trace.ThreadID, bool) {
	text := e.Attr("starts")
	if text == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 32)
	return trace.ThreadID(n), err == nil
}

func (sk *skeleton) noStart(e *Event) {
	if t, is := e.StartOf(); is && sk.starts[t] == e.ID {
		delete(sk.starts, t)
	}
}

// shared are the threads that serve whoever asks: which handler starts one may be
// another one in another run.
func (sk *skeleton) shared() map[trace.ThreadID]bool {
	found := map[trace.ThreadID]bool{}
	for i := range sk.events {
		if e := &sk.events[i]; e.Enq != NoOp && e.From != sk.main && (pooled(e) || serves(e)) {
			found[e.From] = true
		}
	}
	return found
}

// findBegun fills in, for each event, what the main thread enqueued that made another
// thread enqueue it, for RB: its cause, or that one's, and so on. Each event is gone
// through once: those on the way get the same answer.
func (sk *skeleton) findBegun() {
	sk.serving = sk.shared()
	known := make([]bool, len(sk.events))
	var way []trace.EventID
	for i := range sk.events {
		way = way[:0]
		e, begun := trace.EventID(i), trace.NoEvent
		for !known[e] {
			way = append(way, e)
			c := sk.events[e].Cause
			if sk.events[e].From == sk.main || c < 0 || sk.sharedStart(sk.serving, c) || serves(&sk.events[e]) {
				break
			}
			if sk.events[c].From == sk.main {
				begun = c
				break
			}
			e = c
		}
		if known[e] {
			begun = sk.events[e].Begun
		}
		for _, w := range way {
			sk.events[w].Begun, known[w] = begun, true
		}
	}
}

func (sk *skeleton) sharedStart(shared map[trace.ThreadID]bool, cause trace.EventID) bool {
	t, is := sk.events[cause].StartOf()
	return is && shared[t]
}

func serves(e *Event) bool { return system.ServiceThread(e.Attr("poster")) }

func pooled(e *Event) bool { return system.PoolThread(e.Attr("poster")) }
