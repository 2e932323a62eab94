package explore

import (
	"fmt"
	"strconv"
	"sync"

	"sparseracer/internal/steer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Observation is the recording of a run, analyzed.
type Observation struct {
	*sparsehb.Result
	// Say tells a race in a line, with functions; nil: only the handlers are known.
	Say func(*sparsehb.Race) string
}

// recorded makes an Execution of a recording: its units are blocks, its conflicts the
// races that nothing else decides.
type recorded struct {
	*Observation
	post   *steer.Postponer
	units  []sparsehb.BlockID // by index of Units
	index  map[string]int
	events map[string]trace.EventID // that were removed, by name
	e      Execution
}

// removers are what was seen to remove what, in any run: where the other one came
// first, the two are in conflict all the same.
type removers struct {
	mu   sync.Mutex
	seen map[Pair]string // with what it does
}

// newExecution looks at a recording.
func newExecution(o *Observation, known *removers) *Execution {
	r := &recorded{Observation: o, post: steer.NewPostponer(o.Result, o.Order), index: map[string]int{},
		events: map[string]trace.EventID{}}
	r.name()
	for i := range o.Races {
		r.race(&o.Races[i])
	}
	r.removals(known)
	r.e.Before = func(i, j int) bool { return r.Order.Before(r.units[i], r.units[j]) }
	r.e.Derive = r.derive
	return &r.e
}

// name gives the blocks of events that other runs would recognise their names.
func (r *recorded) name() {
	nth := map[trace.EventID]int{}
	labels := map[trace.EventID]string{}
	for b, block := range r.Order.Blocks() {
		if block.Event == trace.NoEvent {
			continue
		}
		label, known := labels[block.Event]
		if !known {
			label = r.post.Label(block.Event)
			labels[block.Event] = label
		}
		nth[block.Event]++
		if label == "" {
			continue
		}
		name := label
		if n := nth[block.Event]; n > 1 {
			name = fmt.Sprintf("%s, after its loop %d", label, n-1)
		}
		r.index[name] = len(r.units)
		r.units = append(r.units, sparsehb.BlockID(b))
		r.e.Units = append(r.e.Units, name)
	}
}

func (r *recorded) unitOf(b sparsehb.BlockID) (int, bool) {
	lo, hi := 0, len(r.units)
	for lo < hi {
		if mid := (lo + hi) / 2; r.units[mid] < b {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(r.units) && r.units[lo] == b
}

// race adds a race that no filter takes out and no other one covers.
func (r *recorded) race(race *sparsehb.Race) {
	if race.Filtered != "" || race.Coverage == sparsehb.Covered || race.Potential {
		return
	}
	first, second := race.First.Block, race.Second.Block
	if first > second {
		first, second = second, first
	}
	r.conflict(first, second, r.say(race), false)
}

func (r *recorded) say(race *sparsehb.Race) string {
	if r.Say != nil {
		if s := r.Say(race); s != "" {
			return s
		}
	}
	return [...]string{"use and free of one object", "two frees of one object", "accesses to the same memory"}[race.Kind]
}

func (r *recorded) conflict(first, second sparsehb.BlockID, why string, removes bool) {
	i, one := r.unitOf(first)
	j, other := r.unitOf(second)
	if one && other && i < j && !r.Order.Before(first, second) {
		r.e.Conflicts = append(r.e.Conflicts, Conflict{First: i, Second: j, Why: why, Removes: removes})
	}
}

// removals are the events that a handler removed before they ran.
func (r *recorded) removals(known *removers) {
	known.mu.Lock()
	defer known.mu.Unlock()
	for i := range r.Events {
		x := &r.Events[i]
		label := r.post.Label(x.ID)
		if !x.Dropped || x.Drop == sparsehb.NoOp || x.Enq == sparsehb.NoOp || label == "" {
			continue
		}
		by, ok := r.unitOf(r.Order.BlockOf(x.Drop))
		if !ok || !r.mayComeFirst(x, r.units[by]) {
			continue
		}
		why := fmt.Sprintf("%s is removed by the other", r.post.About(x.ID))
		known.seen[Pair{First: label, Second: r.e.Units[by]}] = why
		r.events[label] = x.ID
		r.e.Removals = append(r.e.Removals, Removal{By: by, Unit: label, Why: why})
		r.conflict(r.Order.BlockOf(x.Enq), r.units[by], why, false) // before it is there, nothing is removed
	}
	for p, why := range known.seen {
		if i, ok := r.index[p.First]; ok {
			if j, ok := r.index[p.Second]; ok && i < j {
				r.conflict(r.units[i], r.units[j], why, true)
			}
		}
	}
}

// dueWithin is how many milliseconds a timer may have that is waited for.
const dueWithin = 1000

// mayComeFirst: the removed event could have run before the block that removed it.
func (r *recorded) mayComeFirst(x *sparsehb.Event, by sparsehb.BlockID) bool {
	remover := &r.Events[r.Order.Blocks()[by].Event]
	enq := r.Order.BlockOf(x.Enq)
	if ms, err := strconv.Atoi(x.Attr("interval")); x.Kind == trace.Timer && (err != nil || ms > dueWithin) {
		return false
	}
	switch {
	case x.Kind != trace.Posted && x.Kind != trace.Timer, enq == by, remover.Deq == sparsehb.NoOp,
		remover.FirstBlock != by: // it would have to come before an earlier part of its remover
		return false
	case x.Kind == trace.Posted && remover.Kind == trace.Posted && remover.Prio >= x.Prio && remover.Enq < x.Enq:
		return false // queued behind it
	}
	return true
}

// derive makes the schedule of a neighbour: what its parent ran under, and the events
// of the pair the other way round.
func (r *recorded) derive(parent, n *Plan) (*steer.Schedule, error) {
	first, second := r.units[r.index[n.First]], sparsehb.NoBlock
	removed := trace.NoEvent
	if n.Removal {
		removed = r.events[n.Second]
	} else {
		second = r.units[r.index[n.Second]]
		removed = r.Order.Blocks()[second].Event
	}
	holds, err := r.post.Reversal(first, second, removed)
	if err != nil {
		return nil, err
	}
	s, err := parent.Schedule.With(holds)
	if err != nil {
		return nil, err
	}
	s.Goal = steer.Goal{Use: r.post.Label(r.Order.Blocks()[first].Event), Free: r.post.Label(removed)}
	return s, nil
}
