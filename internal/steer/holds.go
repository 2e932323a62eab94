package steer

import (
	"cmp"
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// plan is what a schedule asks for: events to hold until the free has ended, the
// one that ends the use's wait first; or, for a loop that nothing ends, the timers
// that are to be due before the use's handler turns it.
type plan struct {
	held []*sparsehb.Event
	loop int // the use's loop-th, from 1; 0: no lingering
	due  []*sparsehb.Event
	// later is an input that is played only after the free has ended.
	later *sparsehb.Event
}

// plan derives it. A race that was seen in the bad order already needs nothing
// where nothing can be derived: the recorded order is possible.
func (d *derivation) plan() (plan, error) {
	if !d.race.Observed {
		return d.planInLoops()
	}
	if err := d.needsInput(nil); err != nil {
		return plan{}, err
	}
	p, err := d.planInLoops()
	if d.free.Deq < d.use.Deq {
		p, err = d.holdsFor(d.use, nil) // the free ran before the use's handler began
	}
	if err != nil {
		return plan{}, nil
	}
	return p, nil
}

// planInLoops takes the first of several loops before the use (inTurn) that has a
// schedule; with nthLoop the next ones of those.
func (d *derivation) planInLoops() (plan, error) {
	loops := d.loops()
	if len(loops) == 0 {
		return d.holdsFor(d.use, nil)
	}
	loops = inTurn(loops)
	var first error
	fit := 0
	for _, v := range loops {
		p, err := d.planForLoop(v)
		if err == nil && fit == d.opt.nthLoop {
			d.loop = v
			return p, nil
		}
		if err == nil {
			fit++
		}
		if first == nil {
			first = err
		}
	}
	if fit > 0 {
		first = errNoOtherLoop
	}
	return plan{}, first
}

// inTurn sorts loops, the race's own first, into the order in which they are tried. What something ends can be
// kept open for sure. The others only take longer: of these comes first the earliest, for the most turns are left
// in it, then the race's own, for what its handler is at there, an element of a list that it goes through, it is
// at in no other.
func inTurn(loops []*sparsehb.Loop) []*sparsehb.Loop {
	own := loops[0]
	var open, turned []*sparsehb.Loop
	for _, v := range loops {
		if v.Reset != sparsehb.NoOp {
			open = append(open, v)
		} else {
			turned = append(turned, v)
		}
	}
	slices.SortFunc(turned, func(a, b *sparsehb.Loop) int { return cmp.Compare(a.Pause, b.Pause) })
	if i := slices.Index(turned, own); i > 1 {
		turned = slices.Insert(slices.Delete(turned, i, i+1), 1, own)
	}
	return append(open, turned...)
}

// loops lists where the free may slip in: the race's own loop, then the other
// loops of the use's handler that end before the use and begin after the
// allocation, latest first. Empty: a plain handler.
func (d *derivation) loops() []*sparsehb.Loop {
	own := d.race.Loop
	if own < 0 || int(own) >= len(d.res.Loops) {
		return nil
	}
	list := []*sparsehb.Loop{&d.res.Loops[own]}
	for i := len(d.use.Loops) - 1; i >= 0; i-- {
		g := d.use.Loops[i]
		if g == own || g < 0 || int(g) >= len(d.res.Loops) {
			continue
		}
		v := &d.res.Loops[g]
		if v.Resume == sparsehb.NoOp || v.ResumeBlock > d.race.First.Block {
			continue
		}
		if a := d.race.Alloc; a != nil && a.Op > v.Pause && a.Event == d.use.ID {
			continue
		}
		list = append(list, v)
	}
	return list
}

func (d *derivation) planForLoop(v *sparsehb.Loop) (plan, error) {
	bf := d.race.Second.Block
	switch {
	case v.ResumeBlock != sparsehb.NoBlock && (v.ResumeBlock == bf || d.o.Before(v.ResumeBlock, bf)):
		return plan{}, infeasible("the free comes after the loop the use waits in, in every order")
	case d.free.Deq < v.Pause:
		return plan{}, unsupported("the freeing handler had started before the loop the use waits in")
	case v.Reset == sparsehb.NoOp && d.broughtAbout(v):
		return plan{}, d.needsInput(v)
	case v.Reset == sparsehb.NoOp:
		return d.linger(v)
	}
	r := d.event(v.Resetter)
	if r == nil {
		return plan{}, unsupported("the loop the use waits in was ended by another thread or outside every handler")
	}
	if source := d.source(r, v); source != nil {
		if p, err := d.holdsFor(source, v); err == nil {
			return p, nil
		}
	}
	return d.holdsFor(r, v)
}

// source is what inside v began the chain of posted events that ends with r, if a call
// brings the free about: a timer, or what comes from outside. The call is a posted event,
// too, and those keep their turn: one that is held keeps the call out.
func (d *derivation) source(r *sparsehb.Event, v *sparsehb.Loop) *sparsehb.Event {
	if d.opt.CloseBy.Path == "" || r.Kind != trace.Posted {
		return nil
	}
	e := r
	for e != nil && e.Kind == trace.Posted && e.Deq > v.Pause {
		e = d.event(e.Poster)
	}
	if e == nil || e.Deq < v.Pause || e.Kind != trace.Timer && !outside(e) {
		return nil
	}
	return e
}

// linger lets the use's handler wait before it turns v, which nothing ends (it
// processes what is there and is over), for the timers that bring the free about.
func (d *derivation) linger(v *sparsehb.Loop) (plan, error) {
	if err := d.needsInput(v); err != nil {
		return plan{}, err
	}
	p := plan{loop: 1 + slices.IndexFunc(d.use.Loops, func(g trace.LoopID) bool { return &d.res.Loops[g] == v })}
	for i := range d.res.Events {
		e := &d.res.Events[i]
		ahead := e == d.free || d.begins(e, d.race.Second.Block)
		if e.Kind == trace.Timer && ahead && e.Deq != sparsehb.NoOp && e.Deq > v.Pause && d.recognisable(e) == nil {
			p.due = append(p.due, e)
		}
	}
	// What is started once the handler has begun to wait is no timer that it could wait for before.
	started := func(e *sparsehb.Event) bool { return e.Enq == sparsehb.NoOp || e.Enq < v.Pause }
	if r := d.awaitedIn(v); r != nil && !slices.ContainsFunc(p.due, started) {
		return d.holdsFor(r, v)
	}
	if p.loop == 0 || len(p.due) == 0 {
		no := unsupported("the loop the use waits in ends by itself, and no timer brings the free about")
		no.driver = d.opt.Driven
		return plan{}, no
	}
	if len(p.due) > untilMax {
		return plan{}, unsupported("%d timers bring the free about, at most %d can be waited for", len(p.due), untilMax)
	}
	return p, nil
}

// holdsFor holds r and what may not overtake it; v is nil for a plain handler.
func (d *derivation) holdsFor(r *sparsehb.Event, v *sparsehb.Loop) (plan, error) {
	bf := d.race.Second.Block
	switch {
	case !d.begins(r, bf):
	case v == nil || r == d.free:
		return plan{}, infeasible("the free needs %s first, which %s", d.about(r), roleOf(v))
	default: // a loop is over only when those inside it are, and what r brings about may come in one of these
		return plan{}, unsupported("the free needs %s first, which %s: it takes another loop that is open inside that one then", d.about(r), roleOf(v))
	}
	if err := d.needsInput(v); err != nil {
		return plan{}, err
	}
	switch {
	case r.Kind == trace.Input || isCall(r):
		if d.opt.Played {
			return d.playLater(r)
		}
		if d.opt.Driven {
			return plan{}, besideDriver("%s %s; a driver's input is not held", d.about(r), roleOf(v))
		}
		if d.input(r, nil) == nil {
			return plan{}, unsupported("%s %s, and the recording does not describe it", d.about(r), roleOf(v))
		}
		return plan{}, d.recognisable(r) // it is played after the free
	case r.Kind == trace.Posted || r.Kind == trace.Timer || outside(r):
	case r.Kind == trace.Deferred:
		return plan{}, unsupported("%s %s; deferred deletes are not held", d.about(r), roleOf(v))
	default:
		return plan{}, unsupported("%s %s; what can be held are posted events, timers and socket notifiers", d.about(r), roleOf(v))
	}
	if d.opt.Driven && d.leftBefore(r) != nil {
		return plan{}, besideDriver("a person has to leave the dialog behind which the free lies, and a driver does not")
	}
	if err := d.recognisable(r); err != nil {
		return plan{}, err
	}
	held, err := d.followers(r)
	return plan{held: held}, err
}

// outside: what other threads or the system bring to a loop: by Qt's socket notifiers, to
// libuv's or GLib's; and the closing of libuv's handles. The runtime knows how to be late
// with each of them, and a pool's thread with its task. The answers to requests of a stream of libuv's, and processes' ends,
// are left out.
func outside(e *sparsehb.Event) bool {
	switch name := e.Attr("type"); name {
	case "SockAct", "task", "frame",
		"uv_close", "uv_async_send", "uv_queue_work", "uv_read_start", "uv_udp_recv_start", "uv_poll_start",
		"uv_getaddrinfo", "uv_getnameinfo", "uv_random",
		"g_idle_add", "g_source_attach", "g_child_watch_add", "g_unix_signal_add", "g_io_add_watch", "g_unix_fd_add":
		return true
	case "uv_fs_event_start", "uv_fs_poll_start":
		return false
	default:
		return strings.HasPrefix(name, "uv_fs_")
	}
}

func roleOf(v *sparsehb.Loop) string {
	if v == nil {
		return "is the use's own handler"
	}
	return "ends the loop the use waits in"
}

// needsInput refuses what only input of a person brings about that the recording
// does not describe.
func (d *derivation) needsInput(v *sparsehb.Loop) error {
	if d.opt.Driven {
		return nil
	}
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if !d.personal(e) || d.input(e, nil) != nil {
			continue
		}
		if d.begins(e, d.race.Second.Block) {
			return unsupported("the free needs recorded input (%s), which the recording does not describe", d.about(e))
		}
		if v != nil && d.begins(e, v.PauseBlock) || v == nil && d.begins(e, d.use.FirstBlock) {
			return unsupported("the use needs recorded input (%s), which the recording does not describe", d.about(e))
		}
	}
	return nil
}

