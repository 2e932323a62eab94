package report

import (
	"fmt"
	"sort"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// describe names an event for a sentence.
func (e *Event) describe() string {
	switch {
	case e == nil || e.Name == mainEvent && e.Test == "":
		return "start-up code"
	case e.Name == mainEvent:
		return "test function " + clean(e.Test)
	}
	return "event " + clean(e.Name)
}

// isTask: another thread does it (internal/tasks).
func (e *Event) isTask() bool { return e.Kind == "env" && isTask(e.Type) }

func isTask(kind string) bool { return kind == "task" || kind == "work" || kind == drawn }

// drawn is the type of what a thread draws of a window, frame by frame.
const drawn = "frame"

// Details are what the framework recorded about an event.
func (e *Event) Details() string {
	if e == nil || e.Name == mainEvent {
		return ""
	}
	if e.Owner != "" {
		class, name := trace.SplitOwner(e.Owner)
		return e.Kind + " of " + clean(class) + quoted(name) + e.due() + e.ran() + e.during()
	}
	s := e.Kind
	switch lower := strings.ToLower(e.Type); {
	case e.Type == "" || lower == e.Kind:
	case e.Type == drawn:
		s = drawn
	case e.isTask():
		s = "task"
	case strings.HasPrefix(lower, e.Kind): // "deferred" adds nothing to DeferredDelete
		s = clean(e.Type)
	default:
		s += " " + clean(e.Type)
	}
	if e.Action != "" {
		s += " " + clean(e.Action)
	}
	if e.Class != "" {
		s += " to " + clean(e.Class)
	}
	s += quoted(e.Object)
	if e.Title != "" {
		s += " titled" + quoted(e.Title)
	}
	if e.Thread != "" {
		s += " posted by thread" + quoted(e.Thread)
	}
	return s + e.due() + e.ran() + e.during()
}

// ran is the function that the handler began with.
func (e *Event) ran() string {
	if e.Entry == "" {
		return ""
	}
	return ", which runs " + clean(e.Entry)
}

// due is when a timer fires.
func (e *Event) due() string {
	if e.Interval == "" {
		return ""
	}
	return ", " + clean(e.Interval) + " ms"
}

func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" %q", clean(name))
}

// Full is the name with the details, "start-up code" for none.
func (e *Event) Full() string { return e.full() }

// full is the name with the details.
func (e *Event) full() string {
	if d := e.Details(); d != "" {
		return e.describe() + " (" + d + ")"
	}
	return e.describe()
}

// narrate writes the parts of a race that are made from the order.
func (b *builder) narrate(r *Race) *Story {
	s := &Story{Steps: steps(r), Why: b.why(r), Schedule: schedule(r)}
	if l := b.leftBefore(r); l != nil && !r.Observed && r.Kind == kindUseFree {
		s.Why = append(s.Why, whyLeft(r, l))
		s.Schedule = leaving(r, l)
	}
	return s
}

// steps are what the recorded run did, in its order.
func steps(r *Race) []Step {
	seen := map[uint64]bool{sparsehb.NoOp: true}
	var out []Step
	said := func(actor *Event, op uint64, stack []symbols.Frame, script, text string) {
		if !seen[op] {
			seen[op] = true
			at, from := scripted(stack, script)
			out = append(out, Step{op, text + from, at, at, actor})
		}
	}
	add := func(actor *Event, op uint64, stack []symbols.Frame, format string, args ...any) {
		said(actor, op, stack, "", fmt.Sprintf(format, args...))
	}
	place := func(p *Place) {
		add(p.Event, p.Operation, p.own(), "%s %s", p.who(), p.act())
	}
	if r.Alloc != nil {
		place(r.Alloc)
	}
	place(&r.First)
	place(&r.Second)
	events := []*Event{r.First.Event, r.Second.Event}
	if l := r.Loop; l != nil {
		owner := l.Owner.describe()
		said(l.Owner, l.Pause, l.Stack, l.Script, owner+" spins the nested loop "+l.named())
		add(l.Resetter, l.Reset, nil, "%s ends loop %s", l.Resetter.describe(), clean(l.Name))
		add(l.Owner, l.Resume, nil, "the loop %s is over, %s goes on", clean(l.Name), owner)
		events = append(events, l.Resetter)
	}
	for _, e := range events {
		for _, run := range posters(e, sparsehb.NoOp) {
			for _, e := range run.shown() {
				said(e.postedBy(), e.Enq, e.PostStack[:len(e.PostStack)-e.postBelow], e.Script, e.sender()+" "+e.arrival())
				began, text := e.starts()
				add(e, began, nil, "%s", text)
			}
			if between := run.between(); between != "" {
				add(nil, run[1].Deq, nil, "%s", between)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Operation < out[j].Operation })
	approximate(out, r.Loop)
	return out
}

// postedBy is the event whose handler enqueued this one, nil where a thread did.
func (e *Event) postedBy() *Event {
	if e.Worker != "" {
		return nil
	}
	return e.Poster()
}

// approximate finds for steps without a place one that belongs to their handler: where the
// loop that ends is spun, the handler's next step, its last one, where it was posted.
func approximate(steps []Step, l *Loop) {
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Near != nil || s.actor == nil:
			continue
		case l != nil && s.Operation == l.Resume:
			s.Near = stepFrame(l.Stack)
		}
		for j := i + 1; s.Near == nil && j < len(steps); j++ {
			if steps[j].actor == s.actor {
				s.Near = steps[j].At
			}
		}
		for j := i - 1; s.Near == nil && j >= 0; j-- {
			if steps[j].actor == s.actor {
				s.Near = steps[j].At
			}
		}
		if s.Near == nil && s.actor.Name != mainEvent {
			s.Near = stepFrame(s.actor.PostStack[:len(s.actor.PostStack)-s.actor.postBelow])
		}
	}
}

