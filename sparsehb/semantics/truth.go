package semantics

import (
	"encoding/binary"
	"math/bits"
	"math/rand"
	"slices"

	"sparseracer/internal/trace"
)

// Truth is what all schedules of a program say together.
type Truth struct {
	Program   *Program
	Blocks    int
	States    int
	reversed  []uint64 // by block: those not started yet when it starts, in some schedule
	earlier   []uint64 // by block: those that started before it, in some schedule
	m         *machine
	index     map[string]int32
	next      [][]int32
	states    []state
	completes []bool         // by state: the program can come to its end from here
	idle      map[place]bool // actions that had no effect in the schedule that Trace recorded last
	recorded  uint64         // blocks that ran in the schedule that Trace recorded last
}

// Explore runs every schedule. It returns nil if the program can not come to
// its end, or if it has more than limit states or 64 blocks.
//
// States are visited once each: what can happen next depends on nothing else.
// O(states · blocks) time.
func Explore(p *Program, limit int) *Truth {
	t := newTruth(p)
	if t.Blocks >= maxBlocks || len(p.Events) > 16 || p.Loops > 16 {
		return nil
	}
	if !t.exploreAll(limit) || !t.markComplete(^uint64(0), func(uint64) bool { return true }) {
		return nil
	}
	t.note()
	return t
}

func newTruth(p *Program) *Truth {
	t := &Truth{Program: p, m: newMachine(p), index: map[string]int32{}}
	t.Blocks = t.m.blocks
	t.reversed, t.earlier = make([]uint64, t.Blocks), make([]uint64, t.Blocks)
	return t
}

// exploreAll visits all states, if there are no more than limit.
func (t *Truth) exploreAll(limit int) bool {
	t.visit(t.m.begin())
	for i := 0; i < len(t.states); i++ {
		if len(t.states) > limit {
			return false
		}
		var next []int32
		t.m.next(&t.states[i], func(s state) { next = append(next, t.visit(s)) })
		t.next = append(t.next, next)
	}
	t.States = len(t.states)
	return true
}

func (t *Truth) note() {
	for i := range t.states {
		if t.completes[i] {
			t.noteRan(t.states[i].ran)
			t.noteSteps(i)
		}
	}
}

// OfRecorded is what those schedules say together in which every handler does what it did
// in the recorded one: nothing runs that did not run there, and what had no effect there
// (a window shown that was shown already, a timer stopped that did not run) is left out.
// The trace shows neither. It returns nil if that has more than limit states.
func (t *Truth) OfRecorded(limit int) *Truth {
	c := *t
	if len(t.idle) > 0 {
		c = *newTruth(t.Program.leaveOut(t.idle))
		if !c.exploreAll(limit) {
			return nil
		}
	}
	return c.among(t.recorded, func(uint64) bool { return true })
}

// OfSame is what those schedules say together in which the same blocks run as in the
// recorded one, neither more nor less.
func (t *Truth) OfSame() *Truth {
	c := *t
	return c.among(t.recorded, func(ran uint64) bool { return ran == t.recorded })
}

// among looks at the schedules in which only those blocks run, and that end well.
func (t *Truth) among(of uint64, well func(ran uint64) bool) *Truth {
	t.reversed, t.earlier = make([]uint64, t.Blocks), make([]uint64, t.Blocks)
	if !t.markComplete(of, well) {
		panic("the recorded schedule is none of them")
	}
	t.note()
	return t
}

// noteSteps notes what had run when a step that can come to the end starts a block.
func (t *Truth) noteSteps(i int) {
	ran := t.states[i].ran
	for _, j := range t.next[i] {
		if begun := t.states[j].ran &^ ran; begun != 0 && t.completes[j] {
			t.earlier[bits.TrailingZeros64(begun)] |= ran
		}
	}
}

// Precedes reports whether some schedule starts block a before block b, and b at all.
func (t *Truth) Precedes(a, b int) bool { return t.earlier[b]>>a&1 != 0 }

// FindsGone reports whether some schedule starts block b when the thing, which was made by then,
// is gone; x counts from 0.
func (t *Truth) FindsGone(b, x int) bool {
	for i, next := range t.next {
		if s := &t.states[i]; s.ran>>b&1 != 0 || !s.isGone(x+1) {
			continue
		}
		for _, j := range next {
			if t.states[j].ran>>b&1 != 0 && t.completes[j] {
				return true
			}
		}
	}
	return false
}

