package filter

import (
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

var asked = Filter{
	ID: "FQ", Name: "asked by the library", Aliases: []string{"RQ"}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 40, Group: Again,
	Reason:   "asked: the library came to the object by itself, and finds only what lives",
	Sentence: "The library came to the object by itself, without a function of the program in between, and finds only what lives.",
	Limit:    "Needs symbols: without them such pairs are reported.",
	Breaks:   "A member function that uses another object of its class; a header's function, for an item kept.",
	ask:      (*decision).ask,
}

// Asked by the library (docs/trace-language.md): Qt comes to an object by itself,
// without a function of the program in between, and calls a virtual function of the
// object's. It looks for its objects when it needs them (the window in front, what
// is under the pointer, the children), and each takes itself out when it goes.
//
// What a template of Qt's headers does to Qt's own memory, because Qt called it (QMetaTypeForType<T>, which copies
// what an item has), is as little a use as what Qt does there by itself, which nobody records. The program's use is
// the call that led there.
//
// The function by which a signal reaches its receiver is another matter: what it calls
// works on that receiver, so uses of the same object in there come of it, too.

// Stacks resolves stacks of uses to frames. Symbols are not the engine's: who asks for
// the analysis hands it over, with the same one for every verb.
type Stacks interface {
	// Handlers returns, for each stack, the frames of its handler, the innermost first.
	Handlers(t *trace.Tables, list []Stack) [][]Frame
}

// Stack is one of uses.
type Stack struct {
	Use  trace.StackID // of an access
	Base trace.StackID // what lies below the handler: that of the loop it was delivered in, or NoStack
}

// Frame is one function of a stack.
type Frame struct {
	Class, Name string // of a member function; Class is "" for others
	Module      string // path of the file that it lies in
	System      bool   // it is not the program's
}

// What AskedFor says.
const (
	notAsked = ""
	isAsked  = "asked"
	received = "received" // for a signal, and the use is in what hands that to the object's slot
)

// AskedFor says whether the library came to an object of a class by itself, "" if it did
// not. Of the frames of its handler one is the program's, a member of the
// object's own class, and the library called it.
func AskedFor(handler []Frame, class string) string {
	app := -1
	for i := range handler {
		if !handler[i].System {
			if app >= 0 {
				return notAsked
			}
			app = i
		}
	}
	if app < 0 || app+1 >= len(handler) || !system.IsToolkit(handler[app+1].Module) || handler[app].Class == "" {
		return notAsked
	}
	switch f := &handler[app]; {
	case f.Name == "run": // QThreadPool forgets no deleted QRunnable
	case class == "":
		if f.Name == "metaObject" { // it looks at what Qt's part of the object keeps elsewhere
			return isAsked
		}
	case f.Name == "qt_static_metacall": // a base's, too: what it looks at is the receiver that Qt hands it
		return received
	case f.Class == class:
		return isAsked
	}
	return notAsked
}

// ForLibrary says whether a function of a library's header does, for the library that called it, what was done:
// it copies a value of the program's type from one place of the library's to another one.
func ForLibrary(handler []Frame) bool {
	for i := range handler {
		switch f := &handler[i]; {
		case system.IsToolkit(f.Module):
			return i > 0
		case !f.System:
			return false
		}
	}
	return false
}

// isLibrarys: the object is memory that a library made for itself.
func (d *decision) isLibrarys(c *Candidate) bool {
	t := d.o.Tables()
	m := moduleOf(t, c.Alloc.Stack)
	return c.AllocOp != heap.NoOp && m != nil && system.IsToolkit(m.Path) && t.TypeOf(c.Alloc.Stack) == ""
}

// receipt is what a block does with an object because that received a signal.
type receipt struct {
	op     uint64        // the use that shows it
	caller trace.StackID // of the function that was called for it
}

type receiver struct {
	block   order.BlockID
	allocOp uint64
}

// ask resolves the stacks that are left, each once.
func (d *decision) ask(by *Filter) {
	if d.stacks == nil {
		return
	}
	var list []Stack
	index := map[Stack]int{}
	for i := range d.candidates {
		s, ok := d.stackOf(d.candidates[i])
		if _, known := index[s]; ok && !known {
			index[s] = len(list)
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return
	}
	frames := d.stacks.Handlers(d.o.Tables(), list)
	receipts := map[receiver]receipt{} // the first ones
	for i := range d.candidates {
		c := d.candidates[i]
		s, ok := d.stackOf(c)
		if !ok {
			continue
		}
		found := AskedFor(frames[index[s]], d.o.Tables().TypeOf(c.Alloc.Stack))
		if found == notAsked && ForLibrary(frames[index[s]]) && d.isLibrarys(c) {
			found = isAsked
		}
		if found == notAsked {
			continue
		}
		c.By = by
		key := receiver{c.Use.Block, c.AllocOp}
		if r, known := receipts[key]; found == received && (!known || c.Use.Op < r.op) {
			receipts[key] = receipt{c.Use.Op, d.o.Tables().Parent(c.Use.Stack)}
		}
	}
	d.follow(receipts, by)
}

// stackOf is what there is to ask about a candidate, if anything is.
func (d *decision) stackOf(c *Candidate) (s Stack, ok bool) {
	if c.By != nil || c.After || c.Use.Live != nil {
		return s, false
	}
	if waited, ok := d.waited(c); !ok || len(waited) > 0 {
		return s, false
	}
	return Stack{Use: c.Use.Stack, Base: d.below(c.Use.Block)}, true
}

// follow filters what comes of the receipts.
func (d *decision) follow(receipts map[receiver]receipt, by *Filter) {
	for i := range d.candidates {
		c := d.candidates[i]
		r, known := receipts[receiver{c.Use.Block, c.AllocOp}]
		if _, ok := d.stackOf(c); ok && known && r.op < c.Use.Op && d.o.Tables().Below(c.Use.Stack, r.caller) {
			c.By = by
		}
	}
}
