package order

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// What a trace says about the environment, for the rules of
// RN, RC, RT, RW, RS, RP and RF: which timer a firing belongs to, what makes an event
// possible, who created its receiver. All of it comes from attributes, so that
// any recorder can say it; docs/trace-language.md has their meaning.
//
// The rule it keeps: a rule of the order must hold where its second event
// happens, whatever else does not. So an order that something else might take
// away is concluded only where that something comes later in every schedule. A
// timer that may be stopped before it fires precedes nothing; a window that
// either of two handlers may show first was shown by neither. Whether it is so
// depends on the order itself: the rules look at the order that a pass found, and
// only ever find more.
type environment struct {
	arms      []arming                        // by number
	needs     map[trace.EventID][]int32       // by event: the armings it needs
	made      []BlockID                       // by event: the block that allocated its receiver
	receivers bool                            // some event has such a block
	refires   map[trace.EventID]trace.EventID // by event: the firing of its timer before it
	due       []firstFiring                   // in the order of their enqs, delivered ones only
	first     map[trace.EventID]int32         // by event: its number in due
	alike     map[DueTime][]int               // by due time: numbers in due
	times     []DueTime                       // the keys of alike
}

// arming is all that makes one thing possible (attribute arms): a window shown,
// a notifier enabled, a button pressed.
type arming struct {
	rule   ruleID
	blocks []BlockID // where, in trace order; those taken back in their block left out
	known  bool      // no other thread did it, nor a loop's own code
	sure   bool      // the first comes before all the others
}

// firstFiring is the first firing of a timer.
type firstFiring struct {
	event trace.EventID
	due   DueTime
	ends  []BlockID // where the timer was stopped or its receiver freed
	sure  bool      // all of that comes after the firing
}

// armRules are the rules by the kind of what is armed, the part of its name
// before the colon.
var armRules = map[string]ruleID{"shown": ruleRW, "armed": ruleRS, "pressed": ruleRP, "active": ruleRF}

// learn gathers the environment once the blocks are known.
func (o *Order) learn() *environment {
	sk := o.sk
	n := len(sk.events)
	env := &environment{needs: map[trace.EventID][]int32{}, made: make([]BlockID, n), refires: map[trace.EventID]trace.EventID{},
		first: map[trace.EventID]int32{}, alike: map[DueTime][]int{}}
	number := map[string]int32{}
	for i := range sk.events {
		env.made[i] = NoBlock
		if name := sk.events[i].Attr("arms"); name != "" {
			o.arm(env, number, name, &sk.events[i])
		}
	}
	for i := range env.arms {
		slices.Sort(env.arms[i].blocks)
	}
	for i := range sk.events {
		e := &sk.events[i]
		if e.FirstBlock == NoBlock {
			continue
		}
		for _, name := range strings.Fields(e.Attr("needs")) {
			if a, known := number[name]; known {
				env.needs[e.ID] = append(env.needs[e.ID], a)
			}
		}
		if born := sk.heap.BornAt(e.ID); born != NoOp {
			env.made[i] = o.BlockOf(born)
			env.receivers = true
		}
	}
	o.firings(env)
	return env
}

// arm takes one event that arms. What is taken back in the block that did it
// was never there: nothing else can run in between.
func (o *Order) arm(env *environment, number map[string]int32, name string, e *Event) {
	kind, _, _ := strings.Cut(name, ":")
	rule, known := armRules[kind]
	if !known {
		return
	}
	i, again := number[name]
	if !again {
		i = int32(len(env.arms))
		number[name] = i
		env.arms = append(env.arms, arming{rule: rule, known: true})
	}
	a, b := &env.arms[i], o.sk.about[e.ID].enq
	if e.Enq == NoOp {
		b = e.FirstBlock
	}
	switch {
	case b == NoBlock:
		a.known = false
	case e.Drop != NoOp && o.BlockOf(e.Drop) == b:
	default:
		a.blocks = append(a.blocks, b)
	}
}

// firing is the last one of a timer so far, and the place of the first one in
// environment.due, -1 if it is not there.
type firing struct {
	event trace.EventID
	first int32
}

// firings strings the firings of each timer together, those whose attribute
// `timer` is the same, in the order of their enqs, and finds the first ones.
func (o *Order) firings(env *environment) {
	last := make(map[string]firing, len(o.sk.timers))
	for _, id := range o.sk.timers {
		e := &o.sk.events[id]
		timer := e.Attr("timer")
		p, again := last[timer]
		now := firing{id, -1}
		switch {
		case again:
			env.refires[id], now.first = p.event, p.first
		case e.FirstBlock != NoBlock && o.sk.about[id].enq != NoBlock:
			if due, ok := DueTimeOf(e); ok {
				now.first, env.first[id] = int32(len(env.due)), int32(len(env.due))
				if env.alike[due] == nil {
					env.times = append(env.times, due)
				}
				env.alike[due] = append(env.alike[due], len(env.due))
				env.due = append(env.due, firstFiring{event: id, due: due})
			}
		}
		last[timer] = now
		if d := now.first; d >= 0 && e.Dropped {
			env.due[d].ends = append(env.due[d].ends, o.BlockOf(e.Drop))
		}
	}
	for _, death := range o.sk.heap.Deaths() {
		for _, id := range death.Events {
			if d, is := env.first[id]; is {
				env.due[d].ends = append(env.due[d].ends, o.BlockOf(death.Op))
			}
		}
	}
}

// armsFor reports whether something is armed that a rule speaks of.
func (env *environment) armsFor(rule ruleID) bool {
	return slices.ContainsFunc(env.arms, func(a arming) bool { return a.rule == rule })
}

// ruleArmed is RW, RS, RP or RF, one rule but for what is armed: E needs c, and the first
// operation that arms c and is not taken back in its block comes before every other one:
// last(its block) ≺ deq(E).
func (ps *pass) ruleArmed(e trace.EventID, rule ruleID) {
	for _, n := range ps.env.needs[e] {
		if a := &ps.env.arms[n]; a.sure && a.rule == rule {
			ps.put(ps.runsTo(a.blocks[0]), rule)
		}
	}
}

// sureOf looks again at what depends on the order, for a rule of what is armed, and
// reports whether it found something new. No block comes after NoBlock or before it, so
// what no block did is never sure.
func (ps *pass) sureOf(rule ruleID) bool {
	found := false
	for i := range ps.env.arms {
		a := &ps.env.arms[i]
		if a.rule != rule || a.sure || !a.known || len(a.blocks) == 0 {
			continue
		}
		if ps.tally(len(a.blocks)); ps.exhausted() {
			break
		}
		a.sure = !slices.ContainsFunc(a.blocks, func(b BlockID) bool { return !ps.o.AtOrBefore(a.blocks[0], b) })
		found = found || a.sure
	}
	return found
}
