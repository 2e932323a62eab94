package steer

import (
	"fmt"
	"strings"
)

// Compile gives the directive file that the runtime in the program reads: a
// line each, labels last because they may hold spaces.
func Compile(s *Schedule) ([]byte, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "sparse-schedule 1\nwatchdog %d\n", s.WatchdogMS)
	if s.FastTimers {
		b.WriteString("fast\n")
	}
	for _, d := range s.Directives {
		if d.Input != nil {
			d.Input.compile(&b)
			continue
		}
		var until []Target
		if h := d.Hold; h != nil {
			fmt.Fprintf(&b, "hold %d %s\n", h.TimeoutMS, h.Event)
			until = h.Until
		} else {
			fmt.Fprintf(&b, "linger %d %d %s\n", d.Linger.Loop, d.Linger.TimeoutMS, d.Linger.Event)
			until = d.Linger.Until
		}
		for _, u := range until {
			fmt.Fprintf(&b, "until %s\n", u.Event)
		}
		if d.Hold != nil {
			for _, u := range d.Hold.Perhaps {
				fmt.Fprintf(&b, "perhaps %s\n", u.Event)
			}
		}
	}
	if s.hasGoal() {
		fmt.Fprintf(&b, "goal free %s\ngoal use %s\n", s.Goal.Free, s.Goal.Use)
	}
	return []byte(b.String()), nil
}
