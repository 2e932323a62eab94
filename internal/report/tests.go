package report

import (
	"sort"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Functions of a test by QtTest. To the order they are start-up code, for nothing but
// QTest::qExec calls them, one after the other; people know them by their names. The recorder
// says from where to where each runs (attribute `test`, docs/trace-language.md).

// testRun is a test function, maybe with a row of its data, and when it ran.
type testRun struct {
	name     string // loads(two files)
	from, to uint64 // operations; to is sparsehb.NoOp where the trace ends in it
}

// testRuns are those of a trace, in their order.
func testRuns(events []sparsehb.Event) []testRun {
	var out []testRun
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Env || e.Enq == sparsehb.NoOp || e.Deq != sparsehb.NoOp {
			continue
		}
		if name := e.Attr("test"); name != "" {
			out = append(out, testRun{name, e.Enq, e.Drop})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].from < out[j].from })
	return out
}

// testAt is the test function that ran at an operation, "" for none.
func (b *builder) testAt(op uint64) string { return b.testRunAt(op).name }

func (b *builder) testRunAt(op uint64) testRun {
	n := sort.Search(len(b.tests), func(i int) bool { return b.tests[i].from > op })
	if n == 0 || op == sparsehb.NoOp {
		return testRun{}
	}
	if run := b.tests[n-1]; run.to == sparsehb.NoOp || op < run.to {
		return run
	}
	return testRun{}
}

// madeAt is the event that did an operation, as made has it; of start-up code the part that is
// one test function.
func (b *builder) madeAt(id trace.EventID, op uint64) *Event {
	e := b.made(id)
	if e == nil || e.Name != mainEvent {
		return e
	}
	run := b.testRunAt(op)
	if run.name == "" {
		return e
	}
	part := b.parts[run.from]
	if part == nil {
		own := *e
		own.Test, own.began, own.over, part = run.name, run.from, run.to, &own
		b.parts[run.from] = part
	}
	return part
}

// eventAt is madeAt for who does not hold the lock.
func (b *builder) eventAt(id trace.EventID, op uint64) *Event {
	b.naming.Lock()
	defer b.naming.Unlock()
	return b.madeAt(id, op)
}

// during names the test function that waited meanwhile.
func (e *Event) during() string {
	if e.Test == "" {
		return ""
	}
	return ", in test " + clean(e.Test)
}

// test is the test function during which the loop was spun.
func (l *Loop) test() string {
	if l.Owner == nil {
		return ""
	}
	return l.Owner.Test
}

// starts says from where on a handler runs: a part of start-up code from where QtTest called it.
func (e *Event) starts() (op uint64, text string) {
	if e.Name == mainEvent && e.Test != "" {
		return e.began, e.describe() + " starts"
	}
	return e.Deq, "the handler of " + e.full() + " starts"
}

// Span is from where to where a test function ran, if e is one.
func (e *Event) Span() (from, to uint64, isTest bool) {
	return e.began, e.over, e.Name == mainEvent && e.Test != ""
}
