package steer

import (
	"fmt"
	"time"
)

// runLimit is the limit of a run: of the time in which the program itself waits for something. Two things do not count. What it works on its
// start, while nothing of the schedule has come, and on a report after which it ends, does not count until it is as much again: a large program
// takes long for both. And the time in which its main thread waits for a processor never counts, for that is the machine's; but no run takes
// more than longestRun times its limit.
type runLimit struct {
	timeout           time.Duration
	last              time.Time
	waited            time.Duration // of the main thread, when it was asked last
	counted, own, all time.Duration
}

// longestRun is as in loopcore's time_limits.c.
const longestRun = 4

// isOver is asked again and again. waited is how long the main thread has waited for a processor since it began; 0: nobody knows.
func (l *runLimit) isOver(now time.Time, waited time.Duration, works bool) bool {
	d := now.Sub(l.last)
	l.all += d
	l.last = now
	if waited > l.waited {
		d -= min(d, waited-l.waited)
		l.waited = waited
	}
	l.own += d
	if !works {
		l.counted += d
	}
	return l.counted > l.timeout || l.own > 2*l.timeout || l.all > longestRun*l.timeout
}

// waited is how long a process's main thread has waited for a processor, 0 where the kernel does not tell.
func waited(pid int) time.Duration {
	var ran, waited int64 // ns
	if n, _ := fmt.Sscan(readSome(fmt.Sprintf("/proc/%d/schedstat", pid)), &ran, &waited); n < 2 {
		return 0
	}
	return time.Duration(waited)
}