// stepFrame is the frame that says where a step was taken, nil when only system
// libraries took part: their places are the same for every step.
func stepFrame(stack []symbols.Frame) *symbols.Frame {
	if f := at(stack); f != nil && !isSystem(f) {
		return f
	}
	return nil
}

// act says what an operation does, for a sentence that starts with who.
func (p *Place) act() string {
	switch p.Kind {
	case "alloc":
		return fmt.Sprintf("allocates %s at %s", count(p.Size, "byte", "bytes"), clean(p.Location)) + p.as()
	case "free":
		return "frees " + clean(p.Location) + p.as()
	case "destroy":
		return "destroys the object at " + clean(p.Location)
	case "scope":
		return "ends the scope of " + p.variable() + " at " + clean(p.Location)
	case "hold":
		return "goes on, and may use the object at " + clean(p.Location) + ", which it kept across the loop"
	case "use":
		return "uses the object at " + clean(p.Location)
	case "write":
		return fmt.Sprintf("writes %s at %s", count(p.Size, "byte", "bytes"), clean(p.Location))
	}
	return fmt.Sprintf("reads %s at %s", count(p.Size, "byte", "bytes"), clean(p.Location))
}

// Act is the operation in a word or a few: `read`, `alloc as Viewer`.
func (p *Place) Act() string { return p.Kind + p.as() }

// as names the type that an allocation or a free is of, for the end of a clause.
func (p *Place) as() string {
	if p.Type == "" {
		return ""
	}
	return " as " + clean(p.Type)
}

// named is the loop's name, with the function that spins it.
func (l *Loop) named() string {
	if l.What == "" {
		return clean(l.Name)
	}
	return clean(l.Name) + " (" + clean(l.What) + ")"
}

// arrival says how the event got into its queue.
func (e *Event) arrival() string {
	name := clean(e.Name)
	switch e.Kind {
	case "timer":
		return "starts timer " + name
	case "socket":
		return "waits for socket event " + name
	case "deferred":
		return "asks for the deferred delete " + name
	case "input", "env":
		if e.isTask() {
			return "asks for task " + name
		}
		return "makes " + e.Kind + " event " + name + " possible"
	}
	return "posts " + name
}

// why says in a few sentences what the order lacks.
func (b *builder) why(r *Race) []string {
	u, f := r.First.Event, r.Second.Event
	if r.Kind == kindDoubleFree {
		return []string{fmt.Sprintf("%s frees %s (operation %d), and nothing allocates it again before %s frees it once more (operation %d).",
			upper(u.full()), clean(r.First.Location), r.First.Operation, f.full(), r.Second.Operation)}
	}
	if r.Loop == nil {
		return []string{
			fmt.Sprintf("The %s happens in %s, %s, the %s in %s, %s; neither comes before the other: %s.",
				noun(&r.First), u.full(), u.origin(), noun(&r.Second), f.full(), f.origin(), b.unordered(u, f)),
		}
	}
	l := r.Loop
	out := []string{}
	ends := fmt.Sprintf("Nothing recorded ends loop %s", clean(l.Name))
	if l.Reset != sparsehb.NoOp {
		ends = fmt.Sprintf("Loop %s of %s is ended by %s", clean(l.Name), l.Owner.describe(), l.Resetter.full())
	}
	reason := b.unordered(l.Resetter, f)
	if l.Resetter == f {
		reason = "the free happens in the same handler"
	}
	out = append(out, fmt.Sprintf("%s; the free happens in %s, %s; %s.", ends, f.full(), f.origin(), reason))
	if r.Second.Owned {
		out = append(out, fmt.Sprintf("What %s frees is a parent of the object across the loop, and takes its children along; in the recorded run the object was freed before that.", f.describe()))
	}
	return append(out, fmt.Sprintf("So %s may be delivered while %s waits in the loop, and also after it went on.", f.describe(), l.Owner.describe()))
}

// noun calls an operation by what it is.
func noun(p *Place) string {
	switch p.Kind {
	case "alloc":
		return "allocation"
	case "hold":
		return "potential use"
	case "scope":
		return "end of the scope"
	}
	return p.Kind
}

