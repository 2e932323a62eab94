package main

import (
	"strings"
	"testing"
)

// TestLifetimes: an object that a destructor ends in memory that lives on, and
// one that a reference keeps alive over a loop.
func TestLifetimes(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, level := range []string{"-O0", "-O2"} {
		program := buildSource(t, "lifetimes/lifetimes.cpp", built(t, "bin/sparse-c++"), []string{level}, nil)
		for _, c := range []struct {
			scenario, says string
			code           int
		}{
			{"destroyed", "waitWithPointer() (lifetimes.cpp:30) uses what Document::~Document() (lifetimes.cpp:20) destroys", 1},
			{"plain", "waitWithoutReference() (lifetimes.cpp:70) uses what dropReference()", 1},
			{"counted", "under a reference that the using handler holds", 0},
		} {
			if level == "-O0" && c.scenario == "counted" {
				continue // the handle's constructor is over when the loop starts
			}
			t.Run(level+" "+c.scenario, func(t *testing.T) {
				path := record(t, tool, program, c.scenario)
				stdout, stderr, code := command(t, "", tool, "analyze", path)
				flat := strings.Join(strings.Fields(stdout), " ")
				if code != c.code || !strings.Contains(flat, c.says) {
					t.Errorf("analyze ended with %d, expected %d and %q\n%s%s", code, c.code, c.says, stdout, stderr)
				}
			})
		}
	}
}
