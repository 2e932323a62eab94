package sparsehb

import (
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/trace"
)

// Modality: while a modal dialog is shown, the windows it blocks get no input.
// Whether that keeps a free F away from an earlier use u in block U is no order:
// the free may come before the dialog is shown, and after it. So it is a filter
// of pairs, RM (docs/trace-language.md, Races), which asks:
//
//  1. F is of an input A that goes to window W, or of an event that A posted, or
//     that something posted by A did, and so on: F needs A.
//  2. W is blocked from block S to block H, and U comes before H: A after S
//     comes after U, and so does F.
//  3. A before S: either S ≺ FB(A), so that cannot be, or F takes away the
//     receiver of X, in whose first block S lies, and X ≼ U. Then F must come
//     after S, for X came before F; and it cannot come between S and H unless A
//     runs to its end before S and leaves F to a loop that X spins: F is of A
//     itself, or of a deferred delete that A asked for, which waits for a loop
//     less deep than X's.
type modality map[string][]blockade // by window

// blockade is from block S to block H that a window gets no input.
type blockade struct {
	from, to BlockID
	over     uint64 // operation that ends it
}

// stopped are the kinds of input that Qt does not deliver to a blocked window
// (QGuiApplicationPrivate::process…Event of 5.15 and 6.4).
var stopped = []string{"Close", "Mouse", "Wheel", "Key", "Touch"}

func (o *Order) blockades() modality {
	m := modality{}
	for i := range o.sk.events {
		e := &o.sk.events[i]
		if w := e.Attr("blocks"); w != "" && e.Enq != NoOp && e.Drop != NoOp {
			if b := (blockade{o.sk.about[i].enq, o.BlockOf(e.Drop), e.Drop}); b.from >= 0 && b.to >= 0 {
				m[w] = append(m[w], b)
			}
		}
	}
	return m
}

// fewPosters is how far back the input is looked for that a free needs.
const fewPosters = 12

// kept reports whether modality keeps the free of x away from the use u, which
// came before it in the recorded run.
func (o *Order) kept(x *object, u *useGroup) bool {
	if len(o.modality) == 0 || x.free.block < 0 {
		return false
	}
	e := o.sk.blocks[x.free.block].Event
	for range fewPosters {
		if e < 0 {
			break
		}
		a := &o.sk.events[e]
		if a.Kind == trace.Input && slices.Contains(stopped, a.Attr("type")) {
			for _, w := range strings.Fields(a.Attr("needs")) {
				if slices.ContainsFunc(o.modality[w], func(b blockade) bool { return o.keeps(&b, a, x, u) }) {
					return true
				}
			}
		}
		e = a.Poster
	}
	return false
}

// keeps reports whether the blockade b of the window that the input a goes to
// keeps the two apart.
func (o *Order) keeps(b *blockade, a *Event, x *object, u *useGroup) bool {
	before := o.Before(u.block, b.to) || u.block == b.to && u.last < b.over
	return before && (o.Before(b.from, a.FirstBlock) || o.wouldComeLater(b, a, x, u))
}

// wouldComeLater: if the input a came before the blockade, the free would come
// after it is over all the same (3).
func (o *Order) wouldComeLater(b *blockade, a *Event, x *object, u *useGroup) bool {
	opener := o.sk.blocks[b.from].Event
	if opener < 0 || o.sk.runEnd[o.sk.events[opener].FirstBlock] != o.sk.runEnd[b.from] ||
		!o.atOrBefore(b.from, u.block) || !slices.Contains(o.dying()[x.free.block], opener) || len(a.Loops) > 0 {
		return false
	}
	free := &o.sk.events[o.sk.blocks[x.free.block].Event]
	return free.ID == a.ID || free.Kind == trace.Deferred && free.Poster == a.ID && o.waitsFor(free, &o.sk.events[opener])
}

// waitsFor: a deferred delete asked for before x starts runs in no loop of x's:
// by the rule RD, or because they are as deep as it was asked for (attribute
// depth, as Qt counts it: a delete waits for a loop less deep).
func (o *Order) waitsFor(d, x *Event) bool {
	if d.Level > 0 {
		return true
	}
	depth, err := strconv.Atoi(d.Attr("depth"))
	if err != nil || depth == 0 {
		return false
	}
	return !slices.ContainsFunc(x.Loops, func(v trace.GuardID) bool {
		n, err := strconv.Atoi(o.sk.loops[v].attr("depth"))
		return err != nil || n < depth
	})
}

// attr returns the value of an attribute, "" if absent.
func (l *Loop) attr(key string) string {
	for _, a := range l.Attrs {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}
