package crashmatch

import (
	"fmt"
	"slices"

	"sparseracer/internal/report"
	"sparseracer/internal/system"
)

// Points of reasons. A sanitizer's report shows three places, which are the whole score;
// of other reports the handler and its loop, the place, and the object are.
const (
	pointsUse, pointsFree, pointsAlloc = 40, 35, 25

	pointsLoop    = 35 // the handler that spun the race's loop crashed, and the loop is over
	pointsCallers = 10 // it was called in the same way
	pointsPlace   = 40 // at the function and line of a use
	pointsAlong   = 30 // at a use of something that the race's free takes along
	pointsNear    = 15 // in the function of the race's use, at a later line or with none
	pointsPlaces  = 10 // likewise, of another use that the race stands for
	pointsObject  = 15 // an object of the race's class is what was worked on
	pointsWild    = 10 // the fault's address is known, and no null pointer's
	pointsFreeing = 40 // the crash is in what frees the object, inside the loop
)

func isToolkitFile(module string) bool { return system.OwnerOf(module) != system.Unknown }

// weighing is a race beside the crash.
type weighing struct {
	m    *matcher
	race *report.Race
	Named

	chain  []frame   // the functions that wait in the race's loop; of a race without one those of its use
	uses   [][]frame // stacks of its uses, innermost first
	frees  [][]frame
	object string // class of the object, "" if unknown
}

// weigh compares a race with the crash.
func (m *matcher) weigh(t *Trace, race *report.Race) Named {
	w := &weighing{m: m, race: race, Named: Named{Trace: t, Race: race}}
	if race.Kind != "use-free" && race.Kind != "double-free" {
		return w.Named
	}
	w.uses = append(w.uses, ofTraces(race.First.Handler(), m.files))
	w.frees = append(w.frees, ofTraces(race.Second.Handler(), m.files))
	for _, p := range race.Places() {
		w.uses = append(w.uses, ofTraces(p.First, m.files))
		w.frees = append(w.frees, ofTraces(p.Second, m.files))
	}
	w.chain = w.uses[0]
	if race.Loop != nil && len(race.Loop.Stack) > 0 {
		w.chain = ofTraces(race.Loop.Stack, m.files)
	}
	w.object = objectOf(race, w.frees[0])
	if len(m.free) > 0 {
		w.bySanitizer()
	} else {
		w.byStack()
	}
	if w.Confidence == None {
		return w.Named
	}
	if race.SetAside() {
		w.Reasons = append(w.Reasons, Reason{0, "analyze sets this race aside: " + race.Filtered})
	}
	for _, r := range w.Reasons {
		w.Score = min(w.Score+r.Points, 100)
	}
	return w.Named
}

func (w *weighing) because(points int, format string, args ...any) {
	w.Reasons = append(w.Reasons, Reason{points, fmt.Sprintf(format, args...)})
}

// objectOf is the class of the object that a race is about.
func objectOf(race *report.Race, free []frame) string {
	if race.Alloc != nil && race.Alloc.Type != "" {
		return race.Alloc.Type
	}
	if race.Hold != nil && race.Hold.Class != "" {
		return race.Hold.Class
	}
	if f := first(free); f != nil {
		return destroyed(f.name)
	}
	return ""
}

// bySanitizer compares the three places of a report that shows who freed.
func (w *weighing) bySanitizer() {
	m := w.m
	use := w.matchesOne(m.handler, w.uses)
	free := w.matchesOne(m.free, w.frees)
	var alloc *frame
	if w.race.Alloc != nil {
		alloc = w.matchesOne(m.alloc, [][]frame{ofTraces(w.race.Alloc.Stack, m.files)})
	}
	after, _, before := w.afterLoop()
	if before {
		after = nil
	}
	along := free == nil && w.freesAlong()
	switch {
	case use != nil && free != nil && (alloc != nil || w.race.Alloc == nil || len(m.alloc) == 0):
		w.Confidence = Sure
	case use != nil && (free != nil || alloc != nil), after != nil && free != nil, after != nil && along && w.race.Loop != nil:
		w.Confidence = Likely
	default:
		return
	}
	if use != nil {
		w.because(pointsUse, "it uses the memory where the race has its use, in %s", use.spoken)
	} else {
		w.because(pointsNear, "it uses the memory in the handler that waited, after its loop: %s", after.spoken)
	}
	switch {
	case free != nil:
		w.because(pointsFree, "it was freed where the race has its free, in %s", free.spoken)
	case along:
		w.because(pointsNear, "it was freed below what the race's free calls")
	}
	if alloc != nil {
		w.because(pointsAlloc, "it was allocated where the race's object is, in %s", alloc.spoken)
	}
}