// personal: a person did it, or another program by a D-Bus call. Recorders give no label to window-system events
// that come by themselves (expose, geometry); a pointer that happens to be
// over a window enters and leaves it unasked.
func (d *derivation) personal(e *sparsehb.Event) bool {
	kind := strings.ToLower(e.Attr("type"))
	if kind == "mouse" && e.Attr("action") == "" && e.Attr("input") == "" {
		return false // a pointer on its way
	}
	return (e.Kind == trace.Input || isCall(e)) && d.label(e) != "" && kind != "enter" && kind != "leave"
}

// isCall: somebody asked for it by D-Bus.
func isCall(e *sparsehb.Event) bool {
	in := Input{Kind: e.Attr("input")}
	return in.byBus()
}

// holdsMax is how many holds the runtime has room for.
const holdsMax = steering.MostHolds

// followers gives r and every event that must stay behind it while it is held:
//   - posted events that r precedes, were delivered before the free and are not
//     caused by r (those do not exist while r is held): the queue is FIFO;
//   - timers that the timer rule puts behind a held timer;
//   - of a held socket notifier all that comes by it later: the runtime leaves it out of
//     what is polled.
//
// If the free needs one of the last two, the bad order is none the loop can have.
func (d *derivation) followers(r *sparsehb.Event) ([]*sparsehb.Event, error) {
	if v := d.emptiedBefore(r); v != nil {
		return nil, infeasible("%s is in the queue when %s begins, which delivers it, and the free comes after that", d.about(r), v.Attr("what"))
	}
	if n := d.answeredBefore(r); n != nil {
		return nil, infeasible("%s is sent before the work is done that %s answers, so it comes in the same look of the loop, and the free comes after that", d.about(r), d.about(n))
	}
	held := []*sparsehb.Event{r}
	for i := range d.res.Events {
		e := &d.res.Events[i]
		if e != r && e.Kind == trace.Posted && d.follows(r, e) {
			held = append(held, e)
		}
	}
	taken := map[trace.EventID]bool{}
	for _, e := range held {
		taken[e.ID] = true
	}
	for n := 0; n < len(held); n++ {
		for i := range d.res.Events {
			t := &d.res.Events[i]
			if taken[t.ID] || t.FirstBlock == sparsehb.NoBlock {
				continue
			}
			if bySame(held[n], t) && d.begins(t, d.race.Second.Block) {
				return nil, infeasible("%s comes by the same notifier after the one that is held, and the free needs it", d.about(t))
			}
			if !timerForced(d.o, held[n], t) {
				continue
			}
			if d.begins(t, d.race.Second.Block) {
				return nil, infeasible("%s cannot fire before %s, and the free needs it", d.about(t), d.about(held[n]))
			}
			taken[t.ID] = true
			if t.Enq < d.race.Second.Op && !d.caused(r, t) && d.recognisable(t) == nil {
				held = append(held, t)
			}
		}
	}
	if len(held) > holdsMax {
		held = held[:holdsMax] // the runtime keeps later followers by itself
	}
	slices.SortStableFunc(held[1:], func(a, b *sparsehb.Event) int { return cmp.Compare(a.Enq, b.Enq) })
	return held, nil
}

