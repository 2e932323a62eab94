package steer

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/sparsehb"
)

// TestDueTimes: the runtime that steers and the analysis agree on when timers
// are due.
func TestDueTimes(t *testing.T) {
	needs.Tool(t, "gcc")
	program := filepath.Join(t.TempDir(), "due")
	if out, err := exec.Command("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "testdata/due.c", "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	table, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{"precise", "coarse", "verycoarse"}
	number := map[string]int{"precise": 0, "coarse": 1, "verycoarse": 2}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	if len(lines) != 3*45001 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		var kind int
		var ms int64
		if _, err := fmt.Sscan(line, &kind, &ms); err != nil {
			t.Fatal(line, err)
		}
		d := sparsehb.NewDueTime(kinds[kind], ms)
		if want := fmt.Sprintf("%d %d %d %d %d", kind, ms, number[d.Kind], d.Earliest, d.Latest); line != want {
			t.Fatalf("the runtime says %s, the analysis %s", line, want)
		}
	}
}
