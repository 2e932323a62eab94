package selftest

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/trace"
)

// fact is something that a test program does, and what must have been recorded of it.
// Steps have the numbers of that program.
type fact struct {
	mode  string                 // of the program, "": drive; of one that follows a schedule: that
	hook  string                 // that is missing if it was not seen; see namesOf
	what  string                 // that was not seen
	takes string                 // what an analysis lacks without it
	file  int                    // of the library, that must be there; 0: always is
	needs string                 // hooks without which nothing can be said of it, by ", "
	seen  func(r *recorded) bool // nil: says is looked at, or the steps of the family do
	says  string                 // a line that the steered program prints
	// steers: a run cannot be steered into such a race without it. nil: no race needs it.
	steers func(*Steered) bool
}

// blanks are words in names of hooks that stand for one of several.
var blanks = map[string][]string{
	"DISPATCHER": {"QEventDispatcherUNIX", "QEventDispatcherGlib"},
	inputFact:    {"libsparseinput5.so", "libsparseinput6.so"},
}

// namesOf are the hooks that the name of a fact stands for.
func namesOf(hook string) []string {
	for blank, words := range blanks {
		if strings.Contains(hook, blank) {
			var names []string
			for _, w := range words {
				names = append(names, strings.ReplaceAll(hook, blank, w))
			}
			return names
		}
	}
	return []string{hook}
}

// factsOf are those that a hook is missing by.
func factsOf(hook string) []fact {
	var list []fact
	for _, family := range Families {
		for _, f := range family.facts() {
			if slices.Contains(namesOf(f.hook), hook) {
				list = append(list, f)
			}
		}
	}
	return list
}

// factsVersion changes with what is looked at.
func factsVersion(facts []fact) string {
	h := sha256.New()
	for _, f := range facts {
		fmt.Fprintln(h, f.mode, f.hook, f.what, f.takes, f.file, f.needs, f.says)
	}
	return string(h.Sum(nil))
}

// markType is the type of the event that begins a step, whose name is its number.
const markType = "Step"

// recorded are the operations of the test program, by step.
type recorded struct {
	dispatcher string          // of Qt, that turned the loop
	said       map[string]bool // lines that the program printed
	steps      map[int][]trace.Op
	all        []trace.Op
	asked      map[trace.EventID]trace.Op // its enq
	deq        map[trace.EventID]bool
	current    int
}

func newRecorded() *recorded {
	return &recorded{steps: map[int][]trace.Op{}, said: map[string]bool{}, asked: map[trace.EventID]trace.Op{}, deq: map[trace.EventID]bool{}, current: -1}
}

func (r *recorded) add(op trace.Op) {
	if op.Kind == trace.Enq && op.Attr("type") == markType {
		if n, err := strconv.Atoi(op.Attr("name")); err == nil {
			r.current = n
			return
		}
	}
	switch op.Kind {
	case trace.Enq:
		r.asked[op.Event] = op
	case trace.Deq:
		r.deq[op.Event] = true
	}
	r.steps[r.current] = append(r.steps[r.current], op)
	r.all = append(r.all, op)
}

func (r *recorded) find(step int, is func(*trace.Op) bool) *trace.Op {
	for i := range r.steps[step] {
		if is(&r.steps[step][i]) {
			return &r.steps[step][i]
		}
	}
	return nil
}

func (r *recorded) anywhere(is func(*trace.Op) bool) bool {
	for i := range r.all {
		if is(&r.all[i]) {
			return true
		}
	}
	return false
}

func (r *recorded) has(step int, k trace.Kind) bool {
	return r.find(step, func(op *trace.Op) bool { return op.Kind == k }) != nil
}

func (r *recorded) enq(step int, kind string) *trace.Op {
	return r.find(step, func(op *trace.Op) bool { return op.Kind == trace.Enq && op.Attr("type") == kind })
}

func (r *recorded) delivered(enq *trace.Op) bool { return enq != nil && r.deq[enq.Event] }

func (r *recorded) dropped(step int, enq *trace.Op) bool {
	return enq != nil && r.find(step, func(op *trace.Op) bool { return op.Kind == trace.Drop && op.Event == enq.Event }) != nil
}

// loops: the step has one loop, of that name.
func (r *recorded) loops(step int, name string) bool {
	n := 0
	for i := range r.steps[step] {
		op := &r.steps[step][i]
		if op.Kind != trace.Pause {
			continue
		}
		if n++; op.Attr("what") != name {
			return false
		}
	}
	return n == 1
}

// stopped: the step ended the coming event of something that was started by that function.
func (r *recorded) stopped(step int, kind string) bool {
	return r.find(step, func(op *trace.Op) bool {
		asked := r.asked[op.Event]
		return op.Kind == trace.Drop && asked.Attr("type") == kind
	}) != nil
}

// stoppedAtOnce is stopped, and the memory of what was asked for was still there: where the hook
// saw nothing, the next one at the same address says so, too late.
func (r *recorded) stoppedAtOnce(step int, kind string) bool {
	asked := trace.NoEvent
	for i := range r.steps[step] {
		switch op := &r.steps[step][i]; {
		case op.Kind == trace.Enq && asked == trace.NoEvent && op.Attr("type") == kind:
			asked = op.Event
		case asked == trace.NoEvent:
		case op.Kind == trace.Free:
			return false
		case op.Kind == trace.Drop && op.Event == asked:
			return true
		}
	}
	return false
}

// count is how many events of a type were asked for in a step.
func (r *recorded) count(step int, kind string) int {
	n := 0
	for i := range r.steps[step] {
		if op := &r.steps[step][i]; op.Kind == trace.Enq && op.Attr("type") == kind {
			n++
		}
	}
	return n
}

// answered: the step asked for something of that type, and it came.
func (r *recorded) answered(step int, kind string) bool { return r.delivered(r.enq(step, kind)) }

// defaultLoop: the program's own loop was entered and left.
func (r *recorded) defaultLoop() bool {
	return r.anywhere(func(op *trace.Op) bool { return op.Kind == trace.EnterLoop }) &&
		r.anywhere(func(op *trace.Op) bool { return op.Kind == trace.ExitLoop })
}
