package webui

import (
	"cmp"
	"net/http"
	"slices"

	"sparseracer/internal/report"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/flow"
)

type overviewJSON struct {
	*report.Page
	Operations uint64         `json:"operations"`
	Events     int            `json:"events"`
	Blocks     int            `json:"blocks"`
	Loops      int            `json:"loops"`
	Complete   bool           `json:"complete"`
	Lost       uint64         `json:"lost"`
	LostBy     map[string]int `json:"lost_by"`
	Dropped    uint64         `json:"dropped"`
	Rules      string         `json:"rules"`
	Pairs      []tallyJSON    `json:"pairs"`
	Verdicts   []tallyJSON    `json:"verdicts"`
	Coverage   []tallyJSON    `json:"coverage"` // of read-write races
	Ranks      []tallyJSON    `json:"ranks"`    // what races matter, with data flow
	Handlers   []tallyJSON    `json:"handlers"` // races by what their handlers are, the most frequent ones
	Shapes     int            `json:"shapes"`   // how many of those there are
	Tried      int            `json:"tried"`
	Reported   int            `json:"reported"`
	Filtered   int            `json:"filtered"`
}

// tallyJSON is one row of a table of counts.
type tallyJSON struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// tally counts by name, in order of appearance.
type tally struct {
	rows  []tallyJSON
	index map[string]int
}

func (t *tally) add(name string, n uint64) {
	if t.index == nil {
		t.index = map[string]int{}
	}
	i, ok := t.index[name]
	if !ok {
		i = len(t.rows)
		t.index[name] = i
		t.rows = append(t.rows, tallyJSON{Name: name})
	}
	t.rows[i].Count += n
}

// shownShapes is how many pairs of handlers the overview counts by name.
const shownShapes = 50

var ruleSets = map[sparsehb.Rules]string{sparsehb.Paper: "paper", sparsehb.Exact: "exact", sparsehb.Batch: "batch", sparsehb.Unix: "unix", sparsehb.Either: "either"}

func overview(r *recording, _ *http.Request) (any, error) {
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	rep := a.Report
	out := overviewJSON{Page: rep.Page(report.QuoteNothing), Operations: rep.Operations, Events: rep.Events, Blocks: rep.Blocks,
		Loops: rep.Loops, Complete: rep.Complete, Lost: rep.Lost, LostBy: map[string]int{}, Dropped: rep.Dropped,
		Rules: ruleSets[a.Result.Order.Rules()], Reported: len(rep.Reported()), Filtered: len(rep.Races) - len(rep.Reported())}
	for k, n := range a.Result.Meta.LostBy {
		if n > 0 {
			out.LostBy[trace.Kind(k).String()] = int(n)
		}
	}
	var verdicts, coverage, handlers, ranks tally
	for _, name := range flow.RankNames() {
		ranks.add(name, 0)
	}
	for _, race := range rep.Reported() {
		verdicts.add(race.Verdict, 1)
		if race.Coverage != "" {
			coverage.add(race.Coverage, 1)
		}
		if race.Matters != nil {
			ranks.add(race.Matters.Rank, 1)
		}
		handlers.add(race.First.Event.Shape()+" | "+race.Second.Event.Shape(), 1)
		if race.Steered != nil {
			out.Tried++
		}
	}
	out.Ranks = slices.DeleteFunc(ranks.rows, func(r tallyJSON) bool { return r.Count == 0 })
	out.Shapes = len(handlers.rows)
	if out.Shapes > shownShapes {
		slices.SortStableFunc(handlers.rows, func(a, b tallyJSON) int { return cmp.Compare(b.Count, a.Count) })
		handlers.rows = handlers.rows[:shownShapes]
	}
	out.Verdicts, out.Coverage, out.Handlers, out.Pairs = verdicts.rows, coverage.rows, handlers.rows, pairCounts(&rep.Counts)
	return out, nil
}

// pairCounts are the pairs of operations without an order, by what became of them.
func pairCounts(c *sparsehb.Counts) []tallyJSON {
	var out []tallyJSON
	rows := []tallyJSON{{"unordered use/free pairs", c.OperationPairs}, {"reported", c.ReportedPairs}}
	for _, g := range filter.Groups {
		rows = append(rows, tallyJSON{g.Words(), c.Filtered.Of(g)})
	}
	rows = append(rows, []tallyJSON{{"read-write", c.ReadWritePairs}, {"read-write, uncovered", c.UncoveredPairs}, {"read-write, covered by other races", c.CoveredPairs}}...)
	for _, f := range filter.Asked(filter.ReadWrite) {
		rows = append(rows, tallyJSON{"read-write, filtered: " + f.Name, c.Filtered[f.Number()]})
	}
	rows = append(rows, []tallyJSON{{"double frees", c.DoubleFrees}, {"told apart by their places alone: too many", c.SharedPairs}, {"in no race: too many", c.UntoldPairs}}...)
	for _, row := range rows {
		if row.Count > 0 {
			out = append(out, row)
		}
	}
	return out
}

