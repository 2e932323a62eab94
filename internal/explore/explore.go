// Package explore runs a program through all orders of its events that may make a
// difference, as far as a bound goes, and compares what it does.
//
// After Jensen, Møller, Raychev, Dimitrov and Vechev: Stateless model checking of
// event-driven applications (OOPSLA 2015). Two runs are of one class if every pair
// of interfering units comes in the same order; a class is run once. From each run,
// every conflict that can be turned round by itself gives a neighbour: the same
// sequence but for this one pair, replayed approximately (what does not come is
// skipped), and compared with the run that it came from.
//
// The rules it keeps:
//   - Classes are visited by their distance in reversals from the recorded run, the
//     nearest first: with a bound of k, each that k reversals reach, once.
//   - Of one distance, what shares the longest beginning with its parent comes first.
//   - A run that did not turn its pair round shows nothing and leads nowhere.
//   - What is known is saved after every run: a search may end at any time.
//
// The stages, a file each: classes (runs to classes and neighbours), facts (what a
// run left, compared), driver and execution (the real program, through
// internal/steer), state (what is kept), text, json and page (what people read).
package explore

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"sparseracer/internal/steer"
)

// Program is what is explored.
type Program interface {
	// Run runs it once, as the plan says. An error ends the exploration; whatever
	// the program does is in the Execution.
	Run(ctx context.Context, p *Plan) (*Execution, error)
}

// Plan is a run to make.
type Plan struct {
	ID       int             `json:"id"` // 0: the program as it is
	Parent   int             `json:"parent"`
	Depth    int             `json:"depth"`    // reversals from run 0
	First    string          `json:"first"`    // came first in the parent, …
	Second   string          `json:"second"`   // … and is to come before it now
	Removal  bool            `json:"removal"`  // First removed Second
	Why      []string        `json:"why"`      // what the two do to each other
	Match    int             `json:"match"`    // so many units at the beginning are the parent's
	Lost     []Pair          `json:"lost"`     // pairs of the parent that it should not have, sorted, …
	Gained   []Pair          `json:"gained"`   // … and those that it should have besides
	Class    string          `json:"class"`    // the name of its pairs
	Sequence []string        `json:"sequence"` // the whole of it
	Schedule *steer.Schedule `json:"schedule"`

	others []Pair // what else is to come in this order, as far as it does not follow
}

// Run is a plan that was carried out, or could not be.
type Run struct {
	Plan
	Class     string   `json:"reached_class"`
	Reached   bool     `json:"reached"`   // the pair came the other way round
	Redundant bool     `json:"redundant"` // another run was of its class already
	Expanded  bool     `json:"expanded"`  // its neighbours were planned
	Refused   string   `json:"refused"`   // why no schedule can be made: it was not run
	Finding   *Finding `json:"finding"`   // beside the parent; nil for run 0
}

// Options of Explore.
type Options struct {
	Bound int // reversals at most; 0: none but the run itself, below 0: no bound
	Jobs  int // runs at a time; 0: 1
	// Save is called after every run, one call at a time.
	Save func(*State) error
	// Many makes the runs of many plans but the first one, and says what each did, by its place, in any order, one call at
	// a time; nil: the program runs here, plan by plan.
	Many func(ctx context.Context, plans []*Plan, did func(i int, e *Execution) error) error
}

// State is all that an exploration knows: what goes on where it ended.
type State struct {
	Runs    []Run           `json:"runs"`
	Pending []*Plan         `json:"pending"`
	Seen    map[string]bool `json:"seen"`    // classes that were visited or are planned
	Visited [][]Pair        `json:"visited"` // what the runs had
	Next    int             `json:"next"`    // id of a plan
	// Enabled are the places where another unit could have come than did, Tried
	// those of them that are reversals of a conflict, of all runs that were looked at.
	Enabled int `json:"enabled"`
	Tried   int `json:"tried"`
}

type explorer struct {
	p       Program
	opt     Options
	mu      sync.Mutex
	st      *State
	visited map[string][]Pair // by class
	classes map[int]string    // of runs that have neighbours
}

// Explore goes on from a state, a new one if it is nil. When ctx ends, what is
// known by then comes back with its error.
func Explore(ctx context.Context, p Program, st *State, opt Options) (*State, error) {
	if st == nil {
		st = &State{Seen: map[string]bool{}, Pending: []*Plan{{}}, Next: 1}
	}
	st.reopen(opt.Bound)
	x := &explorer{p: p, opt: opt, st: st, visited: map[string][]Pair{}, classes: map[int]string{}}
	for _, pairs := range st.Visited {
		x.visited[classOf(pairs)] = pairs
	}
	for _, r := range st.Runs {
		if r.Expanded {
			x.classes[r.ID] = r.Class
		}
	}
	for {
		level := x.nearest()
		if len(level) == 0 {
			return st, nil
		}
		if err := x.level(ctx, level); err != nil {
			return st, err
		}
	}
}

// reopen makes runs pending again whose neighbours a larger bound asks for: nobody
// looked at what they did.
func (st *State) reopen(bound int) {
	st.Runs = slices.DeleteFunc(st.Runs, func(r Run) bool {
		if !r.Reached || r.Redundant || r.Expanded || bound >= 0 && r.Depth >= bound {
			return false
		}
		st.Pending = append(st.Pending, &r.Plan)
		st.Visited = slices.DeleteFunc(st.Visited, func(pairs []Pair) bool { return classOf(pairs) == r.Class })
		return true
	})
}

