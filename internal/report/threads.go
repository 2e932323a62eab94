package report

import (
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// threadText names the thread whose loop was looked at: its number, and its name if it has one.
func threadText(result *sparsehb.Result, id trace.ThreadID) string {
	name := result.Order.ThreadName(id)
	for i := 0; name == "" && i < len(result.Events); i++ {
		if e := &result.Events[i]; e.From == id && e.Enq != sparsehb.NoOp {
			name = e.Attr("poster")
		}
	}
	return fmt.Sprintf("thread %d%s", id, quoted(name))
}

// ofThread says whose loop it is about, if that is not the main thread's.
func (r *Report) ofThread(result *sparsehb.Result) {
	id := looked(result)
	if id == 0 {
		return
	}
	r.Threads = []string{threadText(result, id)}
	for _, race := range r.Races {
		race.Thread = r.Threads[0]
	}
}

// unlooked names the threads whose loops need more memory than allowed, "" if there are none.
func unlooked(result *sparsehb.Result) string {
	if len(result.Unlooked) == 0 {
		return ""
	}
	var names []string
	for _, id := range result.Unlooked {
		names = append(names, threadText(result, id))
	}
	return "no race in the loop of " + strings.Join(names, ", and none in that of ") + " was looked for: more memory is needed than allowed"
}

// looked is the thread whose loop was looked at.
func looked(result *sparsehb.Result) trace.ThreadID {
	if result.Order == nil || !result.Order.OwnLoop() {
		return 0
	}
	return result.Order.Main()
}

// Join adds what was found in the loop of another thread of the same recording. A race that
// is there with the same id is the same bug, in one more thread.
func (r *Report) Join(other *Report, result *sparsehb.Result) {
	thread := strings.Join(other.Threads, ", ")
	r.Threads = append(r.Threads, other.Threads...)
	r.Blocks += other.Blocks
	r.Loops += other.Loops
	r.Elsewhere -= delivered(result, result.Order.Main())
	r.Dropped += other.Dropped
	r.Suppressed += other.Suppressed
	r.Known += other.Known
	r.Counts.Join(&other.Counts)
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w string) bool { return w == r.noLoop })
	if r.noLoop != "" {
		r.unanswered = whyIncomplete(result)
	}
	for _, w := range other.Warnings {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w+" ("+thread+")")
		}
	}
	for _, race := range other.Races {
		r.join(race)
	}
	r.Rank()
}

func (r *Report) join(race *Race) {
	for _, old := range r.Races {
		switch {
		case old.ID != race.ID:
			continue
		case (old.Filtered == "") != (race.Filtered == ""):
			hidden := old
			if old.Filtered == "" {
				hidden = race
			}
			hidden.ID = filteredID(hidden.ID, hidden.Filter)
		default:
			old.Pairs += race.Pairs
			old.Handlers += race.Handlers
			old.Also++
			return
		}
		break
	}
	r.Races = append(r.Races, race)
}

// delivered is how many events a thread delivered.
func delivered(result *sparsehb.Result, id trace.ThreadID) (n int) {
	for i := range result.Events {
		if e := &result.Events[i]; e.Deq != sparsehb.NoOp && e.Thread == id {
			n++
		}
	}
	return n
}

// who did it: an event's handler, start-up code, or another thread.
func (p *Place) who() string {
	if p.Event == nil && p.thread != "" {
		return p.thread
	}
	return p.Event.describe()
}

// Result is the analysis that found the race, nil for one that a test made.
func (r *Race) Result() *sparsehb.Result {
	if r.by == nil {
		return nil
	}
	return r.by.result
}

// inThread says in which thread's loop its handlers run, "" for the main one.
func (r *Race) inThread() string {
	switch {
	case r.Thread == "" && r.Also == 0:
		return ""
	case r.Thread == "":
		return "in the main thread and " + count(r.Also, "other", "others")
	case r.Also > 0:
		return "in " + r.Thread + " and " + count(r.Also, "other", "others")
	}
	return "in " + r.Thread
}

// loopsOf are the loops of threads, and their verb.
func loopsOf(threads []string) string {
	last := len(threads) - 1
	if last == 0 {
		return "that of " + threads[0] + " was"
	}
	return "those of " + strings.Join(threads[:last], ", ") + " and " + threads[last] + " were"
}
