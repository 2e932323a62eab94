package recorder_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestContainers: what is looked up in a container of a library, or taken out of it, is recorded as links that are read or
// written, and that a GCancellable is cancelled as a write of who holds it.
func TestContainers(t *testing.T) {
	res := record(t, "", program(t, "containers.cc")).ok(t)
	accesses := regexp.MustCompile(`(read|write) 0x[0-9a-f]+ (link|held)`)
	var want, got []string
	for line := range strings.Lines(res.stdout) {
		want = append(want, strings.Join(sorted(accesses.FindAllString(line, -1)), ", "))
	}
	var seen []string
	for _, op := range decode(t, res.path).ops {
		switch {
		case op.Kind == trace.Deq:
			seen = nil
		case op.Kind == trace.End:
			got = append(got, strings.Join(sorted(seen), ", "))
		case op.IsAccess():
			kind, mode := "read", map[trace.Mode]string{trace.ModeLink: "link", trace.ModeHeld: "held"}[op.Mode]
			if op.Kind == trace.Write {
				kind = "write"
			}
			seen = append(seen, fmt.Sprintf("%s %#x %s", kind, op.Addr, mode))
		}
	}
	if len(want) != 23 || !slices.Equal(got, want) {
		t.Errorf("recorded\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