// emptiedBefore is a processEvents that starts after its thread has posted r, and is over before the free comes. By R32 it
// delivers r, under GLib's dispatcher too, unless a source of a higher priority takes its place there.
func (d *derivation) emptiedBefore(r *sparsehb.Event) *sparsehb.Loop {
	if r.Kind != trace.Posted || r.Enq == sparsehb.NoOp || r.From != r.Thread || d.race.Second.Block == sparsehb.NoBlock {
		return nil
	}
	at, bf := d.o.BlockOf(r.Enq), d.race.Second.Block
	for i := range d.res.Loops {
		v := &d.res.Loops[i]
		if !v.Empties() || v.Pause < r.Enq || v.ResumeBlock == sparsehb.NoBlock || v.Resume > d.race.Second.Op {
			continue
		}
		if (at == v.PauseBlock || d.o.Before(at, v.PauseBlock)) && (v.ResumeBlock == bf || d.o.Before(v.ResumeBlock, bf)) {
			return v
		}
	}
	return nil
}

// answeredBefore is an answer to work that was done after r was sent, and which is over before the free comes in a later
// phase of libuv's iteration: the look that brings the answer brings r.
func (d *derivation) answeredBefore(r *sparsehb.Event) *sparsehb.Event {
	free, bf := d.free, d.race.Second.Block
	if !r.IsSend() || r.Enq == sparsehb.NoOp || free == nil || !free.OutsideLooks() || bf == sparsehb.NoBlock {
		return nil
	}
	n := sparsehb.AnswerTo(d.res.Events, r)
	if n == nil || n.FirstBlock == sparsehb.NoBlock || n.Thread != r.Thread || !d.o.Before(n.LastBlock, bf) {
		return nil
	}
	return n
}

// bySame: b comes by the socket notifier that brought a, after it.
func bySame(a, b *sparsehb.Event) bool {
	return a.Kind == trace.Socket && b.Kind == trace.Socket && a.Deq < b.Deq && a.Attr("needs") != "" && a.Attr("needs") == b.Attr("needs")
}

func (d *derivation) follows(r, e *sparsehb.Event) bool {
	return e.FirstBlock != sparsehb.NoBlock && e.Deq < d.race.Second.Op &&
		d.o.Before(r.FirstBlock, e.FirstBlock) && !d.caused(r, e) &&
		!d.begins(e, d.race.Second.Block) && d.recognisable(e) == nil
}

// caused: e is enqueued by r or by something that comes after r.
func (d *derivation) caused(r, e *sparsehb.Event) bool {
	return e.Enq != sparsehb.NoOp && d.begins(r, d.o.BlockOf(e.Enq))
}
