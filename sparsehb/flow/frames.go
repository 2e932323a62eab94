package flow

import (
	"strings"

	"sparseracer/internal/trace"
)

// frame is a call that is under way; the lowest of a handler is the handler's own.
type frame struct {
	id       uint32
	call     trace.SiteID // 0: a handler's
	args     []label
	all      label // of what went in, objects included
	objects  []trace.Span
	control  label
	result   label
	returned bool // instrumented code gave the result
	saved    int  // registers saved before it
	pending  int
}

// pendingCall is a call that a racy read decides about.
type pendingCall struct {
	frame uint32
	call  trace.SiteID
	label label
}

func (f *Follower) top() *frame { return &f.frames[len(f.frames)-1] }

func (f *Follower) push(x frame) {
	if len(f.frames) >= maxFrames {
		f.counts.Capped++
		return
	}
	f.nextID++
	x.id, x.saved, x.pending = f.nextID, len(f.saved), len(f.pending)
	f.frames = append(f.frames, x)
}

func (f *Follower) pop() frame {
	x := *f.top()
	f.omissions(x)
	for i := len(f.saved) - 1; i >= x.saved; i-- {
		f.reg[f.saved[i].site] = f.saved[i].register
	}
	f.saved = f.saved[:x.saved]
	if len(f.frames) > 1 {
		f.frames = f.frames[:len(f.frames)-1]
	}
	return x
}

// Operation takes any other operation.
func (f *Follower) Operation(op *trace.Op, block BlockID, n uint64) {
	switch op.Kind {
	case trace.Alloc, trace.Free:
		if op.Kind == trace.Alloc || op.Attr("kind") != "destroy" {
			f.ends(op.Addr, op.Addr+max(op.Size, 1), n)
		}
	case trace.Copy:
		if block == NoBlock {
			f.mem.set(op.Addr, op.Addr+op.Size, 0)
		} else {
			f.mem.copy(op.Addr, op.From, op.Size, f.top().control)
			f.copyRacy(op, block, n)
		}
	}
	if block == NoBlock {
		return
	}
	switch op.Kind {
	case trace.Deq:
		f.push(frame{})
	case trace.End:
		for len(f.frames) > 1 && f.pop().call != 0 {
		}
	case trace.ExitLoop:
		f.omissions(*f.top())
	case trace.Flow:
		f.flow(op, block, n)
	case trace.Sink:
		f.sink(op, block, n)
	}
}

// racyBytes is what a read of bytes by code that nobody instrumented may have found.
func (f *Follower) racyBytes(lo, hi uint64, stack trace.StackID, block BlockID, n uint64) (l label) {
	hi = min(hi, lo+maxRange)
	for g := lo >> 3; lo < hi && g <= (hi-1)>>3; g++ {
		if at := f.cell(g); at >= 0 {
			from, to := max(lo, g<<3), min(hi, g<<3+8)
			l = f.labels.union(l, f.racy(at, mask(g, lo, hi), &trace.Access{Addr: from, Size: to - from, Stack: stack}, block, n))
		}
	}
	return l
}

// copyRacy gives a copy what the read of its source found.
func (f *Follower) copyRacy(op *trace.Op, block BlockID, n uint64) {
	lo, hi := op.From, op.From+min(op.Size, maxRange)
	for g := lo >> 3; lo < hi && g <= (hi-1)>>3; g++ {
		from, to := max(lo, g<<3), min(hi, g<<3+8)
		l := f.racyBytes(from, to, op.Stack, block, n)
		f.mem.join(op.Addr+(from-lo), op.Addr+(to-lo), l)
	}
}

// ends goes on to the next cells of [lo, hi), as the collector did.
func (f *Follower) ends(lo, hi, n uint64) {
	f.mem.set(lo, hi, 0)
	next := func(g uint64) {
		if at := f.cell(g); at >= 0 && f.cells[at].end == n {
			f.put(g, f.cells[at].next)
		}
	}
	f.now.each(lo>>3, (hi-1)>>3, func(g uint64, _ uint32) { next(g) })
}

