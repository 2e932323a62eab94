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
	fmt.Fprintf(&b, "sparse-schedule %d\nwatchdog %d\n", ScheduleVersion, s.WatchdogMS)
	for _, d := range s.Directives {
		fmt.Fprintf(&b, "hold %d %s\n", d.Hold.TimeoutMS, d.Hold.Event)
		for _, u := range d.Hold.Until {
			fmt.Fprintf(&b, "until %s\n", u.Event)
		}
	}
	fmt.Fprintf(&b, "goal free %s\ngoal use %s\n", s.Goal.Free, s.Goal.Use)
	return []byte(b.String()), nil
}
