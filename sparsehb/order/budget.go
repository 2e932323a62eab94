package order

// Finding the order takes time nearly linear in the trace, for traces of programs. A trace
// can be made, or happen, that makes it take time in the square of its length or worse:
// thousands of loops inside each other, a priority for each event, a queue that runs
// backward. So the search counts its steps, and the size of the trace bounds them:
//
//  1. A step is something looked at: a member of a frontier, a node of a clock, a loop or an
//     event that a rule goes through. So it is the same on every machine.
//  2. Where a pass has used up its steps, it is cut short: each block from there on comes
//     after one other, the one before it of its handler or the one that enqueued its event,
//     and nothing else is looked for (takeOne).
//  3. A further pass, or a look back, begins only if its steps can be expected to suffice. It
//     gets more than the pass before, for what that one found brings more with it.
//
// So all passes together take at most mostOfUsual times the usual steps, and a few for each
// block.
//
// # What an order that was cut short says
//
// It says less than the whole one, and nothing else (TestCutShortIsWeaker). That needs that
// no rule concludes from what is not in the order. The rules are monotone: premises are
// orders that were found, and facts of the skeleton. In detail:
//
//   - Premises over all others ("every other loop starts before, or after": R17, R24, R26,
//     R28, R29; "the last of several": R23; "nothing stops it before": RT, RW, RS, RP, RF) ask
//     each of the others for an order that was found. Out of steps, the answer is no.
//   - Frontiers lose members: where a block came after them already, or another member stands
//     for them. Where a frontier is incomplete that may drop one too many, and an event then
//     waits for too few. It never adds one.
//   - Lanes and bursts (R20 to R22) and the queue's own order (R5, R15) are facts of the
//     skeleton: the trace as it is, not the order found.
//   - "Not known yet" (R19, R26, R29, R30) only spares work.
//   - Where something cannot stand for others any more (an end of a loop that was overtaken, a
//     member of a lane), what is put in its place is weaker.
//   - A pass that is cut short may find less than the one before it. That one's conclusions
//     hold, and are in edges of rules that look back; but only blocks before the cut take them.
//
// Who uses the order: a missing order makes pairs, never takes one out, but for the filter
// FZ, which asks that a handler need not come before the free. It rests where the order was
// cut short. Of read-write pairs, coverage gives more of them as covered only by others that
// are races as well, or else the whole order would have had them. Ranks may be too high.
type budget struct {
	tallied uint64 // steps so far of all passes, but for those of work and of clocks
	usual   uint64 // how many all passes may take together before the last one begins
	most    uint64 // and with it
	begun   uint64 // how many they were where the last one began
	short   bool   // this pass was cut short
	depth   int    // of recursion, at present
}

// The bound: some seconds, and for each block and event as many steps as those programs
// need that need most.
const (
	leastSteps    = 1 << 26
	stepsPerBlock = 1 << 10
)

// stepsToKeep are the steps for each member of a list that is kept: a step's time is soon
// over, and memory stays. So the bound holds memory to some hundred bytes a block as well.
const stepsToKeep = 8

// newBudget has steps as its usual ones, 0: those of the trace.
func newBudget(sk *skeleton, steps uint64) budget {
	if steps == 0 {
		steps = leastSteps + stepsPerBlock*uint64(len(sk.blocks)+len(sk.events))
	}
	return budget{usual: steps, most: steps}
}

// mostOfUsual is how many times the usual steps all passes may take, the last one included.
const mostOfUsual = 4

// tally counts steps.
func (ps *pass) tally(n int) { ps.tallied += uint64(n) }

// spent are all steps so far.
func (ps *pass) spent() uint64 { return ps.tallied + ps.work + ps.o.arena.Steps() }

// exhausted reports that there are no steps left. Who goes through many things asks on the
// way, and then stops as if there were no more of what it looks for.
func (ps *pass) exhausted() bool { return ps.spent() > ps.most }

// tooDeep begins a level of recursion, and reports that it must not be gone into. Who asks
// calls up when it returns.
func (ps *pass) tooDeep() bool {
	ps.depth++
	ps.tally(1)
	if ps.depth > mostDepth {
		ps.o.cut = true
		return true
	}
	return ps.exhausted()
}

func (ps *pass) up() { ps.depth-- }

// mostDepth bounds the stack of a rule that goes from one event, or loop, to the next.
const mostDepth = 1 << 14

// affordsPass reports whether another pass may begin.
func (ps *pass) affordsPass() bool {
	took := ps.spent() - ps.begun
	ps.begun = ps.spent()
	if ps.begun+took > ps.usual {
		ps.o.cut = true
		return false
	}
	ps.most = max(ps.most, min(ps.begun+mostOfUsual*took, mostOfUsual*ps.usual))
	return true
}

// cutShort is for all blocks after the one at hand.
func (ps *pass) cutShort() {
	ps.short, ps.o.cut = true, true
	if ps.b+1 < BlockID(len(ps.blocks)) {
		ps.o.cutFrom = ps.b + 1
	}
}

// takeOne takes a block after one other, by R3 or R4; R1 and R2 hold anyway.
func (ps *pass) takeOne() {
	o := &ps.opens[ps.b]
	if !ps.off.has(ruleR2) {
		ps.ruleR2(o)
	}
	p, rule := ps.prev(ps.b, ps.loops), ruleR3
	switch {
	case o.how == byDeq:
		if q := ps.about[ps.blocks[ps.b].Event].enq; q >= 0 {
			p, rule = ps.runsTo(q), ruleR4
		}
	case o.how == byNobody && len(ps.enters) == 0:
		p = NoBlock // as R3
	}
	if p < ps.b {
		ps.joinOnly(p, rule)
	}
	ps.place()
}

// joinOnly is putNow without what stands in for p.
func (ps *pass) joinOnly(p BlockID, rule ruleID) {
	if p >= 0 && !ps.off.has(rule) {
		ps.joinNow(p, rule)
	}
}
