package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"sparseracer/internal/steer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Observation is the recording of a run, analyzed.
type Observation struct {
	*sparsehb.Result
	// Played: what the person did was played by the schedule.
	Played bool
	// Say describes a race in a line, with functions; nil: only the handlers are known.
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
	kept   map[Pair][]steer.Directive
	e      Execution
}

// conflicts are the pairs of units that any run showed to interfere. They do so in
// every run: of several writes to one place only the last one meets what comes later,
// and who came first was not removed.
type conflicts struct {
	mu   sync.Mutex
	seen map[Pair]string // with what it does; Removed: the second would remove the first
}

// Learned is one of them, to be kept.
type Learned struct {
	Pair
	Why string `json:"why"`
}

func (c *conflicts) list() []Learned {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Learned
	for p, why := range c.seen {
		out = append(out, Learned{p, why})
	}
	slices.SortFunc(out, func(a, b Learned) int { return comparePairs(a.Pair, b.Pair) })
	return out
}

func conflictsOf(list []Learned) *conflicts {
	c := &conflicts{seen: map[Pair]string{}}
	for _, l := range list {
		c.seen[l.Pair] = l.Why
	}
	return c
}

func (c *conflicts) learn(e *Execution) {
	for _, f := range e.Conflicts {
		a, b := e.Units[f.First], e.Units[f.Second]
		if !f.Removes {
			c.seen[Pair{First: min(a, b), Second: max(a, b)}] = f.Why
		}
	}
}

// newExecution looks at a recording.
func newExecution(o *Observation, known *conflicts) *Execution {
	r := &recorded{Observation: o, post: steer.NewPostponer(o.Result, o.Order), index: map[string]int{},
		events: map[string]trace.EventID{}, kept: map[Pair][]steer.Directive{}}
	r.post.Played = o.Played
	r.name()
	for i := range o.Races {
		r.race(&o.Races[i])
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	r.removals(known)
	known.learn(&r.e)
	r.others(known)
	r.e.Before = func(i, j int) bool { return r.Order.Before(r.units[i], r.units[j]) }
	r.e.Derive = r.derive
	return &r.e
}

// afterLoop and a number follow the event's label in the name of a later block.
const afterLoop = ", after its loop "

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
			name = fmt.Sprint(label, afterLoop, n-1)
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

// race adds a race that no filter takes out. Those that others cover belong to the
// class, too; they are not turned round by themselves (graph.immediate).
func (r *recorded) race(race *sparsehb.Race) {
	if race.Filtered != "" || race.Potential {
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
func (r *recorded) removals(known *conflicts) {
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
		known.seen[Pair{label, r.e.Units[by], true}] = why
		r.events[label] = x.ID
		r.e.Removals = append(r.e.Removals, Removal{By: by, Unit: label, Why: why})
		r.conflict(r.Order.BlockOf(x.Enq), r.units[by], why, false) // before it is there, nothing is removed
	}
}

// others adds the conflicts that other runs showed.
func (r *recorded) others(known *conflicts) {
	have := map[Pair]bool{}
	for _, c := range r.e.Conflicts {
		have[Pair{First: r.e.Units[c.First], Second: r.e.Units[c.Second]}] = true
	}
	for p, why := range known.seen {
		i, one := r.index[p.First]
		j, other := r.index[p.Second]
		if i > j && !p.Removed {
			i, j = j, i
		}
		if one && other && i < j && (p.Removed || !have[Pair{First: r.e.Units[i], Second: r.e.Units[j]}]) {
			r.conflict(r.units[i], r.units[j], why, p.Removed)
		}
	}
	slices.SortStableFunc(r.e.Conflicts, func(a, b Conflict) int {
		return cmp.Or(cmp.Compare(b.Second, a.Second), cmp.Compare(b.First, a.First), cmp.Compare(a.Why, b.Why))
	})
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
	case x.Kind == trace.Posted && remover.Kind == trace.Posted && remover.Prio >= x.Prio && remover.Enq < x.Enq &&
		(r.Order.BlockOf(remover.Enq) == enq || r.Order.Before(r.Order.BlockOf(remover.Enq), enq)):
		return false // queued behind it
	}
	return true
}

// derive makes the schedule of a neighbour: what its parent ran under, the events of
// the pair the other way round, and, as long as there is room, the other conflicts as
// they were.
func (r *recorded) derive(parent, n *Plan) (*steer.Schedule, error) {
	first, second := r.units[r.index[n.First]], sparsehb.NoBlock
	removed := trace.NoEvent
	if n.Removal {
		removed = r.events[n.Second]
	} else {
		second = r.units[r.index[n.Second]]
		removed = r.Order.Blocks()[second].Event
	}
	turned, err := r.post.Reversal(first, second, removed)
	if err != nil {
		return nil, err
	}
	needed, err := parent.Schedule.Needed().With(turned)
	if err != nil {
		return nil, err
	}
	needed.Goal = steer.Goal{Use: r.post.Label(r.Order.Blocks()[first].Event), Free: r.post.Label(removed)}
	s := needed
	for _, keep := range r.keepers(n) {
		more, err := s.With(keep)
		if err == nil {
			more, err = more.With(turned)
		}
		if err != nil {
			break // it is full
		}
		s = more
	}
	return s, nil
}

// keepers hold the other conflicts as they are to come, those next to the pair first.
func (r *recorded) keepers(n *Plan) [][]steer.Directive {
	far := func(p Pair) int {
		at, known := r.index[p.First]
		if !known {
			at = n.Match
		}
		return max(at-n.Match, n.Match-at)
	}
	slices.SortStableFunc(n.others, func(a, b Pair) int { return far(a) - far(b) })
	var out [][]steer.Directive
	for _, p := range n.others {
		if list := r.keeper(p); len(list) > 0 {
			out = append(out, list)
		}
	}
	return out
}

// keeper lets the second of two units wait for the first; nothing where that cannot be
// steered. The units may have come the other way round in this run.
func (r *recorded) keeper(p Pair) []steer.Directive {
	list, made := r.kept[p]
	if !made {
		first, some := r.index[p.First]
		second, others := r.index[p.Second]
		if some && others {
			holds, err := r.post.Reversal(r.units[second], r.units[first], trace.NoEvent)
			if err == nil {
				list = steer.Perhaps(holds)
			}
		}
		r.kept[p] = list
	}
	return list
}
