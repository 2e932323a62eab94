package farm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Bounds of what is looked between.
const (
	LeastCommits = 2
	MostCommits  = 10_000
)

// Bisection looks for the first of some commits whose build a race's schedule crashes.
type Bisection struct {
	Race     string   `json:"race"`
	Schedule Sum      `json:"schedule"`
	Shown    Sum      `json:"shown"` // key of the build that the schedule crashed first
	Runs     int      `json:"runs"`  // with each build that is tried
	Commits  []Commit `json:"commits"`
}

// Commit is one of a bisection, with its build. They are in order, the oldest first.
type Commit struct {
	Name  string `json:"commit"`
	Build Sum    `json:"build"` // key
}

// Trial is what the runs of a commit's build showed.
type Trial struct {
	Commit  string `json:"commit"`
	Verdict string `json:"verdict"` // "": it was not tried
	Reason  string `json:"reason,omitempty"`
	Proven  int    `json:"proven"` // runs that crashed as the schedule says
	Runs    int    `json:"runs"`
	Fixed   bool   `json:"fixed"` // each run came to the place, and none crashed
}

// Tried: there is something to know of it.
func (t *Trial) Tried() bool { return t.Verdict != "" }

// Proves: a run crashed by the schedule.
func (t *Trial) Proves() bool { return t.Proven > 0 }

// Clean: the place was reached, and nothing crashed. A build that neither proves the race nor is clean says nothing.
func (t *Trial) Clean() bool { return t.Fixed && t.Proven == 0 }

// Asked is what somebody who wants a bisection sends: commits with builds of their own, or with those that were
// submitted with recordings. None are all of the program, in the order in which the farm first heard of them.
type Asked struct {
	Race    string        `json:"race"`
	Runs    int           `json:"runs"`
	Commits []AskedCommit `json:"commits,omitempty"`
}

// AskedCommit is one of them.
type AskedCommit struct {
	Name  string `json:"commit"`
	Build *Build `json:"build,omitempty"`
}

// Check is that of what a stranger sent.
func (a *Asked) Check() error {
	if a.Runs < 1 || a.Runs > MostConfirm {
		return fmt.Errorf("%d runs: expected 1 to %d", a.Runs, MostConfirm)
	}
	if len(a.Commits) > MostCommits {
		return fmt.Errorf("%d commits, at most %d are taken", len(a.Commits), MostCommits)
	}
	seen := map[string]bool{}
	for _, c := range a.Commits {
		switch {
		case c.Name == "" || len(c.Name) > MostName || strings.ContainsRune(c.Name, 0):
			return errors.New("a commit without a name, or with one that is too long or has a NUL byte")
		case seen[c.Name]:
			return fmt.Errorf("the commit %.80s is given twice", c.Name)
		}
		seen[c.Name] = true
		if c.Build != nil {
			if err := c.Build.Check(); err != nil {
				return fmt.Errorf("the commit %.80s: %w", c.Name, err)
			}
		}
	}
	return nil
}

// Bisected is what is known of a bisection.
type Bisected struct {
	Race    string  `json:"race"`
	Commits int     `json:"commits"`
	Tried   int     `json:"tried"`
	Done    bool    `json:"done"`
	Error   string  `json:"error,omitempty"`
	First   *Trial  `json:"first"`   // the first commit whose build proves the race, so far
	Before  *Trial  `json:"before"`  // the last one before it whose build is clean
	Unknown []Trial `json:"unknown"` // those between, or without a proof all that are not clean
}

// between are the first commit that proves the race, and the last clean one before it: len(trials) and -1 for none.
func between(trials []Trial) (clean, first int) {
	clean, first = -1, len(trials)
	if i := slices.IndexFunc(trials, func(t Trial) bool { return t.Proves() }); i >= 0 {
		first = i
	}
	for i := range first {
		if trials[i].Clean() {
			clean = i
		}
	}
	return clean, first
}

// Next are the commits to try next, at most so many at once; none: all is known that can be.
//
//  1. Without a proof: the build that the schedule crashed first, then the newest ones.
//  2. With one: commits that divide what is not tried between it and the last clean one before it. One whose build says
//     nothing divides nothing: its neighbours are tried in its place.
func (b *Bisection) Next(trials []Trial, most int) (next []int) {
	most = max(1, most)
	clean, first := between(trials)
	var open []int
	for i := clean + 1; i < first; i++ {
		if !trials[i].Tried() {
			open = append(open, i)
		}
	}
	if first < len(trials) {
		for i := range min(most, len(open)) {
			next = append(next, open[(i+1)*len(open)/(min(most, len(open))+1)])
		}
		return slices.Compact(next)
	}
	open = open[:0] // also before a clean one: the race may have come and gone
	for i := range trials {
		if !trials[i].Tried() {
			open = append(open, i)
		}
	}
	slices.Reverse(open)
	if i := slices.IndexFunc(open, func(i int) bool { return b.Commits[i].Build == b.Shown }); i >= 0 {
		return open[i : i+1]
	}
	return open[:min(most, len(open))]
}

// Answer is what trials, one for each commit, come to.
func (b *Bisection) Answer(trials []Trial) Bisected {
	out := Bisected{Race: b.Race, Commits: len(b.Commits), Done: len(b.Next(trials, 1)) == 0, Unknown: []Trial{}}
	for i := range trials {
		if trials[i].Tried() {
			out.Tried++
		}
	}
	clean, first := between(trials)
	if first == len(trials) {
		clean = -1 // a clean one says nothing of those beside it
	} else {
		out.First = &trials[first]
	}
	if clean >= 0 {
		out.Before = &trials[clean]
	}
	for i := clean + 1; i < first; i++ {
		if !trials[i].Clean() {
			out.Unknown = append(out.Unknown, trials[i])
		}
	}
	return out
}
