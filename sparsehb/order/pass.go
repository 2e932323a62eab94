package order

import (
	"cmp"
	"fmt"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/clock"
	"sparseracer/sparsehb/walk"
)

// The pass computes the closed order in one go over the blocks in trace order
// (notes on complexity: near-linear as long as frontiers stay narrow):
//
//  1. The predecessors of a block come from the rules (dispatch.go, rule_*.go). All point
//     backward in the trace, so they are finished.
//  2. The block joins the oldest chain whose tail is one of them, or opens a
//     new one; its clock is the join of their clocks.
//  3. Of the events enqueued in the block's past, those that matter to later
//     events are kept (frontier.go): FIFO order telescopes, so of each posting
//     history only the latest.
//
// R17's premise "direct" looks at orders of later operations. It is a least
// fixpoint: the pass is repeated with the loops found direct so far until no
// more are found (direct.go). What the environment may take away again is left
// out in the same way, until it is known to come later (environment.go).
type pass struct {
	*skeleton
	o         *Order
	rules     Rules
	off       ruleMask
	after     []BlockID             // by event: what its FIFO successors come after
	fifo      queues                // by event: what was ahead of it when enqueued
	fronts    frontiers             // by block: frontiers at its end
	direct    []bool                // by loop (R17)
	rep       []BlockID             // by block: what stands in for it as predecessor (R17 exact)
	several   map[BlockID][]BlockID // by block that a loop's end opens: all that the same event ended
	besides   map[BlockID][]BlockID // by last block of an event: likewise, where a person may have left one before
	late      []trace.LoopID        // direct loops that a follower overtook (R17 exact)
	isLate    trace.NumberSet       // those
	odds      [][]trace.EventID     // by priority: candidates of R11, in enq order
	spins     []trace.EventID       // events that spun loops, by first block (R16)
	seen      []BlockID             // by event: last block that looked at it
	earlier   map[BlockID][]Edge    // by block: what it comes after by rules that look back (R19, R24, R26, R29, R30)
	calm      []bool                // by loop: R24 holds for it
	quiet     []bool                // by loop: R28 holds for it
	spinning  []bool                // by block: a loop starts behind it (R32)
	sorted    []BlockID             // by event: last block that looked at what it stood for (R27, R28)
	starts    []BlockID             // by block: the first of its burst (batch loops only)
	queue     []trace.EventID       // posted events, by first block
	against   []bool                // by event: another one left the queue before it, but was posted later (broken FIFO)
	stands    []bool                // by event: it stands for others of its lane (R20)
	overtaken bool                  // one of those was, in this pass
	wide      bool                  // or in an earlier one: now each stands for itself
	env       *environment
	posted    int             // next of posts to be enqueued
	handed    []trace.EventID // what other threads enqueued, in the order of what led to it (RB)
	waiting   int             // next of handed to be led to

	deletesInTurn []trace.EventID // deferred deletes, in the order of what asked for them (R33)
	deleting      int             // next of those to be asked for
	elsewhere     elsewhere
	led           map[trace.EventID][]BlockID  // see elsewhere
	sinces        map[trace.EventID]sincePoint // see since
	tails         []BlockID                    // by chain: its last block
	including     []clock.Clock                // by block: its clock and itself, where somebody asked
	clocks        []clock.Clock                // to be joined
	join                                       // of the block at hand
	merger
	phases  phases
	scan    *overScan // of the rules that look back after a pass
	work    uint64    // of all passes so far, see mostWork
	monitor *walk.Monitor
	budget
	looked uint64 // how much work there was when it was asked last
}

func wrapName(src trace.Source, err error) error {
	return fmt.Errorf("%s: %w", src.Name(), err)
}

// ofLoops are the rule sets of kinds of loops.
var ofLoops = [...]Rules{trace.LoopUnknown: Exact, trace.LoopExact: Exact, trace.LoopBatch: Batch, trace.LoopUnix: Unix, trace.LoopEither: Either}

// closeOrder runs passes until the order is closed. It ends early if the monitor says so.
func closeOrder(sk *skeleton, opt Options, off ruleMask) (*Order, error) {
	rules, m := opt.Rules, opt.Monitor
	if rules == Auto {
		rules = ofLoops[sk.loopKind]
		if opt.Thread != 0 && rules.Batches() {
			rules = Either // the trace says which dispatcher the main thread has
		}
	}
	if rules == Unix && opt.UnderGLib {
		rules = Batch
	}
	n := len(sk.blocks)
	if err := m.CheckFor(40 * uint64(n+len(sk.events))); err != nil { // what the lists below take, about
		return nil, err
	}
	o := &Order{sk: sk, cutFrom: NoBlock, rules: rules, off: off, arena: clock.NewArena(n),
		chain: make([]uint32, n), index: make([]uint32, n), clocks: make([]clock.Clock, n),
		floor: make([]BlockID, n), edges: newEdges(n)}
	ps := &pass{skeleton: sk, o: o, rules: rules, off: off, monitor: m, budget: newBudget(sk, opt.Steps),
		after: make([]BlockID, len(sk.events)), seen: make([]BlockID, len(sk.events)),
		fifo: newQueues(len(sk.events)), fronts: newFrontiers(n)}
	ps.elsewhere = elsewhere{opt.Main}
	ps.env = o.learn()
	if err := m.Check(); err != nil {
		return nil, err
	}
	ps.prepare()
	for {
		if err := ps.run(); err != nil {
			return nil, err
		}
		if rules == Paper || ps.short || !ps.again() || !ps.affordsPass() {
			o.steps = ps.spent()
			return o, nil
		}
	}
}

