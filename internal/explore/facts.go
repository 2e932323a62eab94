package explore

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/steering"
)

// Facts are what a run left, by what it is of: "exit", "output", "file ~/.config/x",
// "object QMainWindow:main/QLabel:state text", "timer …", "window QMainWindow:main",
// "handler QMainWindow:main/QPushButton:go clicked(bool)": who waits for what.
type Facts map[string]string

// Finding is a run beside the one that it came from.
type Finding struct {
	Class       Class        `json:"class"`
	Why         string       `json:"why,omitempty"` // it shows nothing, or does no harm
	Differences []Difference `json:"differences,omitempty"`
}

// Class of a run.
type Class string

const (
	Equal      Class = "equal"
	Harmless   Class = "harmless" // only in what is still to come: timers, registrations
	Different  Class = "different"
	NotReached Class = "not reached"
)

// Difference is one fact that is not what it was; "" is that there is none.
type Difference struct {
	What string `json:"what"`
	Was  string `json:"was"`
	Is   string `json:"is"`
}

// pending facts are about what had not come when the program ended. It might have
// come later; whoever waits for it will find it.
func pending(what string) bool { return strings.HasPrefix(what, steering.LookTimer) }

// registered: all that is missing, or here and not there, are handlers and objects that
// nobody sees: in one of the two runs they had not come when the program ended, or never
// will.
func (f *Finding) registered(was, is Facts) bool {
	for _, d := range f.Differences {
		kind, rest, _ := strings.Cut(d.What, " ")
		switch {
		case pending(d.What), kind == "handler":
		case kind == "object" && was.has(object(rest)) != is.has(object(rest)):
		default:
			return false
		}
	}
	return true
}

// object is the path in "PATH PROPERTY".
func object(fact string) string { return fact[:max(0, strings.LastIndexByte(fact, ' '))] }

// has: there is an object of that path.
func (f Facts) has(path string) bool {
	for what := range f {
		if strings.HasPrefix(what, "object "+path+" ") {
			return true
		}
	}
	return false
}

const lateRegistration = "late registration: the program ended before the event that was made late; after that event nothing is missing"

// late: the run lacks only what came once it had gone on; that is what a person who is
// quick enough may meet, and nobody else.
func (f *Finding) late(settled Facts) {
	for _, d := range f.Differences {
		if value, ok := settled[d.What]; !pending(d.What) && (value != d.Was || !ok) {
			return
		}
	}
	f.Class, f.Why = Harmless, lateRegistration
}

// noise is what differs between runs of which none was steered: it says nothing.
type noise map[string]loudness

type loudness string

const (
	digits loudness = "digits" // only its digits differ: times, process numbers, addresses
	whole  loudness = "whole"
)

// noiseOf compares such runs.
func noiseOf(runs []Facts) noise {
	n := noise{}
	for _, f := range runs {
		for _, d := range differences(runs[0], f, nil) {
			if n[d.What] = whole; sameBut(digits, runs, d.What) {
				n[d.What] = digits
			}
		}
	}
	return n
}

func sameBut(l loudness, runs []Facts, what string) bool {
	first, some := runs[0][what]
	for _, f := range runs {
		if v, ok := f[what]; ok != some || l.quiet(v) != l.quiet(first) {
			return false
		}
	}
	return true
}

var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`0x[0-9a-fA-F]+|[0-9]+`) })

func (l loudness) quiet(value string) string {
	switch l {
	case whole:
		return ""
	case digits:
		return number().ReplaceAllString(value, "#")
	}
	return value
}

// differences in the order of what they are of.
func differences(was, is Facts, but noise) []Difference {
	all := map[string]bool{}
	for what := range was {
		all[what] = true
	}
	for what := range is {
		all[what] = true
	}
	var list []Difference
	for _, what := range slices.Sorted(maps.Keys(all)) {
		a, inA := was[what]
		b, inB := is[what]
		if l := but[what]; l != whole && (inA != inB || l.quiet(a) != l.quiet(b)) {
			list = append(list, Difference{what, a, b})
		}
	}
	return list
}

// compare finds the class of a run.
func compare(was, is Facts, but noise) *Finding {
	if a, b := was.looked(), is.looked(); a != b {
		was, is = was.withoutLook(a), is.withoutLook(b)
	}
	return classified(differences(was, is, but))
}

func ofLook(what string) bool {
	for _, kind := range []string{steering.LookWindow, steering.LookObject, steering.LookTimer, steering.LookHandler} {
		if strings.HasPrefix(what, kind) {
			return true
		}
	}
	return false
}

// looked: the windows were there at the end.
func (f Facts) looked() bool {
	for what := range f {
		if ofLook(what) {
			return true
		}
	}
	return false
}

// withoutLook says in one fact what would be one for each object.
func (f Facts) withoutLook(looked bool) Facts {
	out := Facts{"windows": "none: the program ended before"}
	if looked {
		out["windows"] = "there at the end"
	}
	for what, value := range f {
		if !ofLook(what) {
			out[what] = value
		}
	}
	return out
}

func classified(list []Difference) *Finding {
	f := &Finding{Class: Equal, Differences: list}
	for _, d := range list {
		if !pending(d.What) {
			f.Class = Different
			break
		}
		f.Class = Harmless
	}
	return f
}

// again leaves only what a second run of the same schedule shows, too.
func (f *Finding) again(second *Finding) *Finding {
	shown := map[string]bool{}
	for _, d := range second.Differences {
		shown[d.What] = true
	}
	return classified(slices.DeleteFunc(slices.Clone(f.Differences), func(d Difference) bool { return !shown[d.What] }))
}
