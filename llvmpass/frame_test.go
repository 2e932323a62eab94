//go:build llvm19

package llvmpass

import (
	"path/filepath"
	"strings"
	"testing"

	"tinygo.org/x/go-llvm"
)

// TestVariables: loads from variables that others get to know, by their names: `kept` ones find what the function has stored
// last, `changed` ones may find something else.
func TestVariables(t *testing.T) {
	ctx := llvm.NewContext()
	defer ctx.Dispose()
	m := parse(t, ctx, filepath.Join("testdata", "variables.ll"))
	defer m.Dispose()
	loads := 0
	look := pass{"look", func(m *module) {
		for _, f := range m.functions {
			of := (&originTable{flowTable: &flowTable{module: m}}).variables()
			for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
				for inst := b.FirstInstruction(); !inst.IsNil(); inst = llvm.NextInstruction(inst) {
					if opcode(inst) != llvm.Load {
						continue
					}
					loads++
					stored, ok := of(inst)
					if kept := strings.HasPrefix(inst.Name(), "kept"); ok != kept || kept && (len(stored) != 1 || stored[0] != stores(inst)) {
						t.Errorf("%s: %s finds %d values, %v", f.Name(), inst.Name(), len(stored), ok)
					}
				}
			}
		}
	}}
	if err := instrument(ctx, m, []pass{look}, Options{}); err != nil {
		t.Fatal(err)
	}
	if loads != 7 {
		t.Errorf("%d loads", loads)
	}
}

// stores is what the last store before a load in its block puts at its place.
func stores(load llvm.Value) llvm.Value {
	inst := load
	for !isStoreTo(inst, load.Operand(0)) {
		inst = llvm.PrevInstruction(inst)
	}
	return inst.Operand(0)
}

// TestOriginOfVariable: what is reached by such a variable has the function's own argument as its origin.
func TestOriginOfVariable(t *testing.T) {
	ctx := llvm.NewContext()
	defer ctx.Dispose()
	m := parse(t, ctx, filepath.Join("testdata", "variables.ll"))
	defer m.Dispose()
	look := pass{"look", func(m *module) {
		t1 := &originTable{flowTable: &flowTable{module: m}}
		for _, f := range m.functions {
			if f.Name() == "variable" {
				t1.function(f)
			}
		}
		var of [][]dep
		for _, o := range t1.list {
			if hookOf(o.before) == "write4" {
				of = append(of, o.address)
			}
		}
		if len(of) != 2 || len(of[0]) != 1 || of[0][0] != -2 || len(of[1]) != 1 || of[1][0] < 0 {
			t.Errorf("the two writes depend on %v: want the second argument, then a read", of)
		}
	}}
	if err := instrument(ctx, m, []pass{look}, Options{}); err != nil {
		t.Fatal(err)
	}
}
