package filter

import (
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var modal = Filter{
	ID: "FM", Name: "modality", Aliases: []string{"RM"}, Kind: order.Assumption, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 50, Group: Modal,
	Reason:   "modal: the free needs input to a window that a modal dialog blocks until after the use",
	Sentence: "The free needs input to a window that a modal dialog blocks until after the use.",
	Limit:    "The input is looked for up to 12 posts back.",
	Breaks:   "A program that closes the window itself; a loop of another handler.",
	HeldBy:   []string{"TestFilterSchedules", "TestFilterPremises", "TestFilterLimits"},
	prepare:  func(f *Filters) { f.modality, f.shown, f.arming = f.spans("blocks"), f.spans("arms"), f.armingEvents() },
	pair:     func(f *Filters, x *race.Object, u *race.Use) bool { return f.keptFrom(x, u) != nil },
	byCall:   func(f *Filters, x *race.Object, u *race.Use) bool { return closes(f.keptFrom(x, u)) },
}

// Modality, the filter FM: while a modal dialog is shown, the windows it blocks
// get no input. That is no order: what the input does may come before the dialog
// is shown, and after it. So it is a filter of pairs (docs/trace-language.md,
// Races), which asks whether a free in block F can come before a use u in block
// U that the recorded run had first:
//
//  1. F needs an input A to window W: F is A's, or of an event that A posted, or
//     that something posted by A did, and so on. W is blocked from block S to
//     block H.
//  2. If U comes before H, then so must F, and A, which cannot come after S. If
//     S ≺ FB(A), that is all.
//  3. Else S may lie in the first block of an event X, S ≼ U, whose receiver F
//     takes away, and U's event come of X (depends.go), for where F is first X does
//     not come: F comes after S, for X needs its receiver. Let F be of A's last
//     block, or of a deferred delete asked for there that waits for loops less
//     deep than X's. If A started before S, then either it waits in a loop that X
//     is delivered in, and F comes after all of X, or it was over when X started,
//     and F, which is not before X, is not inside its loops either: it comes
//     after all of X again. So it is too late for U before H, if H is inside X.
//  4. And it is too late for U inside X but after H if F is of a deferred delete
//     and H's event ends the one loop that X spins meanwhile: A may come in the
//     last iteration of that loop, but the delete has to wait for another. Not under
//     Qt's own dispatcher, where the input may come before the iteration's batch.
//  5. Where A closes the window, which a call may do all the same, U counts as before H if its
//     event is input to the dialog itself: it comes while that is shown. What hides the
//     dialog would have to come inside a loop of U's handler, below the one that shows it.
type modality map[string][]blockade // by window

// blockade is from block S to block H that a window gets no input, or is shown.
type blockade struct {
	from, to order.BlockID
	over     uint64 // operation that ends it
}

// stopped are the kinds of input that Qt does not deliver to a blocked window
// (QGuiApplicationPrivate::process…Event of 5.15 and 6.4).
var stopped = []string{"Close", "Mouse", "Wheel", "Key", "Touch"}

// spans are from the enq to the drop of what has this attribute with the name of a window.
func (f *Filters) spans(attribute string) modality {
	m := modality{}
	for i := range f.o.Events() {
		e := &f.o.Events()[i]
		if w := e.Attr(attribute); strings.HasPrefix(w, "shown:") && e.Enq != heap.NoOp && e.Drop != heap.NoOp {
			if b := (blockade{f.o.EnqBlock(e.ID), f.o.BlockOf(e.Drop), e.Drop}); b.from >= 0 && b.to >= 0 {
				m[w] = append(m[w], b)
			}
		}
	}
	return m
}

// fewPosters is how far back the input is looked for that a free needs.
const fewPosters = 12

// keptFrom is the input by which modality keeps the free of x away from the use u, which
// came before it in the recorded run; nil if it does not.
func (f *Filters) keptFrom(x *race.Object, u *race.Use) *order.Event {
	if len(f.modality) == 0 || x.Data.FreeBlock < 0 {
		return nil
	}
	e := f.o.EventOf(x.Data.FreeBlock)
	for range fewPosters {
		if e < 0 {
			break
		}
		a := &f.o.Events()[e]
		if a.Kind == trace.Input && slices.Contains(stopped, a.Attr("type")) {
			for _, w := range strings.Fields(a.Attr("needs")) {
				if slices.ContainsFunc(f.modality[w], func(b blockade) bool { return f.keeps(&b, a, x, u) }) {
					return a
				}
			}
		}
		e = a.Poster
	}
	return nil
}

// closes: the input closes a window. Not only a person does that: a D-Bus call, the end of
// the session and quit do as well, and no modal dialog blocks those.
func closes(a *order.Event) bool { return a != nil && a.Attr("type") == "Close" }

// keeps reports whether the blockade b of the window that the input a goes to
// keeps the two apart.
func (f *Filters) keeps(b *blockade, a *order.Event, x *race.Object, u *race.Use) bool {
	before := f.o.Before(u.Block, b.to) || u.Block == b.to && u.Last < b.over || closes(a) && f.isToTheDialog(b, u) // (5)
	if before && f.o.Before(b.from, a.FirstBlock) {
		return true // (2)
	}
	opener := f.openerOf(b, x, u)
	free := &f.o.Events()[f.o.EventOf(x.Data.FreeBlock)]
	own := free.ID == a.ID && x.Data.FreeBlock == a.LastBlock
	deferred := opener != nil && free.Kind == trace.Deferred && free.Poster == a.ID &&
		f.o.EnqBlock(free.ID) == a.LastBlock && f.waitsFor(free, opener)
	if opener == nil || !own && !deferred {
		return false
	}
	return before && f.o.AtOrBefore(b.to, opener.LastBlock) || deferred && !f.o.Rules().Early() && f.endsWith(b, opener, u) // (3), (4)
}

// isToTheDialog: the event of the use needs a window that is shown when the blockade begins, and
// hidden when it ends.
func (f *Filters) isToTheDialog(b *blockade, u *race.Use) bool {
	e := f.o.EventOf(u.Block)
	if e < 0 {
		return false
	}
	return slices.ContainsFunc(strings.Fields(f.o.Events()[e].Attr("needs")), func(name string) bool {
		shown := f.shown[name]
		return len(shown) == 1 && f.o.RunEnd(shown[0].from) == f.o.RunEnd(b.from) && shown[0].to == b.to
	})
}

// openerOf is X of (3), nil if it is none.
func (f *Filters) openerOf(b *blockade, x *race.Object, u *race.Use) *order.Event {
	e := f.o.EventOf(b.from)
	if e < 0 || f.o.RunEnd(f.o.Events()[e].FirstBlock) != f.o.RunEnd(b.from) ||
		!f.o.AtOrBefore(b.from, u.Block) || !f.comesOf(f.o.EventOf(u.Block), e) || !slices.Contains(f.dying[x.Data.FreeBlock], e) {
		return nil
	}
	return &f.o.Events()[e]
}

// endsWith: the use is X's own after one loop, or of an event whose receiver X
// takes away after that loop, and what ends the blockade ends the loop (4).
func (f *Filters) endsWith(b *blockade, x *order.Event, u *race.Use) bool {
	within := -1
	for i, g := range x.Loops {
		v := &f.o.Loops()[g]
		if v.PauseBlock < b.from {
			continue
		}
		if within >= 0 || v.ResumeBlock < 0 || v.Resetter < 0 || v.Resetter != f.o.EventOf(b.to) {
			return false // another loop, or one that something else ends
		}
		within = i
		if u.Block == v.ResumeBlock || f.diesWith(u.Block, v.ResumeBlock) {
			return true
		}
	}
	return false
}

// waitsFor: a deferred delete asked for before x starts runs in no loop of x's:
// by the rule RD, or because they are as deep as it was asked for (attribute
// depth, as Qt counts it: a delete waits for a loop less deep).
func (f *Filters) waitsFor(d, x *order.Event) bool {
	if d.Level > 0 {
		return true
	}
	depth, err := strconv.Atoi(d.Attr("depth"))
	if err != nil || depth == 0 {
		return false
	}
	return !slices.ContainsFunc(x.Loops, func(v trace.LoopID) bool {
		n, err := strconv.Atoi(f.o.Loops()[v].Attr("depth"))
		return err != nil || n < depth
	})
}
