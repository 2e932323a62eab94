// Package report writes for people and programs what an analysis found: races as
// text, as JSON and as the story of one race; the block order; what a trace
// holds.
//
// The rules it keeps:
//   - The verdict comes first, then what makes it doubtful (operations lost, an
//     incomplete trace), then the races.
//   - A race's id depends on functions, files and the shape of the race, so
//     that the next recording gives it the same one; races with one id are
//     merged and their pairs summed.
//   - Everything from a trace is untrusted: names are neutralised where they
//     are written as text (clean.go), and quoted where they become part of a
//     command.
//   - A report is plain data, made once by New; writers only write. What costs most, a race's
//     story and its places, is made when it is asked for: most races of a long list never are.
package report

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/flow"
)

// Order is what reports ask of the happens-before relation.
type Order interface {
	Blocks() []sparsehb.Block
	// Before reports whether the last operation of a happens before the
	// first one of b.
	Before(a, b sparsehb.BlockID) bool
	BlockOf(op uint64) sparsehb.BlockID
}

// Options of New.
type Options struct {
	Trace   string // path of the trace, for the commands that a report names
	Sandbox string // folder with the home of the sandbox that it was recorded in, "": in none
	All     bool   // list filtered races too
	// Suppress and Known give the reason for which a race is not to be listed,
	// "" to list it: somebody said so, or an older report has it. Each is asked
	// about every race that nothing else filters; nil filters nothing.
	Suppress, Known func(*Race) string
	// MinRank: races that data flow ranks lower are filtered; Unranked filters none.
	MinRank flow.Rank
}

// Report is all that is written about one analysis.
type Report struct {
	Trace      string
	Sandbox    string // of Options
	Operations uint64
	Events     int
	Blocks     int
	Loops      int
	Elsewhere  int      // events that other threads delivered whose handlers are not looked at
	asTasks    int      // of these, handlers and tasks for which an event stands in the main loop
	Threads    []string // other threads than the main one whose loops were looked at
	Complete   bool
	Lost       uint64
	Dropped    uint64    // conclusions that would have pointed backward
	CutShort   *CutShort // nil for an order that was found to the end
	Command    []string
	Counts     sparsehb.Counts
	Flow       *flow.Counts // of a recording with data flow
	Suppressed int          // races that Options.Suppress took out
	Known      int          // and Options.Known
	Compared   bool         // with an older report: Options.Known was there
	Warnings   []string     // what makes the verdict doubtful
	Notes      []string     // what kept symbols from being found
	Races      []*Race      // every one, reported ones first
	Crash      *Crash       // the program's own end, nil if it came in order or somebody killed it
	All        bool
	unanswered string
	unlooked   bool           // the loop of a thread needs more memory than allowed
	noLoop     string         // the warning that no loop was seen in the main thread
	modules    []trace.Module // of the recorded program, itself first
	// instrumented: code of the program reported what it accesses.
	instrumented bool
}

// Race is one line of the report: every pair of handlers with its id.
type Race struct {
	ID       string
	Was      string                  // the id that older reports have, "" if it is the same or another race's
	Kind     string                  // use-free, double-free, read-write or state
	Verdict  string                  // predicted, until a confirmation says more
	First    Place                   // use-free: the use; else the earlier one
	Second   Place                   // use-free: the free; else the later one
	Alloc    *Place                  // nil if unknown
	Pairs    uint64                  // operation pairs
	Handlers int                     // handler pairs merged into this race; at least so many, if Shared
	Thread   string                  // whose loop runs its handlers, "" for the main thread
	Also     int                     // other threads with the same race
	Shared   bool                    // its pairs are of any handlers: there were too many to tell apart
	Filtered string                  // reason, "" if reported
	Filter   string                  // id of the engine's filter, "" if none took it out
	Observed bool                    // the recorded run did it: a use after the free, a second free
	By       sparsehb.By             // who can bring it about in time
	Kept     string                  // where that is a call: id of the filter that keeps a person from it
	Hold     *sparsehb.LiveReference // what it rests on, if every use is a potential one
	Loop     *Loop                   // that the free can slip into, nil for plain handlers
	Told     *Story                  // nil until Story is asked for it
	Steered  *Steered                // nil: nobody tried to bring it about
	Coverage string                  // of a read-write race: uncovered or covered, "" if it was not computed
	Covers   []Cover                 // the races that cover it, in their order
	Matters  *Matters                // what it does to what outlives the program, nil without data flow
	// Sources are the engine's races behind it, the example first.
	Sources []*sparsehb.Race
	by      *builder // that made it, nil for one that a test made
}

