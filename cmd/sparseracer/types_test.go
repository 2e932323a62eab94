package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestTypes: allocations and frees carry the type that the code asks for, with
// debug information and, where the code itself says so, without.
func TestTypes(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	full := []string{"1001 Pod ", "5000 int[] ", "3008 app::Window app::Window", "4001 app::Plain app::Plain", "6001  ", "8002 app::Plain[] app::Plain[]"}
	for _, c := range []struct {
		flags string
		want  []string
	}{
		{"-g -O0", full},
		{"-g -O1", full},
		{"-g -O2", full},
		{"-g0 -O0", []string{"1001  ", "5000  ", "3008 app::Window app::Window", "4001 app::Plain app::Plain", "6001  ", "8002 app::Plain[] app::Plain[]"}},
		// Of an array, no more is seen then but what its first element is.
		{"-g0 -O2", []string{"1001  ", "5000  ", "3008 app::Window app::Window", "4001 app::Plain app::Plain", "6001  ", "8002 app::Plain app::Plain"}},
	} {
		t.Run(c.flags, func(t *testing.T) {
			program := buildSource(t, "types/types.cpp", built(t, "bin/sparse-c++"), strings.Fields(c.flags), nil)
			if got := typesOf(t, record(t, tool, program)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// typesOf lists large allocations of a trace: the size, the type, the type that
// the free was for.
func typesOf(t *testing.T, path string) []string {
	t.Helper()
	var out []string
	at := map[uint64]int{} // by address: the line of out
	eachOperation(t, path, func(op *trace.Op, tables *trace.Tables) {
		typ := tables.TypeOf(op.Stack)
		switch i, known := at[op.Addr]; {
		case op.Kind == trace.Alloc && op.Size > 1000 && op.Size < 10000:
			at[op.Addr] = len(out)
			out = append(out, fmt.Sprintf("%d %s ", op.Size, typ))
		case op.Kind == trace.Free && known:
			out[i] += typ
			delete(at, op.Addr)
		}
	})
	return out
}
