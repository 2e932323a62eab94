package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestValues: compiled and recorded so, writes say what they write; compiled or
// recorded otherwise, they do not, and are as many as ever.
func TestValues(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	for _, level := range []string{"-O0", "-O2"} {
		compiled := buildSource(t, "values/values.cpp", compiler, []string{level, "-fsparse-values"}, nil)
		plain := buildSource(t, "values/values.cpp", compiler, []string{level}, nil)
		for _, c := range []struct {
			name, program string
			flags         []string
			same, other   []string
		}{
			{"on", compiled, []string{"--values"}, []string{"a", "b", "a"}, []string{"a", "b"}},
			{"not recorded", compiled, nil, []string{"-", "-"}, []string{"-", "-"}},
			{"not compiled", plain, []string{"--values"}, []string{"-", "-"}, []string{"-", "-"}},
		} {
			t.Run(level+" "+c.name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "out.srt")
				args := append(append([]string{"record", "-o", path}, c.flags...), "--", c.program)
				var said bytes.Buffer
				cmd := exec.Command(tool, args...)
				cmd.Stderr = &said
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v: %s", err, &said)
				}
				if strings.Contains(said.String(), "-fsparse-values") != (c.name == "not compiled") {
					t.Errorf("said %q", &said)
				}
				var places [2]uint64
				if _, err := fmt.Sscanf(string(out), "0x%x 0x%x", &places[0], &places[1]); err != nil {
					t.Fatal(err)
				}
				for i, want := range [][]string{c.same, c.other} {
					if got := valuesAt(t, path, places[i]); !reflect.DeepEqual(got, want) {
						t.Errorf("place %d: %q, expected %q", i, got, want)
					}
				}
			})
		}
	}
}

// valuesAt lists the values written to a place, as letters in the order of their
// first appearance; "-" where a write does not say.
func valuesAt(t *testing.T, path string, at uint64) []string {
	t.Helper()
	var out []string
	letters := map[uint64]string{}
	eachOperation(t, path, func(op *trace.Op, _ *trace.Tables) {
		switch {
		case op.Kind != trace.Write || op.Addr != at:
		case op.Mode&trace.ModeVal == 0:
			out = append(out, "-")
		default:
			if letters[op.Val] == "" {
				letters[op.Val] = string(rune('a' + len(letters)))
			}
			out = append(out, letters[op.Val])
		}
	})
	return out
}