// matchesOne: the innermost function of the program's is that of one of a race's stacks.
func (w *weighing) matchesOne(stack []frame, ofRace [][]frame) *frame {
	top := firstOrMain(stack)
	if top == nil {
		return nil
	}
	for _, s := range ofRace {
		if f := firstOrMain(s); f != nil && f.same(top) {
			return top
		}
	}
	return nil
}

// freesAlong: the free of the race's object is in the report's, further out, so the
// reported memory went with it.
func (w *weighing) freesAlong() bool {
	for _, s := range w.frees {
		f := firstOrMain(s)
		for i := range w.m.free {
			if f != nil && w.m.free[i].same(f) {
				return true
			}
		}
	}
	return false
}

// afterLoop is the frame of the handler that waited in the race's loop, which is over in
// the crash; nil if that handler is not what crashed. before: its line stands before the
// loop's, so it has not come to the loop, or the loop stands in one of the language.
func (w *weighing) afterLoop() (f *frame, at found, before bool) {
	if at = find(w.m.handler, w.chain); at.at < 0 {
		return nil, at, false
	}
	f, loop := &w.m.handler[at.at], &w.chain[at.in]
	return f, at, w.race.Loop != nil && f.line > 0 && loop.line > 0 && f.line < loop.line
}

// byStack compares the stack alone: nothing says what was freed.
func (w *weighing) byStack() {
	if w.freeing() {
		return
	}
	f, at, before := w.afterLoop()
	if f == nil {
		return
	}
	exact, near := w.atUse()
	along := w.goesAlong()
	if before && exact == nil && along == nil {
		return
	}
	nested := w.race.Loop != nil
	if nested {
		w.because(pointsLoop, "the handler that waits in the race's loop crashed after it, in %s", f.spoken)
	}
	if at.of > 0 && at.callers == at.of {
		w.because(pointsCallers, "it was called as in the recording, from %s on", outermost(w.chain))
	}
	object := w.worksOnObject(at.at)
	switch {
	case exact != nil:
		w.because(pointsPlace, "it is at a use of the race: %s", exact.spoken)
	case along != nil:
		w.because(pointsAlong, "it is at a use of what the race's free takes along: %s", along.spoken)
	case near != nil:
		points := pointsPlaces
		if f := first(w.uses[0]); f != nil && f.same(near) {
			points = pointsNear
		}
		w.because(points, "it is in a function that uses the object: %s", near.spoken)
	}
	if object != "" {
		w.because(pointsObject, "%s", object)
	}
	potential := w.race.Hold != nil && near != nil // its class is rarely known
	switch {
	case w.race.SetAside() && exact != nil:
		w.Confidence = Possible
	case w.race.SetAside():
	case exact != nil, along != nil:
		w.Confidence = Likely
	case nested && (object != "" || potential) && w.afterUse(f):
		w.Confidence = Possible
	case nested && near != nil && near.line == 0:
		w.Confidence = Possible // without lines there is no more to ask for
	case nested && w.m.crash.Wild && f.line > w.chain[at.in].line:
		w.because(pointsWild, "the address is neither that of a null pointer nor one that the program may use")
		w.Confidence = Possible
	}
}

// afterUse: the crash is at a line of the function that waited on which a use is, or later
// where an object ends that the use may have damaged, as far as lines say.
func (w *weighing) afterUse(f *frame) bool {
	if f.line == 0 {
		return true
	}
	known, ends := false, w.endsObject()
	for _, use := range w.uses {
		for i := range use {
			if use[i].line == 0 || !use[i].same(f) {
				continue
			}
			if known = true; f.line == use[i].line || f.line > use[i].line && ends {
				return true
			}
		}
	}
	return !known
}

