package farm

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// history is what builds of commits would show, a letter each: c comes to the place and is clean, x crashes, n does not
// come to the place.
type history string

func (h history) bisection() *Bisection {
	b := &Bisection{Race: "r", Runs: 3, Shown: SumOf([]byte("shown"))}
	for i := range h {
		b.Commits = append(b.Commits, Commit{fmt.Sprint(i), SumOf([]byte{byte(i), byte(i >> 8)})})
	}
	return b
}

func (h history) trial(i int) Trial {
	t := Trial{Commit: fmt.Sprint(i), Runs: 3}
	switch h[i] {
	case 'c':
		t.Verdict, t.Fixed = "feasible", true
	case 'x':
		t.Verdict, t.Proven = "confirmed", 2
	default:
		t.Verdict = "not reached"
	}
	return t
}

// carryOut tries what is asked for, and gives the answer and how many were tried.
func (h history) carryOut(t *testing.T, b *Bisection, most int) (Bisected, int) {
	trials := make([]Trial, len(h))
	for i := range trials {
		trials[i].Commit = fmt.Sprint(i)
	}
	for tried := 0; ; {
		next := b.Next(trials, most)
		if len(next) == 0 {
			return b.Answer(trials), tried
		}
		if len(next) > most || b.Answer(trials).Done {
			t.Fatalf("%s: %v are asked for at once, at most %d", h, next, most)
		}
		for _, i := range next {
			if trials[i].Tried() {
				t.Fatalf("%s: %d is tried again", h, i)
			}
			trials[i] = h.trial(i)
			tried++
		}
	}
}

// TestBisect: the answers for histories that can be read.
func TestBisect(t *testing.T) {
	for _, c := range []struct {
		h                     history
		first, before, unsure string
	}{
		{"cx", "1", "0", ""},
		{"xx", "0", "", ""},
		{"cc", "", "", ""},
		{"nn", "", "", "0 1"},
		{"nx", "1", "", "0"},
		{"cnx", "2", "0", "1"},
		{"ccnnnxxx", "5", "1", "2 3 4"},
		{"nnccxxnx", "4", "3", ""},
		{"ccxcc", "2", "1", ""}, // it came and went
		{"cncnc", "", "", "1 3"},
	} {
		for most := range 4 {
			got, _ := c.h.carryOut(t, c.h.bisection(), most+1)
			name := func(t *Trial) string {
				if t == nil {
					return ""
				}
				return t.Commit
			}
			var unsure []string
			for _, u := range got.Unknown {
				unsure = append(unsure, u.Commit)
			}
			if name(got.First) != c.first || name(got.Before) != c.before || strings.Join(unsure, " ") != c.unsure || !got.Done || got.Commits != len(c.h) {
				t.Errorf("%s, %d at once: first %q, before %q, unknown %v", c.h, most+1, name(got.First), name(got.Before), unsure)
			}
		}
	}
}

// TestBisectRandom: whatever says nothing, the answer is that of trying all, by few trials where all say something.
func TestBisectRandom(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		n, silent := 2+rng.IntN(60), rng.IntN(4)
		at := rng.IntN(n)
		h := make([]byte, n)
		for i := range h {
			h[i] = 'c'
			if i >= at {
				h[i] = 'x'
			}
			if rng.IntN(4) < silent {
				h[i] = 'n'
			}
		}
		text := history(h)
		most := 1 + rng.IntN(5)
		got, tried := text.carryOut(t, text.bisection(), most)
		first := strings.IndexByte(string(text), 'x')
		if first < 0 {
			if got.First != nil || len(got.Unknown) != strings.Count(string(text), "n") || tried != n {
				t.Fatalf("seed %d: %s: %+v", seed, text, got)
			}
			continue
		}
		before := strings.LastIndexByte(string(text[:first]), 'c')
		if got.First == nil || got.First.Commit != fmt.Sprint(first) || (got.Before == nil) != (before < 0) || before >= 0 && got.Before.Commit != fmt.Sprint(before) ||
			len(got.Unknown) != first-before-1 {
			t.Fatalf("seed %d: %s: %+v, expected %d and %d", seed, text, got, before, first)
		}
		if silent == 0 && most == 1 && tried > 1+bits.Len(uint(n)) {
			t.Fatalf("seed %d: %s: %d were tried", seed, text, tried)
		}
	}
}

// TestBisectBegins: the build that the schedule crashed first is tried before others, as it will crash again.
func TestBisectBegins(t *testing.T) {
	h := history("ccccxxxcccccccccccccccccccc")
	b := h.bisection()
	b.Commits[5].Build = b.Shown
	got, tried := h.carryOut(t, b, 1)
	if got.First == nil || got.First.Commit != "4" || tried > 5 {
		t.Errorf("%+v after %d", got, tried)
	}
}

// TestAskedCheck: what a stranger may not ask for.
func TestAskedCheck(t *testing.T) {
	for want, a := range map[string]Asked{
		"0 runs: expected 1 to 100":  {},
		"a commit without a name":    {Runs: 1, Commits: []AskedCommit{{}}},
		"the commit a is given":      {Runs: 1, Commits: []AskedCommit{{Name: "a"}, {Name: "a"}}},
		"10001 commits, at most":     {Runs: 1, Commits: make([]AskedCommit, MostCommits+1)},
		"the commit a: a build with": {Runs: 1, Commits: []AskedCommit{{Name: "a", Build: &Build{}}}},
	} {
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	if err := (&Asked{Runs: 3, Commits: []AskedCommit{{Name: "a"}, {Name: "b"}}}).Check(); err != nil {
		t.Error(err)
	}
}
