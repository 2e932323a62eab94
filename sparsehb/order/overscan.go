package order

import (
	"cmp"
	"slices"
	"sort"
)

// R26 and R29 ask of every other loop whether it can be in the way. What they find
// after a pass holds in the next one, like R17's premise. The scan that asks:
//
//  1. The last few witnesses of failure come first: most tries fail at them.
//  2. Loops that start later in the trace are walked forward, until one is met that
//     is known to fit and that all later ones follow.
//  3. Those that start earlier are walked backward, until one that is known to come
//     after all earlier ones, or a success whose anchors come before this one's.
//
// Chains of loops stop at once; where many loops have no order, one is a witness.
type overScan struct {
	ps       *pass
	byPause  []*Loop
	follow   []bool       // by place: all later loops start after this one
	precede  []bool       // by place: all earlier loops start before this one
	backward [][2]BlockID // by place: anchors of a success
	witness  [8]*Loop
	next     int
}

// overScan is the scan after the pass at hand, begun for another rule.
func (ps *pass) overScan() *overScan {
	if ps.scan == nil {
		ps.scan = newOverScan(ps)
	}
	ps.scan.restart()
	return ps.scan
}

func newOverScan(ps *pass) *overScan {
	s := &overScan{ps: ps}
	for i := range ps.loops {
		if ps.loops[i].PauseBlock >= 0 {
			s.byPause = append(s.byPause, &ps.loops[i])
		}
	}
	slices.SortFunc(s.byPause, func(a, b *Loop) int { return cmp.Compare(a.PauseBlock, b.PauseBlock) })
	n := len(s.byPause)
	s.follow, s.precede, s.backward = make([]bool, n), make([]bool, n), make([][2]BlockID, n)
	s.findFollow()
	s.findPrecede()
	return s
}

func (s *overScan) startsBefore(i, j int) bool {
	s.ps.tally(1)
	return !s.ps.exhausted() && s.ps.o.Before(s.byPause[i].PauseBlock, s.byPause[j].PauseBlock)
}

func (s *overScan) findFollow() {
	n := len(s.byPause)
	blamed := n
	for i := n - 1; i >= 0; i-- {
		s.follow[i] = blamed == n || s.startsBefore(i, blamed)
		for j := i + 1; j < n && s.follow[i]; j++ {
			if s.follow[i] = s.startsBefore(i, j); !s.follow[i] {
				blamed = j
			} else if s.follow[j] {
				break
			}
		}
	}
}

func (s *overScan) findPrecede() {
	blamed := -1
	for i := range s.byPause {
		s.precede[i] = blamed < 0 || s.startsBefore(blamed, i)
		for j := i - 1; j >= 0 && s.precede[i]; j-- {
			if s.precede[i] = s.startsBefore(j, i); !s.precede[i] {
				blamed = j
			} else if s.precede[j] {
				break
			}
		}
	}
}

// restart forgets what holds for one rule only.
func (s *overScan) restart() {
	s.witness = [8]*Loop{}
	for i := range s.backward {
		s.backward[i] = [2]BlockID{NoBlock, NoBlock}
	}
}

// walk asks fits of all loops but the one at place own; from is the first place that
// lies after the try in the trace. It goes on forward while stop is false, and
// likewise backward.
func (s *overScan) walk(from int, fits func(*Loop) bool, after, before func(place int) bool) bool {
	for _, w := range s.witness {
		if s.ps.tally(1); w != nil && !fits(w) {
			return false
		}
	}
	for i := from; i < len(s.byPause); i++ {
		if s.ps.tally(1); s.ps.exhausted() || !fits(s.byPause[i]) {
			return s.blame(s.byPause[i])
		}
		if after(i) {
			break
		}
	}
	for i := from - 1; i >= 0; i-- {
		if s.ps.tally(1); s.ps.exhausted() || !fits(s.byPause[i]) {
			return s.blame(s.byPause[i])
		}
		if before(i) {
			break
		}
	}
	return true
}

func (s *overScan) blame(w *Loop) bool {
	s.witness[s.next%len(s.witness)] = w
	s.next++
	return false
}

// placeFrom is the first place of a loop that starts in block b or later.
func (s *overScan) placeFrom(b BlockID) int {
	return sort.Search(len(s.byPause), func(i int) bool { return s.byPause[i].PauseBlock >= b })
}