// Story is what the recorded run did, and what another one may do.
type Story struct {
	Steps    []Step
	Why      []string // why nothing orders the two
	Schedule []string // deliveries that break it, in order
}

// Story tells a race. It may be asked for by several at a time.
func (r *Race) Story() *Story {
	if r.by == nil {
		if r.Told == nil {
			return &Story{}
		}
		return r.Told
	}
	r.by.telling.Lock()
	defer r.by.telling.Unlock()
	if r.Told == nil {
		r.Told = r.by.narrate(r)
	}
	return r.Told
}

// Places are the pairs of source places behind a race.
func (r *Race) Places() []PlacePair {
	if r.by == nil {
		return nil
	}
	return r.by.places(r.Sources)
}

// Steered is what an attempt to bring a race about has shown.
type Steered struct {
	Verdict  string // in steering's words, more of them than a race's verdict has
	Reason   string
	Proven   int // runs that showed the race itself, of
	Runs     int
	Schedule string // file that reproduces it, "" for none
}

// Steer adds what was found out about a race. Only what was seen changes the
// race's own verdict. What dangled and was used after all counts like any other.
func (r *Race) Steer(s Steered, verdict string) {
	r.Steered = &s
	if verdict != "" {
		r.Verdict = verdict
	}
	if verdict == confirmed && r.dangles() {
		r.Filtered, r.Filter = "", ""
	}
}

// steered is it in a sentence, "" for none.
func (r *Race) steered() string {
	s := r.Steered
	if s == nil {
		return ""
	}
	out := "When it was tried: " + clean(s.Verdict)
	if s.Runs > 0 {
		out += fmt.Sprintf(", in %d of %s", s.Proven, count(s.Runs, "run", "runs"))
	}
	if s.Reason != "" {
		out += ": " + clean(s.Reason)
	}
	if s.Schedule != "" {
		out += "; " + clean(s.Schedule) + " brings it about again"
	}
	return out + "."
}

// Place is one operation of a race.
type Place struct {
	Operation uint64
	Kind      string // read, write, alloc, free; use for a call on the object, destroy for a destructor, scope for a variable that ends
	Event     *Event // nil: code outside every handler
	Test      string // the test function that ran, "" for none
	Location  string
	Addr      uint64
	Size      uint64
	Type      string // of an alloc or free: what the code that asked for it said, "" if unknown
	Owned     bool   // a free of what owned the object for a time, and would have freed it
	Stack     []symbols.Frame
	thread    string // that did it, of code of another thread than the one that is looked at
	below     int    // how many of these, at the end, are not the handler's: they wait in loops
}

// Frame is the frame that stands for the place: the handler's innermost one of the
// application, else of a library. Nil where the handler has none.
func (p *Place) Frame() *symbols.Frame { return at(p.own()) }

// Handler are the frames that are the handler's: what waits below it is left out.
func (p *Place) Handler() []symbols.Frame { return p.own() }

// own are the frames that are the handler's.
func (p *Place) own() []symbols.Frame { return p.Stack[:len(p.Stack)-p.below] }

// PlacePair is a pair of source places below a race.
type PlacePair struct {
	First, Second []symbols.Frame
	Pairs         uint64 // of operations
}

