package order

import (
	"math"
	"strconv"

	"sparseracer/internal/trace"
)

var r31 = Rule{
	ID: "R31", Name: "deferred deletes in their turn", Sets: InBatch, Kind: Theorem,
	Sentence: "Of two deferred deletes that one block asks for, the first comes first, unless the second may come deeper in loops.",
	Limit:    "A delete that is flushed explicitly may come earlier; of those that one block asks for, the 32 before each are looked at.",
	HeldBy:   []string{"TestDeleteSchedules", "TestQueuedDeleteSchedules", "TestSchedulesCatchWrongRules"},
	facts:    (*pass).elderDeletes,
}

// R31, deferred deletes in their turn: D1 and D2 deferred, enqueued in that order by one
// block, prio(D1) ≥ prio(D2), which are 0 in Qt, and wherever D2 may come, D1 may
// (depth(D1) ≥ depth(D2), or D1 may come in any loop)
// ⇒ FB(D1) ≺ FB(D2). A delete that code below all loops asks for may come in any loop but in
// one that such code spins without being in a loop by that (depth=0: processEvents in main,
// where a splash screen is shown); there one that a delivery asked for may come. A batch goes
// through the queue once, from the front. A delete that may
// not come yet goes to its end; with one block's posts no batch begins between the two, so
// they go there in their order, or neither does. Posts of different blocks are another
// matter: the first handler may come less deep in another run, so that its delete may not
// come where the second one may.

// maxElders bounds the work.
const maxElders = 32

// elderDeletes are the deletes that come before another one, by that.
func (ps *pass) elderDeletes() func(trace.EventID) {
	flat := ps.belowLoops()
	by := map[BlockID][]trace.EventID{} // in the order of their posts
	elders := map[trace.EventID][]trace.EventID{}
	for _, d := range ps.queuedDeletes() {
		depth := ps.depthOf(d)
		if depth < 0 || ps.about[d].enq < 0 {
			continue
		}
		list := by[ps.about[d].enq]
		for i := len(list) - 1; i >= max(0, len(list)-maxElders); i-- {
			if e := list[i]; ps.comesWhere(e, d, flat) {
				elders[d] = append(elders[d], e)
				if ps.depthOf(e) == depth {
					break // those before it come before it, too
				}
			}
		}
		by[ps.about[d].enq] = append(list, d)
	}
	if len(elders) == 0 {
		return nil
	}
	return func(d trace.EventID) {
		for _, e := range elders[d] {
			ps.put(ps.events[e].FirstBlock, ruleR31)
		}
	}
}

// comesWhere: wherever the deferred delete d may come, e may, with no lower priority. The last
// loop that is below all loops ends at operation flat.
func (sk *skeleton) comesWhere(e, d trace.EventID, flat uint64) bool {
	deep, depth := sk.depthOf(e), sk.depthOf(d)
	if depth < 0 || deep < depth || sk.events[e].Prio < sk.events[d].Prio {
		return false
	}
	return deep < anyLoop || depth == anyLoop || sk.events[d].Enq > flat
}

// belowLoops is the operation at which the last loop ends that code below all loops spins
// without being in a loop by that.
func (sk *skeleton) belowLoops() (last uint64) {
	for i := range sk.loops {
		if v := &sk.loops[i]; v.Attrs.Get("depth") == "0" {
			last = max(last, v.Resume) // NoOp is the largest one
		}
	}
	return last
}

// anyLoop is the depth of what may come in any loop.
const anyLoop = math.MaxInt

// depthOf is how deep in loops a deferred delete may come, -1 if that is not known: for
// that of code below all loops, in any.
func (sk *skeleton) depthOf(d trace.EventID) int {
	e := &sk.events[d]
	depth, err := strconv.Atoi(e.Attr("depth"))
	if err != nil {
		depth = int(e.Level)
	}
	if depth == 0 {
		return anyLoop
	}
	return depth
}
