package exporttest

import (
	"fmt"
	"strings"

	"sparseracer/internal/regular"
	"sparseracer/internal/steer"
)

// replay is form B: the schedule beside the lines that have CTest replay it.
func (t *Test) replay(s *steer.Schedule, opt Options) error {
	data, err := regular.ReadFile(opt.Schedule)
	if err != nil {
		return err
	}
	t.add(t.Name+".schedule.json", string(data))
	t.add(t.Name+".replay.cmake", part("replay.cmake"))
	var args strings.Builder
	if len(s.Program) > 1 {
		for _, a := range s.Program[1:] {
			args.WriteString(" " + escaped(a))
		}
	}
	variable := "RACE_" + strings.ToUpper(s.Race.ID) + "_TARGET"
	t.add(t.Name+".cmake", fmt.Sprintf(`# Regression test of race %[1]s: %[2]s.
# include() this after the application's target. Build with -fsanitize=address. It needs sparseracer.
set(%[3]s %[4]s CACHE STRING "the application's target, which race %[1]s is tested in")
set(application ${%[3]s})
if(NOT TARGET ${application})
  message(FATAL_ERROR "${application} is no target: set %[3]s to the application's")
endif()
enable_testing()
find_program(SPARSERACER sparseracer)
add_test(NAME %[5]s COMMAND ${CMAKE_COMMAND} -DSPARSERACER=${SPARSERACER} -DSCHEDULE=${CMAKE_CURRENT_LIST_DIR}/%[5]s.schedule.json
  -P ${CMAKE_CURRENT_LIST_DIR}/%[5]s.replay.cmake -- $<TARGET_FILE:${application}>%[6]s)
set_tests_properties(%[5]s PROPERTIES TIMEOUT %[7]d SKIP_REGULAR_EXPRESSION "SKIP: "%[8]s)
`, s.Race.ID, said(s.Race.Summary), variable, escaped(opt.Target), t.Name, args.String(), s.WatchdogMS/1000*2+60, environment(s)))
	return nil
}