// sender is who enqueued the event: a handler, or another thread.
func (e *Event) sender() string {
	if e.Worker != "" {
		return e.Worker
	}
	if e.Early {
		return "what came before the trace"
	}
	return e.Poster().describe()
}

// origin says who brought an event about.
func (e *Event) origin() string {
	switch {
	case e == nil:
		return "outside every handler"
	case e.Name == mainEvent && e.Test != "":
		return "which QtTest calls"
	case e.Name == mainEvent:
		return "before the default loop"
	case e.Early:
		return "which was posted before the trace begins"
	case e.Enq == sparsehb.NoOp:
		return "which arrives from outside"
	case e.Kind == "timer":
		return "a timer started by " + e.sender()
	case e.Kind == "posted":
		return "posted by " + e.sender()
	}
	return "brought about by " + e.sender()
}

// unordered gives the reason for which two deliveries have no order. The
// engine found that there is none; this only finds words for it.
func (b *builder) unordered(x, y *Event) string {
	for _, e := range []*Event{x, y} {
		switch {
		case e == nil:
			return "code outside every handler is ordered by posts only"
		case e.isTask():
			return e.describe() + " is one of another thread, which may be late"
		case e.Kind == "input":
			return e.describe() + " is external input, which can arrive at any time"
		case e.Enq == sparsehb.NoOp || e.Kind == "env" || e.Kind == "socket":
			return e.describe() + " comes from outside the program and can arrive at any time"
		}
	}
	for _, e := range []*Event{x, y} {
		switch e.Kind {
		case "timer":
			return e.describe() + " fires when its interval is over, whatever else is queued"
		case "deferred":
			return e.describe() + " is a deferred delete, which waits for a loop level and not for its turn"
		}
	}
	bx, by := b.order.BlockOf(x.Enq), b.order.BlockOf(y.Enq)
	switch {
	case bx == sparsehb.NoBlock || by == sparsehb.NoBlock:
		return "one of them is posted by another thread or outside every handler, and no rule orders that post"
	case x.Prio != y.Prio:
		return "their priorities differ, so that the queue may turn their order around"
	case bx == by || b.order.Before(bx, by) || b.order.Before(by, bx):
		return "one is posted after the other, but a nested loop in between leaves the ends of their handlers unordered"
	}
	return "neither is posted after the other"
}

// schedule lists the deliveries that make the race happen.
func schedule(r *Race) []string {
	first, second := r.First.Event.describe(), r.Second.Event.describe()
	if r.Kind == kindReadWrite || r.Kind == kindState {
		return []string{
			fmt.Sprintf("Deliver %s before %s (recorded: the other way round).", second, first),
			"The value that is read or kept then differs from the recorded run's.",
		}
	}
	if r.Kind == kindDoubleFree {
		return []string{"The recorded order: it happens in every run like this one."}
	}
	if r.Observed {
		return []string{
			fmt.Sprintf("The recorded order: %s %s the memory (operation %d), %s uses it later (operation %d).",
				second, r.Second.ends(), r.Second.Operation, first, r.First.Operation),
			"Where that crashed nothing, the memory was not checked.",
		}
	}
	if r.dangles() {
		return []string{
			fmt.Sprintf("The recorded order: %s %s the memory inside the loop (operation %d), then %s went on (operation %d).",
				second, r.Second.ends(), r.Second.Operation, first, r.First.Operation),
			"Where it used the memory, nobody saw it: that was not checked.",
		}
	}
	var out []string
	limit := sparsehb.NoOp
	if r.First.Event != nil {
		limit = r.First.Event.Deq
	}
	if l := r.Loop; l != nil {
		limit = l.Pause
		out = append(out, fmt.Sprintf("Run as recorded until %s spins loop %s (operation %d).", l.Owner.describe(), clean(l.Name), l.Pause))
	}
	where := "before " + first
	if r.Loop != nil {
		where = "inside the loop"
	}
	for _, run := range missingPosters(r.Second.Event, limit) {
		out = append(out, fmt.Sprintf("Deliver %s %s.", run.full(), where))
	}
	if r.Second.Kind == "scope" && r.Loop == nil {
		return append(out, fmt.Sprintf("Let %s and its loops end before %s: what it had on the stack is gone.", r.Second.Event.full(), first),
			fmt.Sprintf("%s starts and uses what was there.", upper(first)))
	}
	out = append(out, fmt.Sprintf("Deliver %s %s: it %s %s.", r.Second.Event.full(), where, r.Second.ends(), clean(r.Second.Location)))
	if l := r.Loop; l != nil && l.Resetter != nil && l.Resetter != r.Second.Event {
		out = append(out, fmt.Sprintf("Then deliver %s: the loop ends.", l.Resetter.full()))
	}
	then := "starts"
	if r.Loop != nil {
		then = "goes on"
	}
	return append(out, fmt.Sprintf("%s %s and uses freed memory.", upper(first), then))
}

// upper starts a sentence.
func upper(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]&^0x20) + s[1:]
}