// Event is a handler that takes part in a race.
type Event struct {
	ID        trace.EventID
	Name      string
	Kind      string
	Type      string // of the event, as the framework calls it
	Class     string // of the receiver
	Object    string // name of the receiver
	Title     string // of the receiver, a window
	Thread    string // that posted it, if it is not the main one and has a name
	Owner     string // class:name of what a timer works for, "" = its receiver
	Interval  string // of a timer, ms
	Action    string // of input: press, release
	Script    string // of a deferred delete: the line of a script that asked for it, see scriptLine
	Entry     string // the slot or virtual function that ran, "" if no stack shows it
	Label     string
	Test      string // that ran meanwhile; of start-up code: that it is here,
	began     uint64 // and from where on,
	over      uint64 // up to where
	Prio      int32
	Enq, Deq  uint64   // sparsehb.NoOp if absent
	Early     bool     // enqueued before the trace begins: Enq stands for that
	poster    *Event   // see Poster
	of        *builder // that is asked for it, nil: it is known
	by        trace.EventID
	Worker    string // the other thread that enqueued it, and what had it do that: "thread 2 (started by event click)"
	PostStack []symbols.Frame
	postBelow int // as Place.below
}

// Loop is the nested loop of a race.
type Loop struct {
	Name          string
	What          string // the function of the framework that spins it, "" if unknown
	Script        string // the line of a script that called what spins it, see scriptLine
	Owner         *Event
	Pause, Resume uint64 // Resume is sparsehb.NoOp when the trace ends inside
	Stack         []symbols.Frame
	Reset         uint64 // sparsehb.NoOp if nothing reset it
	Resetter      *Event
}

// Step is one thing that happened in the recorded run.
type Step struct {
	Operation uint64
	Text      string
	At        *symbols.Frame // where, nil if unknown
	// Near is At, or where the handler that acts has another step, spins its loop or was
	// posted; nil if none of that is known.
	Near  *symbols.Frame
	actor *Event // whose handler acts
}

// New makes the report of an analysis.
func New(result *sparsehb.Result, sym symbols.Symbolizer, o Options) *Report {
	return build(result, result.Order, sym, o)
}

func build(result *sparsehb.Result, order Order, sym symbols.Symbolizer, o Options) *Report {
	r := &Report{
		Trace:        o.Trace,
		Sandbox:      o.Sandbox,
		Operations:   result.Operations,
		Events:       len(result.Events),
		Blocks:       len(order.Blocks()),
		Complete:     result.Meta.Complete,
		Lost:         result.Meta.Lost,
		Dropped:      result.DroppedEdges,
		CutShort:     cutShort(result.OrderedTo, result.CutShort),
		Command:      result.Meta.Command,
		instrumented: result.Meta.Instrumented,
		modules:      result.Tables.Modules,
		Counts:       result.Counts,
		Flow:         result.Flow,
		All:          o.All,
		Compared:     o.Known != nil,
	}
	for i := range result.Loops {
		if l := &result.Loops[i]; l.Pause != sparsehb.NoOp && l.PauseBlock != sparsehb.NoBlock {
			r.Loops++
		}
	}
	r.Elsewhere, r.asTasks = elsewhere(result), asTasks(result)
	r.Warnings, r.noLoop = warnings(result), noLoop(result)
	r.unanswered, r.unlooked = unanswered(result), len(result.Unlooked) > 0
	b := newBuilder(result, order, resolveStacks(result.Tables, neededStacks(result), sym))
	r.Races = b.races()
	r.ofThread(result)
	r.Crash = b.crash(result.Crash)
	r.Notes = sym.Notes()
	if result.Rounds > 1 {
		r.Notes = append(r.Notes, fmt.Sprintf("memory was short: the accesses were looked at in %d rounds; nothing is left out", result.Rounds))
	}
	r.filter(o)
	r.Rank()
	return r
}

// Rank puts first what its reader should look at first: what is not filtered,
// then what was seen, then what a nested loop makes possible.
func (r *Report) Rank() {
	var byRank [2 * unfiltered][]*Race
	for _, race := range r.Races {
		rank := race.rank()
		byRank[rank] = append(byRank[rank], race)
	}
	r.Races = slices.Concat(byRank[:]...)
}

