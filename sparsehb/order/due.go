package order

import (
	"strconv"

	"sparseracer/internal/trace"
)

// DueTime is when a timer's first firing is due at the earliest and at the
// latest, in ms after its start, on a machine that does nothing else. The
// runtime that steers has the same table in C (loopcore/include/loopcore/due.h); a test holds
// the two against each other.
type DueTime struct {
	Kind             string // precise, coarse or verycoarse: what Qt makes of the type
	Interval         int64  // ms
	Earliest, Latest int64
}

// What Qt makes of timers (calculateCoarseTimerTimeout and registerTimer of
// qtimerinfo_unix.cpp, 5.15 and 6.4). Coarse ones are rounded to wake up
// together:
//   - up to 20 ms they are precise, from 20 s on very coarse;
//   - below 50 ms the time they are due is rounded to even ms, below 100 ms to
//     multiples of 4, either way, but for 25, 50 and 75 ms;
//   - else to fractions of a second by at most 5 %, and what is below a
//     millisecond is cut off.
//
// Very coarse ones count whole seconds, from a second rounded likewise.
const (
	coarseAbove    = 20
	evenBelow      = 50
	foursBelow     = 100
	veryCoarseFrom = 20_000
	second         = 1000
)

// DueTimeOf gives it for a timer by its attributes timertype and interval.
func DueTimeOf(e *Event) (DueTime, bool) {
	ms, err := strconv.ParseInt(e.Attr("interval"), 10, 32)
	kind := e.Attr("timertype")
	if e.Kind != trace.Timer || err != nil || ms < 0 || kind == "" {
		return DueTime{}, false
	}
	return NewDueTime(kind, ms), true
}

// NewDueTime gives it for a timer of that type and interval in ms.
func NewDueTime(kind string, ms int64) DueTime {
	switch {
	case kind == "coarse" && ms <= coarseAbove:
		kind = "precise"
	case kind == "coarse" && ms >= veryCoarseFrom:
		kind = "verycoarse"
	}
	d := DueTime{Kind: kind, Interval: ms, Earliest: ms, Latest: ms}
	switch {
	case kind == "verycoarse":
		seconds := (ms/500 + 1) / 2 * second
		d.Earliest, d.Latest = max(0, seconds-second/2), seconds+second/2
	case kind != "coarse":
	case ms < evenBelow && ms != 25:
		d.Earliest, d.Latest = ms-2, ms+2
	case ms < foursBelow && ms != 25 && ms != 50 && ms != 75:
		d.Earliest, d.Latest = ms-4, ms+4
	default:
		d.Earliest, d.Latest = ms-ms/20-1, ms+ms/20
	}
	return d
}

// Before: if d was started no later than e, is it due first in every run? What
// is due at the same time fires in the order of the starts, and timers of one
// kind and interval are rounded alike.
func (d DueTime) Before(e DueTime) bool {
	return d.Latest <= e.Earliest || d.Kind == e.Kind && d.Interval == e.Interval
}
