package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"sparseracer/internal/probe"
)

// head says how much was tried. loops: there are some in which events could be.
func (p *probing) head() (loops bool) {
	tried, missed := 0, 0
	for _, r := range p.found {
		switch {
		case r.Missed:
			missed++
		case r.Script != "":
			tried++
		}
	}
	n := len(p.tried.Loops())
	if n == 0 {
		fmt.Fprintln(p.stdout, "no nested loop waits between two steps: there is none in which other events could be tried")
		return false
	}
	left := ""
	if missed > 0 {
		left = fmt.Sprintf("; %d others were not reached", missed)
	}
	if len(p.late) > 0 {
		left += fmt.Sprintf("; there was no time for %d others", len(p.late))
	}
	fmt.Fprintf(p.stdout, "events that no session has: %d tried, in %s%s\n", tried, amount(n, "nested loop"), left)
	if p.alone.Failure != "" {
		fmt.Fprintf(p.stdout, "the session fails without any event, too: %s\n", p.alone.Failure)
	}
	return true
}

// outcome is what an event came to, in the words of the lists at the end; "" for what is in none of them.
func (p *probing) outcome(r *probed) string {
	switch {
	case r.Script == "" || r.Failure == "":
		return ""
	case r.Again && p.unsteady(r):
		return listWithout
	case r.Again && r.By() != probe.Call:
		return listProven
	case r.Again:
		return listByCall
	case r.fails(&p.alone):
		return ""
	case r.Alone:
		return listWithout
	}
	return listOnce
}

// unsteady: the same session crashes likewise with another event, too, and not each time. Then it may do so with none, though it
// did not in the one run without, and that it did twice with this one is chance. A race is known by more than how a run ended.
func (p *probing) unsteady(r *probed) bool {
	return r.Race == "" && slices.ContainsFunc(p.found, func(o probed) bool {
		return o.Step != r.Step && !o.Again && filepath.Dir(o.Script) == filepath.Dir(r.Script) && o.fails(r)
	})
}

// write says what came of it. script repeats the first that was proven, "": there is none.
func (p *probing) write() (script string) {
	if !p.head() {
		return ""
	}
	best := map[string]string{} // what fails has one place
	for i := range p.found {
		r := &p.found[i]
		if of := p.outcome(r); of != "" && (best[r.failed()] == "" || rank(of) < rank(best[r.failed()])) {
			best[r.failed()] = of
		}
	}
	var first *probed
	for _, what := range []string{listProven, listByCall, listWithout, listOnce} {
		f := p.list(what, func(r *probed) bool { return p.outcome(r) != "" && best[r.failed()] == what })
		if first == nil {
			first = f
		}
		if f != nil && (what == listProven || what == listWithout) && p.code == exitClean {
			p.code = exitRaces
		}
	}
	p.writeHung()
	switch {
	case first != nil:
		return first.Script
	case p.alone.Failure != "":
		return p.opt.record.Play
	}
	return ""
}

func (p *probing) writeHung() {
	p.list(fmt.Sprintf("did not end within %v, or three times what the session took", p.opt.timeout), func(r *probed) bool { return r.Hung })
}

// failed is what failures that stand in one list together have alike: ids differ by the kind of the event that frees, and what is
// said of a crash by the numbers of its events.
func (r *probed) failed() string { return cmp.Or(r.Race, r.Crash, r.Failure, r.Step) }

// event is how it came about.
func (r *probed) event() string {
	return fmt.Sprintf("%s (%s) while %s waits", r.Step, r.By(), r.Loop())
}

// list writes the results that are meant, a failure once with all events that bring it about, and gives the first of them.
func (p *probing) list(what string, is func(*probed) bool) (first *probed) {
	events := map[string][]*probed{}
	var order []string
	for i := range p.found {
		r := &p.found[i]
		if r.Script == "" || !is(r) {
			continue
		}
		key := r.failed()
		if events[key] == nil {
			order = append(order, key)
		}
		events[key] = append(events[key], r)
		if first == nil {
			first = r
		}
	}
	if len(order) == 0 {
		return nil
	}
	fmt.Fprintf(p.stdout, "%s: %d\n", what, len(order))
	for _, key := range order {
		id := events[key][0].Failure
		if race := events[key][0].Race; race != "" {
			fmt.Fprintf(p.stdout, "  %s  %s\n", id, race)
		} else if id != "" {
			fmt.Fprintf(p.stdout, "  %s\n", id)
		}
		said := map[string]bool{}
		for _, r := range events[key] {
			if said[r.event()] {
				continue
			}
			said[r.event()] = true
			as := ""
			if r.Failure != id && r.Crash == "" {
				as = ", as " + r.Failure
			}
			fmt.Fprintf(p.stdout, "    %s%s: %s\n", r.event(), as, r.Script)
		}
	}
	return first
}