// unfiltered is what weighs most in a race's rank.
const unfiltered = 32

func (r *Race) rank() int {
	rank := 0
	for i, first := range []bool{r.Filtered == "", r.Verdict == confirmed, r.Observed, r.Verdict == "feasible", r.By == sparsehb.ByPerson, r.Loop != nil} {
		if !first {
			rank |= unfiltered >> i
		}
	}
	return rank
}

// filter asks both about a race, so that each knows what it would have done.
func (r *Report) filter(o Options) {
	ask := func(f func(*Race) string, race *Race) string {
		if f == nil {
			return ""
		}
		return f(race)
	}
	for _, race := range r.Races {
		if race.Filtered == "" {
			race.Filtered = race.belowRank(o.MinRank)
		}
		if race.Filtered != "" {
			continue
		}
		suppressed, known := ask(o.Suppress, race), ask(o.Known, race)
		switch {
		case suppressed != "":
			race.Filtered = suppressed
			r.Suppressed++
		case known != "":
			race.Filtered = known
			r.Known++
		}
	}
}

// Listed are the races that a report shows.
func (r *Report) Listed() []*Race {
	if r.All {
		return r.Races
	}
	return r.Reported()
}

// Reported are the races that count: those that nothing filters.
func (r *Report) Reported() []*Race {
	n := sort.Search(len(r.Races), func(i int) bool { return r.Races[i].Filtered != "" })
	return r.Races[:n]
}

// Find gives the race with this id, or with the only id that starts so.
func (r *Report) Find(id string) (*Race, error) {
	var found *Race
	for _, race := range r.Races {
		switch {
		case race.ID == id || race.Was == id && id != "":
			return race, nil
		case id == "" || !strings.HasPrefix(race.ID, id):
		case found != nil:
			return nil, fmt.Errorf("race %q: several ids start so, %s and %s among them", id, found.ID, race.ID)
		default:
			found = race
		}
	}
	if found == nil {
		return nil, fmt.Errorf("race %q: no race of this trace has that id; `%s` lists them",
			id, command("analyze", r.Trace, "--all"))
	}
	return found, nil
}

// TornText says of a file that it was cut off, and where.
func TornText(m *trace.Meta) string { return m.Torn + "; what comes before was read" }

// CutText says that a trace begins in the middle, and what was dropped before.
func CutText(m *trace.Meta) string {
	text := ""
	if m.Cut.Is() {
		text = fmt.Sprintf("the trace begins in the middle: it is the last %s of the run, %s before that were dropped by the ring; "+
			"what was posted before is taken for posted in the order in which it ran", seconds(m.Cut.End-m.Cut.At), bytesText(m.Cut.Bytes))
	}
	if n := m.Cut.Undefined; n > 0 {
		if text != "" {
			text += "; "
		}
		text += count(n, "stack or text was", "stacks or texts were") + " left out, for there was no room for more"
	}
	return text
}

// seconds is a length of time, given in ns.
func seconds(ns int64) string {
	if ns < 10e9 {
		return fmt.Sprintf("%.1f seconds", float64(max(ns, 0))/1e9)
	}
	return count(uint64(ns/1e9), "second", "seconds")
}

