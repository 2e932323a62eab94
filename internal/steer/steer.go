// Package steer turns predicted races into schedules and runs an
// AddressSanitizer build of the program under them, to see them happen.
//
// The rules it keeps:
//   - A false alarm is the worst defect: what the event loop could not do by
//     itself is refused, and a crash after a divergence is never confirmation.
//   - A schedule is a file that people can read. It names events by labels that
//     hold in every run, never by addresses, pids or operation numbers.
//   - Everything in a schedule and in a sanitizer's report is untrusted input.
//   - Whatever a run starts, ends with it: the whole process group.
//
// The stages, a file each: derive (race -> schedule), compile (schedule -> what
// the runtime in the program reads), run, asan (the sanitizer's report), findings
// (what a run showed), runner (runs, some at a time), confirm and replay, verdicts
// (what is kept for reports). postpone makes schedules at random, for no race.
package steer

import "sparseracer/sparsehb"

// Order is what derivation asks of the happens-before order.
type Order interface {
	Before(a, b sparsehb.BlockID) bool
	BlockOf(op uint64) sparsehb.BlockID
}

// Prediction is a race with what needs symbols: its stable id and the
// functions, demangled and innermost first, of its three stacks.
type Prediction struct {
	ID    string
	Race  *sparsehb.Race
	Use   []string
	Free  []string
	Alloc []string
	// Places are the stacks of the other pairs of operations below the race
	// (its Places; their allocations may stay empty).
	Places []Expect
	// Guard is what can be watched where the program has no AddressSanitizer,
	// nil if nothing is known to watch.
	Guard *Guard
	// Others are races of the same id, tried in turn if Race has no schedule.
	Others []*sparsehb.Race
}

// Status is what is known about a race after steering.
type Status uint8

// From the least said about a race to the most; a higher one of several runs
// wins.
const (
	NotRun           Status = iota // interrupted before its first run
	Unsupported                    // this version cannot derive a schedule
	Infeasible                     // no run can have the bad order
	NotReached                     // the run ended before both handlers ran in the bad order
	Diverged                       // the run left the schedule
	OurFault                       // the run came into an order that no loop makes
	Feasible                       // both ran in the bad order, nothing crashed
	CrashedElsewhere               // a finding of its own, no proof of this race
	EarlierSymptom                 // the free itself was reported as an error
	Confirmed                      // the predicted use of freed memory was reported
)

var statusNames = [...]string{"not run", "not supported", "infeasible", "not reached", "diverged",
	"fault of sparseracer", "feasible", "crashed elsewhere", "confirmed with an earlier symptom", "confirmed"}

func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "unknown"
}

// Proven reports whether a run showed the race itself.
func (s Status) Proven() bool { return s == Confirmed || s == EarlierSymptom }

// Refusal is why a race has no schedule.
type Refusal struct {
	// Infeasible: the bad order cannot happen, as far as the recording
	// says; otherwise only this version does not know how.
	Infeasible bool
	Reason     string
	driver     bool // only that a driver plays the person is in the way
}

func (r *Refusal) Error() string { return r.Reason }

func (r *Refusal) status() Status {
	if r.Infeasible {
		return Infeasible
	}
	return Unsupported
}
