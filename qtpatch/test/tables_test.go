package qtpatch_test

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestTables: a task that waits is used as without us, however large its class's table of functions
// is; tasks of classes too large for a copy run unrecorded.
func TestTables(t *testing.T) {
	program := build(t, "tables", "g++", append([]string{"-std=c++17", "-fPIC", "-ftemplate-depth=1000", "testdata/tables.cpp"}, flags(t, "Qt5Core")...)...)
	if r := run(t, []string{"LD_PRELOAD=" + stubLibrary(t) + ":" + hookLibrary(t), "STUB_OUT=/dev/null"}, program); r.code != 0 || r.out != "121 270\n" {
		t.Errorf("code %d: %s", r.code, r.out)
	}
	ops, _ := record(t, program)
	tasks := 0
	for i := range ops {
		if ops[i].Kind == trace.Enq && ops[i].Attr("type") == "task" {
			tasks++
		}
	}
	if tasks != 2 {
		t.Errorf("%d tasks were recorded, expected the one that blocks and that of the class with 20 bases", tasks)
	}
}

// TestTableGaps: a table is compared with its copy where what lies before it may not be read by
// functions that AddressSanitizer watches.
func TestTableGaps(t *testing.T) {
	for _, module := range []string{"Qt5Core", "Qt6Core"} {
		program := withASan(t, "gaps-"+module, "testdata/table_gaps.cpp", module)
		if r := run(t, []string{"LD_PRELOAD=" + stubLibrary(t) + ":" + hookLibrary(t), "STUB_OUT=/dev/null"}, program); r.code != 0 || r.out != "33\n" {
			t.Errorf("%s: code %d: %s", module, r.code, r.out)
		}
	}
}