// mostWork bounds the passes that looking back is worth. What R19, R26, R29 and R30
// find brings about new premises of theirs; where a fifth of the events spins loops,
// fewer and fewer in twenty rounds. So a trace gets rounds until its passes have taken
// this much work, about a second; beyond, what they find is taken only if there is
// another pass anyway. Work is what a pass takes its time for: blocks, edges, steps of
// joining clocks and members of frontiers that were looked at. So it is the same on
// every machine.
const mostWork = 1 << 23

// again reports whether the order that was found makes another pass worth while.
func (ps *pass) again() bool {
	more := ps.anyOf(ps.phases.nexts) || ps.overtaken && !ps.wide
	ps.wide = ps.wide || ps.overtaken
	ps.work += uint64(len(ps.blocks) + ps.o.edges.n)
	if more || ps.work+ps.o.arena.Steps() <= mostWork {
		ps.scan = nil
		more = ps.anyOf(ps.phases.backs) || more
	}
	if ps.exhausted() { // what was looked for last may not have been looked for to the end
		ps.o.cut = true
		return false
	}
	return more
}

// prepare sets up what stays the same in all passes.
func (ps *pass) prepare() {
	ps.recall = ps.o.arena.Recall(clock.CacheSize(len(ps.blocks), clock.MostJoins))
	ps.answers = make([]enqAnswer, clock.CacheSize(len(ps.blocks), clock.MostJoins))
	for i := range ps.events {
		if b := ps.events[i].FirstBlock; b != NoBlock {
			ps.after[i] = ps.runsTo(b)
		}
		if ps.rules != Paper && ps.about[i].flush {
			ps.about[i].priority = noPriority
		}
		if ps.about[i].multi {
			ps.spins = append(ps.spins, trace.EventID(i))
		}
	}
	slices.SortFunc(ps.spins, func(a, b trace.EventID) int {
		return cmp.Compare(ps.events[a].FirstBlock, ps.events[b].FirstBlock)
	})
	ps.earlier, ps.direct = map[BlockID][]Edge{}, make([]bool, len(ps.loops))
	if ps.rules.Batches() {
		ps.bursts, ps.lanes = ps.findBursts(), ps.findLanes()
		ps.starts = ps.burstStarts()
		ps.stands = make([]bool, len(ps.events))
	}
	ps.arrange()
	slices.Sort(ps.o.bases)
}

func (ps *pass) run() error {
	o := ps.o
	o.arena.Reset()
	o.dropped, o.against = 0, o.against[:0]
	o.edges.reset()
	ps.tails, ps.late, ps.isLate, ps.posted, ps.waiting = ps.tails[:0], ps.late[:0], ps.isLate[:0], 0, 0
	for i := range ps.seen {
		ps.seen[i] = NoBlock
	}
	for i := range ps.sorted {
		ps.sorted[i] = NoBlock
	}
	clear(ps.answers)
	clear(ps.including)
	ps.recall.Reset()
	ps.fronts.reset()
	ps.fifo.reset()
	for _, rule := range ps.phases.begins {
		rule(ps)
	}
	for b := range BlockID(len(ps.blocks)) {
		ps.start(b)
		if ps.short {
			ps.takeOne()
		} else {
			ps.takeRules()
			for ps.addsAgain() {
				ps.takeRules()
			}
			ps.place()
			ps.advance()
			if ps.exhausted() {
				ps.cutShort()
			}
		}
		if err := ps.look(); err != nil {
			return err
		}
	}
	return nil
}

// lookEvery is how much work passes between two looks at the memory.
const lookEvery = 1 << 16

// look asks the monitor now and then whether to go on.
func (ps *pass) look() error {
	done := ps.spent() + uint64(ps.b)
	if done >= ps.looked && done < ps.looked+lookEvery {
		return nil
	}
	ps.looked = done
	return ps.monitor.Check()
}

// addsAgain reports whether a rule added what may be a premise of all again.
func (ps *pass) addsAgain() bool {
	for _, rule := range ps.phases.agains {
		if rule(ps) {
			return true
		}
	}
	return false
}
