package order

import (
	"fmt"
	"slices"

	"sparseracer/internal/trace"
)

//go:generate go run ../gen -type Rule -number ruleID -prefix rule -count numRules

// Rule is a rule of the order: what it concludes, how that is known, and where it acts.
// Each stands in a file of its own (rule_*.go), with all that only it needs. The table
// of all of them, registry, is generated from those files.
//
// R9 is the closure that clocks keep, R10 follows from R4, R9, R13 and R14; those last
// two are HappensBefore.
type Rule struct {
	ID, Name string
	Sets     Sets
	Kind     Kind
	Sentence string // what it concludes, and why
	Limit    string // what it does not look for, "" if nothing
	Breaks   string // what would break it: an assumption, or what the model of a theorem takes for granted;
	// of a heuristic a program in which it is wrong
	HeldBy []string // tests that hold it against every schedule
	Always bool     // it cannot be switched off

	// Where it acts, in the order of a pass; nil: not there. A rule puts what the block
	// at hand comes after. What is put in one phase is joined at its end, so the rules
	// of a phase do not depend on each other and go in the order of the registry; but
	// those of front and closing are few and say what they build on.

	// prepare sets up what stays the same in all passes, from the skeleton. It returns
	// false if the trace has nothing for the rule, which then acts nowhere.
	prepare func(*pass) bool
	// facts is prepare for a rule that acts as deq does, by facts that only it needs: it
	// returns what acts in this trace, nil if nothing does.
	facts   func(*pass) func(trace.EventID)
	begin   func(*pass)                  // before each pass
	joined  func(*pass, trace.EventID)   // for each event that the block begins with a join of
	block   func(*pass, *opening)        // a block that starts no handler
	deq     func(*pass, trace.EventID)   // a block that starts one; premises are facts of the skeleton
	queue   func(*pass, trace.EventID)   // then: what the queue keeps in order
	resume  func(*pass, *Loop)           // a block that goes on behind a loop; facts
	nest    func(*pass, *Loop)           // then: what ran inside the loop
	closing func(*pass) bool             // premises look at the joined past; again while one adds something
	again   func(*pass) bool             // likewise, and what it adds may be a premise of all
	older   func(*pass, []front) []front // the frontier, before the block enqueues its events
	front   func(*pass, []front) []front // and after
	next    func(*pass) bool             // after a pass: is there something new for another one?
	back    func(*pass) bool             // likewise, while that is worth the work (mostWork)
}

// Kind says how something is known.
type Kind uint8

const (
	Theorem    Kind = iota // it holds in every schedule of the model, which sparsehb/semantics runs through
	Assumption             // it holds if the environment behaves as stated
	Heuristic              // it is right for most programs
)

func (k Kind) String() string { return [...]string{"theorem", "assumption", "heuristic"}[k] }

// Sets are rule sets.
type Sets uint8

const (
	InPaper = Sets(1 << Paper)
	InExact = Sets(1 << Exact)
	InBatch = Sets(1<<Batch | 1<<Unix | 1<<Either)
	InUnix  = Sets(1 << Unix)
)

// Has reports whether a set is one of them.
func (s Sets) Has(r Rules) bool { return s>>r&1 != 0 }

// String names them; what stands in batch stands in unix and either, too.
func (s Sets) String() string {
	names := ""
	for r := Paper; r <= Either; r++ {
		if s.Has(r) && !(r > Batch && s.Has(Batch)) {
			names += " " + r.String()
		}
	}
	return names[min(1, len(names)):]
}

func (r Rules) String() string {
	return [...]string{"auto", "paper", "exact", "batch", "unix", "either"}[r]
}

// All are the rules, in the order of their ids.
func All() []*Rule { return registry[:] }

// ruleID is the place of a rule in the registry.
type ruleID uint8

func (r ruleID) String() string { return registry[r].ID }

// Switchable are the names of the rules that an order can go without: those whose
// absence is a weaker order.
func Switchable() []string {
	var names []string
	for _, r := range registry {
		if !r.Always {
			names = append(names, r.ID)
		}
	}
	return names
}

// maskOf is the rules to go without, by name.
func maskOf(without []string) (ruleMask, error) {
	var m ruleMask
	for _, name := range without {
		i := slices.IndexFunc(registry[:], func(r *Rule) bool { return r.ID == name && !r.Always })
		if i < 0 {
			return 0, fmt.Errorf("no rule %q to go without", name)
		}
		m |= 1 << i
	}
	return m, nil
}

// ruleMask has a bit for each rule that is switched off.
type ruleMask uint64

func (m ruleMask) has(r ruleID) bool { return m>>r&1 != 0 }
