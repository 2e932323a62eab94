package steer

import (
	"fmt"
	"strings"

	"sparseracer/internal/steering"
)

// Compile gives the directive file that the runtime in the program reads: a
// line each, labels last because they may hold spaces.
func Compile(s *Schedule) ([]byte, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s %d\n", steering.Head(steering.HeadSchedule), steering.DirectiveWatchdog, s.WatchdogMS)
	if s.FastTimers {
		b.WriteString(steering.DirectiveFast + "\n")
	}
	for _, d := range s.Directives {
		if d.Input != nil {
			d.Input.compile(&b)
			continue
		}
		var until []Target
		if h := d.Hold; h != nil {
			fmt.Fprintf(&b, "%s %d %s\n", steering.DirectiveHold, h.TimeoutMS, h.Event)
			until = h.Until
		} else {
			fmt.Fprintf(&b, "%s %d %d %s\n", steering.DirectiveLinger, d.Linger.Loop, d.Linger.TimeoutMS, d.Linger.Event)
			until = d.Linger.Until
		}
		for _, u := range until {
			fmt.Fprintf(&b, "%s %s\n", steering.DirectiveUntil, u.Event)
		}
		if d.Hold != nil {
			for _, u := range d.Hold.Perhaps {
				fmt.Fprintf(&b, "%s %s\n", steering.DirectivePerhaps, u.Event)
			}
		}
	}
	if s.watch > 0 {
		fmt.Fprintf(&b, "%s %d\n", steering.DirectiveWatch, s.watch)
	}
	if s.hasGoal() {
		fmt.Fprintf(&b, "%[1]s %[2]s %[4]s\n%[1]s %[3]s %[5]s\n", steering.DirectiveGoal, steering.GoalFree, steering.GoalUse, s.Goal.Free, s.Goal.Use)
	}
	return []byte(b.String()), nil
}
