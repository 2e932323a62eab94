package steer

import (
	"fmt"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// fake is a small recording built by hand: every block is ten operations long,
// so block b holds operations 10b to 10b+9.
type fake struct {
	res   *sparsehb.Result
	order map[[2]sparsehb.BlockID]bool
}

func (f *fake) Before(a, b sparsehb.BlockID) bool  { return f.order[[2]sparsehb.BlockID{a, b}] }
func (f *fake) BlockOf(op uint64) sparsehb.BlockID { return sparsehb.BlockID(op / 10) }

// group is the races of each loop, as Confirm has them.
func (f *fake) group(loops ...[]Prediction) (list []Group) {
	for _, races := range loops {
		list = append(list, Group{f.res, races, f})
	}
	return list
}

// before adds blocks[0] ≺ blocks[1] ≺ … and closes the order.
func (f *fake) before(blocks ...sparsehb.BlockID) {
	for i := 1; i < len(blocks); i++ {
		f.order[[2]sparsehb.BlockID{blocks[i-1], blocks[i]}] = true
	}
	for grown := true; grown; {
		grown = false
		for x := range f.order {
			for y := range f.order {
				if z := [2]sparsehb.BlockID{x[0], y[1]}; x[1] == y[0] && !f.order[z] {
					f.order[z], grown = true, true
				}
			}
		}
	}
}

// event adds an event that is enqueued in block enq (-1: never) and runs in
// blocks first to last.
func (f *fake) event(kind trace.EventKind, enq, first, last sparsehb.BlockID, attrs ...string) *sparsehb.Event {
	id := trace.EventID(len(f.res.Events))
	e := sparsehb.Event{ID: id, Kind: kind, Enq: sparsehb.NoOp, Poster: trace.NoEvent, Within: trace.NoLoop, FirstBlock: first, LastBlock: last,
		Deq: uint64(first) * 10, End: uint64(last)*10 + 9}
	if enq >= 0 {
		e.Enq = uint64(enq)*10 + 1 + uint64(id)%8
	}
	list := []trace.Attr{{Key: "label", Value: fmt.Sprintf("L%d", id)}}
	for _, a := range attrs {
		key, value, _ := strings.Cut(a, "=")
		list = append([]trace.Attr{{Key: key, Value: value}}, list...)
	}
	e.Attrs = trace.AttrsOf(list...)
	f.res.Events = append(f.res.Events, e)
	return &f.res.Events[id]
}

// The viewer of the samples: start-up posts U (opens a file, fails, shows a
// box: loop 0) and starts timer C (closes the window, which posts the deferred
// delete F); the box's timer R ends the loop.
const (
	evU, evC, evR, evF = 0, 1, 2, 3

	bStart = 0 // start-up: posts U, starts C
	bPause = 1 // U up to the pause: starts R
	bR     = 2
	bUse   = 3 // U after the loop
	bC     = 4 // posts F
	bF     = 5 // frees
)

func viewer(attrs ...func(*fake)) *fake {
	f := &fake{res: &sparsehb.Result{}, order: map[[2]sparsehb.BlockID]bool{}}
	f.event(trace.Posted, bStart, bPause, bUse, "type=MetaCall", "class=Viewer")
	f.event(trace.Timer, bStart, bC, bC, "class=Window", "interval=400", "timertype=coarse")
	f.event(trace.Timer, bPause, bR, bR, "class=Box", "interval=100", "timertype=coarse")
	f.event(trace.Deferred, bC, bF, bF, "class=Window")
	f.res.Events[evR].Within = 0
	f.res.Events[evU].Loops = []trace.LoopID{0}
	f.res.Loops = []sparsehb.Loop{{ID: 0, Owner: evU, Pause: bPause*10 + 9, Resume: bUse * 10, PauseBlock: bPause,
		ResumeBlock: bUse, Reset: bR*10 + 5, Resetter: evR}}
	f.before(bStart, bPause, bR, bUse)
	f.before(bStart, bC, bF)
	for _, change := range attrs {
		change(f)
	}
	return f
}

func (f *fake) race() Prediction {
	return Prediction{ID: "r1", Use: []string{"QString::size() const", "Viewer::openFile()"}, Free: []string{"Window::~Window()"},
		Alloc: []string{"main"},
		Race: &sparsehb.Race{Kind: sparsehb.UseFree, Loop: 0,
			First:  sparsehb.Access{Op: bUse*10 + 3, Event: evU, Block: bUse},
			Second: sparsehb.Access{Op: bF*10 + 3, Event: evF, Block: bF}}}
}

func heldLabels(s *Schedule) []string {
	var held []string
	for _, d := range s.Directives {
		if d.Hold == nil {
			held = append(held, fmt.Sprintf("linger %d", d.Linger.Loop))
			for _, u := range d.Linger.Until {
				held = append(held, u.Event)
			}
			continue
		}
		held = append(held, d.Hold.Event)
		if len(d.Hold.Until) != 1 || d.Hold.Until[0].Event != s.Goal.Free {
			held = append(held, "until something else")
		}
	}
	return held
}