// raceJSON is a race with what its pictures need.
type raceJSON struct {
	*report.RacePage
	Handlers []handlerJSON `json:"handlers"`
	Loop     *loopJSON     `json:"loop"`
	Use      placeJSON     `json:"use"`
	Free     placeJSON     `json:"free"`
	Alloc    *placeJSON    `json:"alloc"`
	Tries    []tryJSON     `json:"tries"`
	Name     string        `json:"name"`
	Mark     Mark          `json:"mark"`
	CoversBy []namedRace   `json:"covers_by"` // the first of Covers, by name
}

// handlerJSON is one handler of the story, as a bar of the picture.
type handlerJSON struct {
	Event  int32   `json:"event"`
	Title  string  `json:"title"`
	Role   string  `json:"role"`
	Enq    *uint64 `json:"enq"`
	Deq    *uint64 `json:"deq"`
	End    *uint64 `json:"end"`
	Poster int32   `json:"poster"`
	Depth  int     `json:"depth"`
}

type loopJSON struct {
	Guard  string  `json:"guard"`
	Owner  int32   `json:"owner"`
	Pause  uint64  `json:"pause"`
	Reset  *uint64 `json:"reset"`
	Resume *uint64 `json:"resume"`
}

type placeJSON struct {
	Operation uint64 `json:"operation"`
	Kind      string `json:"kind"`
	Event     int32  `json:"event"`
	Location  string `json:"location"`
	Address   uint64 `json:"address,string"`
	Size      uint64 `json:"size"`
}

func race(r *recording, q *http.Request) (any, error) {
	a, found, err := r.race(q)
	if err != nil {
		return nil, err
	}
	out := &raceJSON{RacePage: a.Report.RacePage(found, r.quote()), Use: place(a, found, false), Free: place(a, found, true), Tries: tries(found), Name: found.Brief(), Mark: r.markOf(found)}
	for _, id := range out.Covers[:min(len(out.Covers), shownRaces)] {
		if other, err := a.Report.Find(id); err == nil {
			out.CoversBy = append(out.CoversBy, nameOf(other))
		}
	}
	if found.Alloc != nil && len(found.Sources) > 0 {
		p := placeJSON{Operation: found.Alloc.Operation, Kind: "alloc", Event: eventID(found.Alloc.Event), Location: report.Clean(found.Alloc.Location), Size: found.Alloc.Size}
		if alloc := found.Sources[0].Alloc; alloc != nil {
			p.Address = alloc.Addr
		}
		out.Alloc = &p
	}
	if l := found.Loop; l != nil {
		out.Loop = &loopJSON{report.Clean(l.Name), eventID(l.Owner), l.Pause, operation(l.Reset), operation(l.Resume)}
	}
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	out.Handlers = handlers(a, t, found)
	return out, nil
}

// race finds the one that a request names.
func (r *recording) race(q *http.Request) (*Analysis, *report.Race, error) {
	a, err := r.found()
	if err != nil {
		return nil, nil, err
	}
	name := q.URL.Query().Get("id")
	found, err := a.Report.Find(name)
	if err != nil {
		return nil, nil, errAbsent{"race " + name}
	}
	return a, found, nil
}

func place(a *Analysis, race *report.Race, second bool) placeJSON {
	p, access := &race.First, (*sparsehb.Access)(nil)
	if second {
		p = &race.Second
	}
	if len(race.Sources) > 0 {
		access = &race.Sources[0].First
		if second {
			access = &race.Sources[0].Second
		}
	}
	out := placeJSON{Operation: p.Operation, Kind: p.Kind, Event: eventID(p.Event), Location: report.Clean(p.Location), Size: p.Size}
	if access != nil {
		out.Address = access.Addr
	}
	return out
}

func eventID(e *report.Event) int32 {
	if e == nil {
		return int32(trace.NoEvent)
	}
	return int32(e.ID)
}

// operation is a number that may be absent.
func operation(op uint64) *uint64 {
	if op == sparsehb.NoOp {
		return nil
	}
	return &op
}