// nearest are the pending plans of the least distance, in the order to run them.
func (x *explorer) nearest() []*Plan {
	var level []*Plan
	for _, p := range x.st.Pending {
		if x.opt.Bound >= 0 && p.Depth > x.opt.Bound {
			continue // of an earlier search that went further
		}
		if len(level) > 0 && p.Depth < level[0].Depth {
			level = level[:0]
		}
		if len(level) == 0 || p.Depth == level[0].Depth {
			level = append(level, p)
		}
	}
	slices.SortStableFunc(level, func(a, b *Plan) int {
		return cmp.Or(cmp.Compare(b.Match, a.Match), cmp.Compare(a.ID, b.ID))
	})
	return level
}

// level runs plans of one distance. Their results are taken in the order of the
// plans, however many run at a time, so that a search can be repeated.
func (x *explorer) level(ctx context.Context, plans []*Plan) error {
	g, running := errgroup.WithContext(ctx)
	g.SetLimit(max(1, x.opt.Jobs))
	l := &underway{x: x, plans: plans, done: make([]*Execution, len(plans))}
	if x.opt.Many != nil && plans[0].ID != 0 {
		return x.many(ctx, l)
	}
	for i, p := range plans {
		if running.Err() != nil {
			break
		}
		g.Go(func() error {
			e := skipped
			if !x.foreseen(p) {
				var err error
				if e, err = x.p.Run(running, p); err != nil {
					return err
				}
			}
			return l.did(running, i, e)
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// underway are plans whose runs are made.
type underway struct {
	x     *explorer
	plans []*Plan
	done  []*Execution
	taken int
}

// did takes what a run did, once those before it are taken.
func (l *underway) did(ctx context.Context, i int, e *Execution) error {
	l.x.mu.Lock()
	defer l.x.mu.Unlock()
	l.done[i] = e
	for ; l.taken < len(l.plans) && l.done[l.taken] != nil; l.taken++ {
		if err := l.x.take(ctx, l.plans[l.taken], l.done[l.taken]); err != nil {
			return err
		}
		l.done[l.taken] = skipped // it may be large
	}
	return nil
}

// many has the runs made that nobody foresees.
func (x *explorer) many(ctx context.Context, l *underway) error {
	var ask []*Plan
	var at []int
	for i, p := range l.plans {
		if !x.foreseen(p) {
			ask, at = append(ask, p), append(at, i)
		} else if err := l.did(ctx, i, skipped); err != nil {
			return err
		}
	}
	if len(ask) == 0 {
		return ctx.Err()
	}
	if err := x.opt.Many(ctx, ask, func(i int, e *Execution) error { return l.did(ctx, at[i], e) }); err != nil {
		return err
	}
	return ctx.Err()
}

// skipped stands for a run that need not be made.
var skipped = &Execution{}

// foreseen: a run that was made meanwhile turned out to be of the plan's class.
func (x *explorer) foreseen(p *Plan) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p.Sequence == nil {
		return false
	}
	plan := x.pairsOf(p)
	return slices.ContainsFunc(x.st.Visited, func(pairs []Pair) bool { return foretells(pairs, plan, p.Sequence) })
}

// pairsOf are those that the run should have.
func (x *explorer) pairsOf(p *Plan) []Pair { return p.pairs(x.visited[x.classes[p.Parent]]) }

// take notes a run and plans its neighbours; or nothing, where ctx ends meanwhile.
func (x *explorer) take(ctx context.Context, p *Plan, e *Execution) error {
	st := x.st
	r := Run{Plan: *p, Finding: e.Finding}
	if e != skipped {
		if r.Reached = p.ID == 0 || e.reversed(p); r.Reached {
			if err := x.reached(ctx, &r, e); err != nil {
				return err
			}
		}
		if !r.Reached || r.Redundant || r.Expanded {
			r.Sequence, r.Lost, r.Gained = nil, nil, nil // large, and of no use any more
		}
		st.Runs = append(st.Runs, r)
	}
	st.Pending = slices.DeleteFunc(st.Pending, func(q *Plan) bool { return q == p })
	if e == skipped || x.opt.Save == nil {
		return nil
	}
	return x.opt.Save(st)
}

// reached notes the class of a run that turned its pair round.
func (x *explorer) reached(ctx context.Context, r *Run, e *Execution) error {
	g := newGraph(e)
	pairs := g.pairs()
	if e.Unseen {
		pairs = x.pairsOf(&r.Plan)
	}
	r.Class = classOf(pairs)
	_, r.Redundant = x.visited[r.Class]
	var neighbours []*Plan
	if r.Expanded = !r.Redundant && (x.opt.Bound < 0 || r.Depth < x.opt.Bound); r.Expanded {
		var err error
		if neighbours, err = g.neighbours(ctx); err != nil {
			return err
		}
	}
	if !r.Redundant {
		x.st.Visited = append(x.st.Visited, pairs)
		x.visited[r.Class] = pairs
	}
	x.st.Seen[r.Class] = true
	if r.Expanded {
		x.classes[r.ID] = r.Class
		x.plan(&r.Plan, e, g, neighbours)
	}
	return nil
}

// plan adds the neighbours of a run whose classes are new.
func (x *explorer) plan(parent *Plan, e *Execution, g *graph, neighbours []*Plan) {
	x.st.Enabled += g.enabled()
	x.st.Tried += len(neighbours)
	for _, n := range neighbours {
		if x.st.Seen[n.Class] {
			continue
		}
		x.st.Seen[n.Class] = true
		n.ID, n.Parent, n.Depth = x.st.Next, parent.ID, parent.Depth+1
		x.st.Next++
		if e.Derive == nil {
			x.st.Pending = append(x.st.Pending, n)
		} else if s, err := e.Derive(parent, n); err != nil {
			n.Sequence, n.Lost, n.Gained = nil, nil, nil
			x.st.Runs = append(x.st.Runs, Run{Plan: *n, Refused: err.Error()})
		} else {
			n.Schedule = s
			x.st.Pending = append(x.st.Pending, n)
		}
	}
}
