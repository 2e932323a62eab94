package tracegen

import (
	"bytes"
	"fmt"

	"sparseracer/internal/trace"
)

// Hostile is a family of traces that are made to cost as much as they can: an algorithm that
// compares all with all takes time in the square of their length. Some are what no event
// loop does, and still valid.
type Hostile struct {
	Name, What string
	Order      bool // made for the search of the order; else for what comes after it
	write      func(o *ops, n int)
}

// HostileFamilies are all of them.
var HostileFamilies = []Hostile{
	{"nested", "loops inside each other, each ended by an event of its own", true, nestedTrace},
	{"unended", "loops inside each other that nothing ends", true, unendedTrace},
	{"nestedPosts", "loops inside each other, whose owners post two events each before", true, nestedPostsTrace},
	{"nestedSpinners", "loops inside each other, each event posted by the one around it, five priorities", true, nestedSpinnersTrace},
	{"loopAfterLoop", "a handler with one loop after the other", true, loopAfterLoopTrace},
	{"postsThenLoops", "a handler that posts all resetters, then spins one loop after the other", true, postsThenLoopsTrace},
	{"oneResetsAll", "loops inside each other, all ended by one event", true, oneResetsAllTrace},
	{"manyResetOne", "one loop that every event inside it resets", true, manyResetOneTrace},
	{"gather", "an event posted by each handler, and each comes inside a loop", true, gatherTrace},
	{"defaultLoops", "the default loop started again for each event", true, defaultLoopsTrace},
	{"lateDefaultLoops", "the default loop started again and again before the posted events come", true, lateDefaultLoopsTrace},
	{"priorities", "a priority for each event, the highest first", true, prioritiesTrace},
	{"prioritiesUp", "a priority for each event, the lowest first: the queue broke its order", true, prioritiesUpTrace},
	{"rootedPriorities", "a priority and a poster for each event", true, rootedPrioritiesTrace},
	{"backward", "a queue that runs backward", true, backwardTrace},
	{"rootedBackward", "a queue that runs backward, a poster for each event, twice", true, rootedBackwardTrace},
	{"flushes", "events delivered on request, backward", true, flushesTrace},
	{"chains", "a hundred handlers that post themselves again, three priorities", true, chainsTrace},
	{"crowd", "a full queue of three priorities, at random, in which one event in a hundred spins a loop", true, crowdTrace},
	{"joins", "an event that waits for all others, one by one", true, joinsTrace},
	{"joinsAgain", "events that wait for two halves of all others", true, joinsAgainTrace},
	{"threads", "a thread for each posted event", true, threadsTrace},
	{"threadPriorities", "one thread, which posts with a priority for each event", true, threadPrioritiesTrace},
	{"threadBackward", "one thread, whose posts run backward", true, threadBackwardTrace},
	{"timers", "timers, an interval each", true, timersTrace},
	{"likeTimers", "timers of one interval", true, likeTimersTrace},
	{"deletes", "deferred deletes, a depth each", true, deletesTrace},
	{"arms", "one window shown by each handler, and as many inputs that need it", true, armsTrace},
	{"needs", "inputs that need two hundred windows each", true, needsTrace},
	{"overlapping", "objects at one address, one in the other, used and freed again and again", false, overlappingTrace},
	{"huge", "objects of 128 MiB", false, hugeTrace},
	{"wide", "accesses of 2^48 bytes over small objects", false, wideTrace},
	{"wideAllocs", "allocations of 2^48 bytes over small objects", false, wideAllocsTrace},
	{"destroys", "parts of one object that end, each larger than the one before", false, destroysTrace},
	{"scopes", "variables of one place on the stack, of many sizes", false, scopesTrace},
	{"receivers", "receivers that are freed by one handler", false, receiversTrace},
	{"children", "children of one object, and large frees", false, childrenTrace},
	{"childChain", "objects that are each the child of the next", false, childChainTrace},
	{"deepStacks", "one call stack as deep as there are events", false, deepStacksTrace},
	{"strings", "an attribute of its own for each event", false, stringsTrace},
	{"usesAndFrees", "uses that race with frees", false, usesAndFreesTrace},
	{"usesAfterLoops", "uses after many loops of one handler, frees by others", false, usesAfterLoopsTrace},
	{"readsThenWrites", "handlers that read one variable, and as many that write it", false, readsThenWritesTrace},
	{"blockades", "dialogs that open and close, and uses", false, blockadesTrace},
	{"sources", "a timer stopped and started again and again, and uses", false, sourcesTrace},
	{"holds", "live references that a loop frees", false, holdsTrace},
	{"guards", "a flag before each use and each free", false, guardsTrace},
}

// Text is the trace of about n events, in text form, of exact or batch loops.
func (h *Hostile) Text(n int, batch bool) []byte {
	o := &ops{}
	loop := "exact"
	if batch {
		loop = "batch"
	}
	o.say("# loop: %s\n", loop)
	h.write(o, n)
	return o.Bytes()
}

// Trace is the same to be read.
func (h *Hostile) Trace(n int, batch bool) (trace.Source, error) {
	return trace.ParseText(h.Name, h.Text(n, batch))
}

// ops are operations in text form.
type ops struct{ bytes.Buffer }

func (o *ops) say(format string, args ...any) { fmt.Fprintf(o, format, args...) }
