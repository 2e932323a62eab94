package filter

import (
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

// What comes of an event comes in no schedule in which that does not come: what its handler
// posts, what goes to an object that it makes, what needs something that it alone makes
// possible, and what comes of those. That is less than the order, which says of two events
// that both come: a handler that ends a loop comes after the loop has begun (R5), but may
// come without any loop, too.
type dependence struct {
	f     *Filters
	on    trace.EventID
	known map[trace.EventID]bool
}

// arming are the events that make something possible, by its name.
func (f *Filters) armingEvents() map[string][]trace.EventID {
	list := map[string][]trace.EventID{}
	for i := range f.o.Events() {
		e := &f.o.Events()[i]
		name := e.Attr("arms")
		if name == "" {
			continue
		}
		by := e.ID
		if e.Enq != order.NoOp {
			by = f.o.EventAt(e.Enq)
		}
		list[name] = append(list[name], by)
	}
	return list
}

// comesOf reports whether an event comes of another one, or is it.
func (f *Filters) comesOf(e, on trace.EventID) bool {
	d := dependence{f, on, map[trace.EventID]bool{}}
	return d.holds(e, fewPosters)
}

// holds looks so many steps back.
func (d *dependence) holds(e trace.EventID, steps int) bool {
	if e == d.on || e < 0 || steps == 0 {
		return e == d.on && e >= 0
	}
	if is, known := d.known[e]; known {
		return is
	}
	d.known[e] = false // not by itself
	is := d.any(&d.f.o.Events()[e], steps-1)
	d.known[e] = is
	return is
}

func (d *dependence) any(e *order.Event, steps int) bool {
	if d.holds(e.Poster, steps) {
		return true
	}
	if born := d.f.o.Heap().BornAt(e.ID); born != order.NoOp && d.holds(d.f.o.EventAt(born), steps) {
		return true
	}
	for _, name := range strings.Fields(e.Attr("needs")) {
		if d.all(d.f.arming[name], steps) {
			return true
		}
	}
	return false
}

func (d *dependence) all(list []trace.EventID, steps int) bool {
	for _, e := range list {
		if !d.holds(e, steps) {
			return false
		}
	}
	return len(list) > 0
}