// Between reports whether some schedule starts block a, then b and then c.
func (t *Truth) Between(a, b, c int) bool {
	var work []int32
	seen := make([]bool, len(t.states))
	for i, next := range t.next {
		ran := t.states[i].ran
		if ran>>a&1 == 0 || ran>>b&1 != 0 || ran>>c&1 != 0 {
			continue
		}
		for _, j := range next {
			if t.states[j].ran>>b&1 != 0 && t.completes[j] && !seen[j] {
				seen[j], work = true, append(work, j)
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if t.states[i].ran>>c&1 != 0 {
			return true
		}
		for _, j := range t.next[i] {
			if t.completes[j] && !seen[j] {
				seen[j], work = true, append(work, j)
			}
		}
	}
	return false
}

// visit returns the number of a state, a new one for a new state.
func (t *Truth) visit(s state) int32 {
	var buf [128]byte
	key := t.m.key(&s, buf[:0])
	if t.Program.loses() { // else what ran follows from the rest
		key = binary.LittleEndian.AppendUint64(key, s.ran)
	}
	k := string(key)
	if i, ok := t.index[k]; ok {
		return i
	}
	i := int32(len(t.states))
	t.index[k] = i
	t.states = append(t.states, s)
	return i
}

// markComplete goes backward from the ends, through states in which no other blocks have
// run than those, from the ends that are well.
func (t *Truth) markComplete(of uint64, well func(ran uint64) bool) bool {
	before := make([][]int32, len(t.states))
	for i, next := range t.next {
		for _, j := range next {
			before[j] = append(before[j], int32(i))
		}
	}
	t.completes = make([]bool, len(t.states))
	var work []int32
	for i := range t.states {
		if t.states[i].ran&^of == 0 && t.m.over(&t.states[i]) && well(t.states[i].ran) {
			work = append(work, int32(i))
			t.completes[i] = true
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, j := range before[i] {
			if !t.completes[j] && t.states[j].ran&^of == 0 {
				t.completes[j] = true
				work = append(work, j)
			}
		}
	}
	return t.completes[0]
}

func (t *Truth) noteRan(ran uint64) {
	for b := range t.reversed {
		if ran>>b&1 != 0 {
			t.reversed[b] |= ^ran
		}
	}
}

// Reversible reports whether some schedule starts block b before block a.
func (t *Truth) Reversible(a, b int) bool { return t.reversed[b]>>a&1 != 0 }

// Block returns the number of an event's block, counted from 0 within its
// handler. Start-up code is block 0.
func (t *Truth) Block(e trace.EventID, nth int) int { return t.m.first[e] + nth }

// stopsEarly: one in so many steps is the last where it can be.
const stopsEarly = 12

// goesOn: something may still come.
func (s *state) goesOn() bool { return len(s.timers) > 0 || s.open != 0 }

// Trace records one schedule, picked by the seed, that comes to its end.
func (t *Truth) Trace(seed int64) *trace.Memory {
	r := rand.New(rand.NewSource(seed))
	var ops []trace.Op
	t.m.ops = &ops
	at, chosen := int32(0), t.m.begin()
	first := 0
	if t.Program.MainSpins {
		first = 1 // its deq comes before all
	}
	for x := range t.Program.things() {
		if t.Program.Late>>x&1 == 0 {
			ops = slices.Insert(ops, first, thingOp(trace.Alloc, x))
		}
	}
	for !t.m.over(&chosen) || chosen.goesOn() && r.Intn(stopsEarly) > 0 {
		var mark []int // ends of what each choice emitted
		base := len(ops)
		var choices []state
		t.m.next(&chosen, func(s state) {
			choices = append(choices, s)
			mark = append(mark, len(ops))
		})
		good := []int{}
		for i, n := range t.next[at] {
			if t.completes[n] {
				good = append(good, i)
			}
		}
		if len(good) == 0 {
			break
		}
		i := good[r.Intn(len(good))]
		from := base
		if i > 0 {
			from = mark[i-1]
		}
		ops = append(ops[:base], ops[from:mark[i]]...)
		at, chosen = t.next[at][i], choices[i]
	}
	t.m.ops, t.recorded = nil, chosen.ran
	t.idle = map[place]bool{}
	ops = slices.DeleteFunc(ops, func(op trace.Op) bool {
		if op.Kind == idleOp {
			t.idle[place{int(op.Event), int(op.Addr)}] = true
		}
		return op.Kind == idleOp
	})
	return t.memory(ops)
}

func (t *Truth) memory(ops []trace.Op) *trace.Memory {
	m := &trace.Memory{Label: "program", Ops: ops}
	m.M.Loop, m.M.MainSpins = t.Program.Kind, t.Program.MainSpins
	for range t.Program.Events {
		m.T.Events.Add("e")
	}
	for range t.Program.Threads {
		m.T.Events.Add("t")
	}
	for range t.m.notices {
		for range noticesAtMost {
			m.T.Events.Add("s")
		}
	}
	for range t.Program.Loops {
		m.T.Loops.Add("v")
	}
	m.T.Stacks = []trace.Stack{{}}
	return m
}