func bytesText(n uint64) string {
	if n < 10<<20 {
		return fmt.Sprintf("%d KB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// warnings are the reasons to trust a verdict less.
func warnings(result *sparsehb.Result) []string {
	var w []string
	m := result.Meta
	if text := CutText(m); text != "" {
		w = append(w, text)
	}
	if m.Lost > 0 {
		w = append(w, lostText(m)+": "+lostMeans(m))
	}
	if n := result.Counts.UnsureFrees; n > 0 {
		w = append(w, fmt.Sprintf("%s of freed memory not reported: an allocation in between may be among what was lost", count(n, "free", "frees")))
	}
	switch {
	case m.Stopped != trace.StopNone && m.OnlyAccesses():
		w = append(w, fmt.Sprintf("%s: from there on events, allocations and frees were recorded, memory accesses were not", m.Stopped))
	case m.Stopped != trace.StopNone:
		w = append(w, fmt.Sprintf("the recording stopped before the program did: %s; analysed up to there", m.Stopped))
	}
	if m.Torn != "" {
		w = append(w, TornText(m))
	}
	if !m.Complete && m.Torn == "" && (m.Stopped == trace.StopNone || m.OnlyAccesses()) {
		w = append(w, "the recording is incomplete ("+ended(m)+"); analysed up to there")
	}
	if result.DroppedEdges > 0 {
		w = append(w, fmt.Sprintf("events were delivered out of order: %s dropped, so some pairs may be ordered after all",
			count(result.DroppedEdges, "conclusion was", "conclusions were")))
	}
	if short := cutShort(result.OrderedTo, result.CutShort); short != nil {
		w = append(w, short.text())
	}
	if m.Fallback {
		w = append(w, "built with -fsanitize=thread instead of our compilers: calls that use an object are not recorded, so races may be missing")
	}
	if n := result.Counts.SharedPairs; n > 0 {
		w = append(w, fmt.Sprintf("too many pairs of handlers interfere to tell all apart: %s of handlers that share a race, by their places",
			count(n, "pair of operations is", "pairs of operations are")))
	}
	if n := result.Counts.UntoldPairs; n > 0 {
		w = append(w, fmt.Sprintf("too many pairs of places interfere to list all: %s in no race",
			count(n, "pair of operations is", "pairs of operations are")))
	}
	if n := result.Counts.UnjudgedPairs; n > 0 {
		w = append(w, fmt.Sprintf("too many uses race to look for guards of all: %s reported without", count(n, "pair of operations is", "pairs of operations are")))
	}
	if n := result.Counts.UnweighedPairs; n > 0 {
		w = append(w, fmt.Sprintf("too many accesses race to weigh them all: %s reported without coverage, or without filters, too", count(n, "pair is", "pairs are")))
	}
	if n := result.Counts.LongAccesses; n > 0 {
		w = append(w, fmt.Sprintf("only the first bytes of %s were compared", count(n, "very long access", "very long accesses")))
	}
	if text := unlooked(result); text != "" {
		w = append(w, text)
	}
	if none := noLoop(result); none != "" {
		w = append(w, none)
	}
	return w
}

// noLoop says that no loop was seen in the thread that was looked at, "" if one was.
func noLoop(result *sparsehb.Result) string {
	switch n := elsewhere(result); {
	case loopSeen(result):
		return ""
	case n > 0:
		return fmt.Sprintf("no event loop of the first thread was seen: other threads delivered %s", count(n, "event", "events"))
	}
	return "no event loop was seen: no event was delivered while recording"
}

// loopSeen: the thread that is looked at, the first mostly, delivered an event.
func loopSeen(result *sparsehb.Result) bool {
	thread := looked(result)
	for i := range result.Events {
		e := &result.Events[i]
		if e.Deq != sparsehb.NoOp && e.Thread == thread && result.Tables.EventName(e.ID) != mainEvent {
			return true
		}
	}
	return false
}

// elsewhere is how many events other threads than that one delivered.
func elsewhere(result *sparsehb.Result) (n int) {
	thread := looked(result)
	for i := range result.Events {
		if e := &result.Events[i]; e.Deq != sparsehb.NoOp && e.Thread != thread {
			n++
		}
	}
	return n
}

// asTasks is how many of these have an event in the main loop (internal/tasks).
func asTasks(result *sparsehb.Result) (n int) {
	for i := range result.Events {
		if e := &result.Events[i]; e.Deq != sparsehb.NoOp && e.Thread == 0 && e.Kind == trace.Env && isTask(e.Attr("type")) {
			n++
		}
	}
	return n
}

// mainEvent is the pseudo-event of start-up code that spins loops.
const mainEvent = "main"

// count is a number with its noun.
func count[N int | uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