// endsObject: a destructor of the program's runs, or the heap was found damaged.
func (w *weighing) endsObject() bool {
	top := first(w.m.handler)
	return top != nil && destroyed(top.name) != "" || heapDamaged(w.m.crash, w.m.handler)
}

// atUse: the crash is where a use is; exact has its line, too. What was inlined may stand
// in a report under the name of who called it.
func (w *weighing) atUse() (exact, near *frame) {
	top := first(w.m.handler)
	if top == nil {
		return nil, nil
	}
	for _, use := range w.uses {
		f := first(use)
		if f == nil {
			continue
		}
		potential := w.race.Hold != nil // its line is that of the loop
		switch {
		case !potential && f.line > 0 && f.line == top.line && f.file == top.file && calls(use, top):
			return top, nil
		case !f.same(top):
		case !potential && f.name == "" && f.offset > 0: // the same instruction
			return top, nil
		case f.line == 0 || top.line == 0 || top.line >= f.line:
			near = top
		}
	}
	return nil, near
}

// calls: a function is among those of a stack.
func calls(stack []frame, f *frame) bool {
	for i := range stack {
		if stack[i].own && stack[i].same(f) {
			return true
		}
	}
	return false
}

// goesAlong looks among what the audit found at risk in the race's loop: an object that
// the handler of the race's free frees, too, and that is used where the crash is.
func (w *weighing) goesAlong() *frame {
	top := first(w.m.handler)
	for _, l := range w.Trace.Loops {
		if top == nil || !slices.Contains(l.Races, w.race) {
			continue
		}
		for _, k := range l.Objects {
			if !k.AtRisk() || k.Freer == nil || w.race.Second.Event == nil || k.Freer.ID != w.race.Second.Event.ID {
				continue
			}
			if f := first(ofTraces(k.Use, w.m.files)); f != nil && f.line > 0 && f.line == top.line && f.same(top) {
				return top
			}
		}
	}
	return nil
}

// worksOnObject says by which frame an object of the race's class is what was worked on:
// a member function of it, the program's innermost function or what that called, or
// the one that waited, where an object of its ends.
func (w *weighing) worksOnObject(at int) string {
	if w.object == "" {
		return ""
	}
	innermost := min(at, shown(w.m.handler))
	for i := range w.m.handler[:at+1] {
		if i > innermost && !(i == at && w.endsObject()) {
			continue // what lies in between works on something else
		}
		if f := &w.m.handler[i]; class(f.name) == w.object {
			return fmt.Sprintf("%s is a function of %s, the class of the race's object", f.spoken, w.object)
		}
	}
	return ""
}

// freeing: the crash is in what frees the race's object, while its handler waits in the
// loop, as a free of what lies on the stack or was freed before ends.
func (w *weighing) freeing() bool {
	if w.race.Loop == nil || w.race.SetAside() {
		return false
	}
	var free *frame
	for _, s := range w.frees {
		for _, f := range own(s) {
			for i := range w.m.handler {
				if free == nil && w.m.handler[i].own && w.m.handler[i].same(&f) {
					free = &w.m.handler[i]
				}
			}
		}
	}
	waits := first(w.chain)
	if free == nil || waits == nil || !endsInFree(w.m.crash, w.m.handler) {
		return false
	}
	for _, open := range w.m.waiting {
		at := &open.stack[0]
		if at.same(waits) && (at.line == 0 || waits.line == 0 || at.line == waits.line) {
			w.because(pointsLoop, "%s waits in the race's loop", at.spoken)
			w.because(pointsFreeing, "the crash is in what frees the race's object meanwhile, %s", free.spoken)
			w.Confidence = Likely
			return true
		}
	}
	return false
}

// outermost is the function with which a handler begins.
func outermost(chain []frame) string {
	out := ""
	for _, f := range chain {
		if f.own {
			out = f.spoken
		}
	}
	return out
}
