package randomtrace

import (
	"fmt"

	"sparseracer/internal/trace"
)

// What random programs do to their environment: timers are started and stopped,
// receivers created and freed, windows shown and hidden.

// timer gives a firing the timer it belongs to: several firings are of one.
func (g *gen) timer(e trace.EventID) []trace.Attr {
	times := [][2]string{{"precise", "10"}, {"precise", "20"}, {"coarse", "15"}, {"coarse", "30"}, {"coarse", "1000"}, {"verycoarse", "1000"}, {"", ""}}
	t := times[g.Intn(len(times))]
	return []trace.Attr{{Key: "timer", Value: fmt.Sprint(int(e) % 5)}, {Key: "timertype", Value: t[0]}, {Key: "interval", Value: t[1]}}
}

const (
	places    = 4
	placeSize = 64
)

// receiver is the object that an event is delivered to, often none.
func (g *gen) receiver() []trace.Attr {
	if g.Intn(4) > 0 {
		return nil
	}
	at := (1+g.Intn(places))*placeSize + 8*g.Intn(8)
	return []trace.Attr{{Key: "object", Value: fmt.Sprintf("0x%x", at)}}
}

func (g *gen) armable() string {
	kinds := []string{"shown", "armed", "pressed", "active"}
	return fmt.Sprintf("%s:%d", kinds[g.Intn(len(kinds))], g.Intn(2))
}

// arrange does something to the environment, or nothing.
func (g *gen) arrange() {
	addr := uint64(1+g.Intn(places)) * placeSize
	switch g.Intn(8) {
	case 0:
		g.emit(trace.Op{Kind: trace.Alloc, Addr: addr, Size: placeSize})
	case 1:
		g.emit(trace.Op{Kind: trace.Free, Addr: addr})
	case 2:
		e := g.newEvent()
		thread := trace.ThreadID(0)
		if g.Intn(10) == 0 {
			thread = 1
		}
		g.emit(trace.Op{Kind: trace.Enq, Event: e, EventKind: trace.Env, Level: trace.NoLevel, Thread: thread,
			Attrs: []trace.Attr{{Key: "arms", Value: g.armable()}}})
		if g.Intn(3) == 0 {
			g.shown = append(g.shown, e)
		} else if g.Intn(3) == 0 {
			g.emit(trace.Op{Kind: trace.Drop, Event: e})
		}
	case 3:
		if n := len(g.shown); n > 0 {
			g.emit(trace.Op{Kind: trace.Drop, Event: g.shown[n-1]})
			g.shown = g.shown[:n-1]
		}
	case 4:
		if i := g.other(); i >= 0 && g.queue[i].kind == trace.Timer {
			g.emit(trace.Op{Kind: trace.Drop, Event: g.queue[i].id})
			g.queue = append(g.queue[:i:i], g.queue[i+1:]...)
		}
	case 5:
		g.startThread()
	case 6:
		g.message()
	default:
		g.emit(trace.Op{Kind: trace.Read, Addr: 16, Size: 1})
	}
}
