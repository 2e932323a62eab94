package steer

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sparseracer/internal/steering"
)

// What goes along: the free of a predicted object mostly takes others with it, and
// one of those may be used first. Such a fault says nothing by itself. But it says
// which freed blocks it still had pointers to (stocklib/src/quarantine.h), and in another
// run, in which what the same places allocate is guarded, it says what was used and
// who freed it.

const (
	alongMax   = 16 // places
	alongRuns  = 3  // each may bring another fault to light, that comes before
	refersMost = 16 // of one report
)

// freedIn reads "freed by thread T0 [free] in the handler of the free here:".
func freedIn(line string) FreedIn {
	for _, word := range steering.Group("freed_in") {
		if strings.Contains(line, " ["+word+"] ") {
			return FreedIn(word)
		}
	}
	return ""
}

// refers reads "refers to 0xA, N bytes inside of a freed block of N bytes, allocated at MODULE+0xOFFSET".
func (p *reportParser) refers(line string) {
	_, place, _ := strings.Cut(line, steering.ReportFrom)
	module, at, ok := cutLast(place, steering.ReportOffset)
	offset, err := strconv.ParseUint(at, 16, 64)
	c := CodePlace{filepath.Base(module), offset}
	if ok && err == nil && c.validate() == nil && len(p.r.Refers) < refersMost && !slices.Contains(p.r.Refers, c) {
		p.r.Refers = append(p.r.Refers, c)
	}
}

// isPredicted: what was used is of a place that was predicted.
func (g *Guard) isPredicted(r *Report) bool {
	return len(r.Alloc) > 0 && slices.Contains(g.Sites, CodePlace{filepath.Base(r.Alloc[0].Module), r.Alloc[0].Offset + 1})
}

// isAlong: what was used is of a place that was not predicted itself. A frame is named
// by the instruction before its return address.
func (g *Guard) isAlong(r *Report) bool {
	if len(r.Alloc) == 0 {
		return false
	}
	at := CodePlace{filepath.Base(r.Alloc[0].Module), r.Alloc[0].Offset + 1}
	return slices.Contains(g.Along, at) && !slices.Contains(g.Sites, at)
}

// with is a guard of these places too, nil if none of them is new or has room.
func (g *Guard) with(places []CodePlace) *Guard {
	more := *g
	more.Along = slices.Clone(g.Along)
	for _, c := range places {
		known := slices.Contains(g.Sites, c) || slices.Contains(more.Along, c)
		if !known && len(more.Along) < alongMax && len(g.Sites)+len(more.Along) < guardMax {
			more.Along = append(more.Along, c)
		}
	}
	if len(more.Along) == len(g.Along) {
		return nil
	}
	return &more
}

// followed runs the schedule again while faults tell of more that went along; the
// guard with which that showed the race, nil if it did not.
func (c *runner) followed(ctx context.Context, s Schedule, f *Finding) (*Guard, *Finding, error) {
	for range alongRuns {
		if s.Guard == nil || f.Status != CrashedElsewhere || f.Report == nil {
			break
		}
		more := s.Guard.with(f.Report.Refers)
		if more == nil {
			break
		}
		s.Guard = more
		again, err := c.try(ctx, &s)
		if err != nil {
			return nil, nil, err
		}
		if again.Status.Proven() {
			return more, again, nil
		}
		f = again
	}
	return nil, nil, nil
}
