package report

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/filter"
)

// unanswered is why a recording without a reported race does not say that there is none:
// nothing was looked at, or what decides it is missing. "" if it does say so.
//
// Memory accesses that were lost, and a program that was killed, leave an answer about
// what was recorded: the warnings say how much it is worth.
func unanswered(result *sparsehb.Result) string {
	switch {
	case !loopSeen(result) && elsewhere(result) > 0:
		return "the first thread, which is looked at, delivered no event"
	case !loopSeen(result):
		return "no event of a loop was recorded"
	}
	return whyIncomplete(result)
}

// whyIncomplete is why no race may come of what was not recorded.
func whyIncomplete(result *sparsehb.Result) string {
	switch m := result.Meta; {
	case m.Torn != "":
		return "the trace is cut off"
	case m.Lost > 0 && !m.OnlyAccesses():
		return "events, allocations or frees were lost"
	case m.Stopped != trace.StopNone && !m.OnlyAccesses():
		return "the recording stopped before the program did"
	}
	return ""
}

// Unanswered is why the report is no answer; "" where it is one. A race that is reported
// and a crash that was seen are one.
func (r *Report) Unanswered() string {
	if len(r.Reported()) > 0 || r.Crash != nil {
		return ""
	}
	return r.unanswered
}

// setAside is how many races a heuristic alone has taken out.
func (r *Report) setAside() (n int) {
	for _, race := range r.Races[len(r.Reported()):] {
		if named := filter.Named(race.Filter); len(named) == 1 && named[0].Heuristic() {
			n++
		}
	}
	return n
}