func (f *Follower) flow(op *trace.Op, block BlockID, n uint64) {
	if int(op.Site) >= len(f.sites) {
		return
	}
	s := &f.sites[op.Site]
	switch s.Kind {
	case trace.SiteCall:
		f.call(op, s)
	case trace.SiteBack:
		f.back(op.Site, s, block, n)
	case trace.SiteReturn:
		if top := f.top(); top.call == 0 || f.called(top.call, op.Site) {
			top.result = f.labels.union(top.result, f.of(s.Value))
			top.returned = true
		}
	}
}

// called: the function that a site stands in may be the one that a call is of.
func (f *Follower) called(call, at trace.SiteID) bool {
	name := f.sites[call].Name
	return name == "" || name == f.program.nameOf(at)
}

func (f *Follower) call(op *trace.Op, s *trace.Site) {
	f.made[op.Site] = f.top().id
	x := frame{call: op.Site, control: f.labels.union(f.top().control, f.labels.turn(f.of(s.Control), byControl))}
	for _, deps := range s.Args {
		l := f.of(deps)
		x.args = append(x.args, l)
		x.all = f.labels.union(x.all, l)
	}
	x.objects = append(x.objects, op.Objects...)
	f.push(x)
}

// back ends the frames down to that of the call. One that no instrumented code
// answered for is a call into somebody else's.
func (f *Follower) back(at trace.SiteID, s *trace.Site, block BlockID, n uint64) {
	if len(s.Value) == 0 {
		return
	}
	i := len(f.frames) - 1
	for ; i > 0 && f.frames[i].call != 0 && f.frames[i].call != trace.SiteID(s.Value[0]); i-- {
	}
	if i == 0 || f.frames[i].call == 0 {
		return // it was cut off: nothing is known of the result
	}
	var x frame
	for len(f.frames) > i {
		x = f.pop()
	}
	if !x.returned {
		x.result = f.stock(&x, block, n)
	}
	f.give(at, x.result)
	if x.result != 0 {
		f.decides(at, x.result)
	}
}

// stock: what went in, by value or by pointer, may come out in the result and in
// the first object, unless that is one that the call leaves as it is; a constructor's
// first object is what it makes it.
func (f *Follower) stock(x *frame, block BlockID, n uint64) label {
	f.counts.StockCalls++
	name := f.sites[x.call].Name
	for _, o := range x.objects {
		if o.Size == 0 {
			f.counts.UnsizedObjects++
		}
	}
	if isConstructor(name) && len(x.objects) > 0 {
		f.mem.set(x.objects[0].Addr, x.objects[0].Addr+x.objects[0].Size, 0)
	}
	l := f.handed(x, block, n)
	if l != 0 && len(x.objects) > 0 && x.objects[0].Size > 0 && !f.program.leavesObject(f.sites, x.call) {
		o := x.objects[0]
		f.mem.join(o.Addr, o.Addr+o.Size, f.labels.union(l, x.control))
	}
	return l
}

// handed is the label of all that a call was handed.
func (f *Follower) handed(x *frame, block BlockID, n uint64) label {
	l := x.all
	for _, o := range x.objects {
		if o.Size == 0 {
			continue
		}
		l = f.labels.union(l, f.mem.get(o.Addr, o.Addr+o.Size))
		l = f.labels.union(l, f.racyBytes(o.Addr, o.Addr+o.Size, trace.NoStack, block, n))
	}
	return l
}

// isConstructor: of the names of C++, as they are linked.
func isConstructor(name string) bool {
	return strings.HasPrefix(name, "_ZN") && (strings.Contains(name, "C1E") || strings.Contains(name, "C2E"))
}

// decides notes the calls that would reach a sink and that a value decides about.
func (f *Follower) decides(at trace.SiteID, l label) {
	for _, call := range f.program.decidedBy(at) {
		if len(f.pending) < maxPending {
			f.pending = append(f.pending, pendingCall{frame: f.top().id, call: call, label: l})
		}
	}
}

// omissions: of these, the ones that were not made in a frame that is over.
func (f *Follower) omissions(x frame) {
	for _, p := range f.pending[x.pending:] {
		if p.frame == x.id && f.made[p.call] != x.id {
			f.reach(p.label, byControl, func(path *Path) {
				path.Sink, path.Omitted = f.sites[p.call].Name, true
			})
		}
	}
	f.pending = f.pending[:x.pending]
}
