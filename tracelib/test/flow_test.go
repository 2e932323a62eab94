package recorder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// flowOps are the operations on a cell, from its allocation on.
func flowOps(t *testing.T, rec recording, cell uint64) []string {
	t.Helper()
	var out []string
	for _, op := range rec.ops {
		at := int64(op.Addr - cell)
		where := fmt.Sprintf("%d+%d", at, op.Size)
		if op.Mode&trace.ModeLocal != 0 {
			where = "own"
		} else if op.Kind != trace.Flow && (at < 0 || at >= 64) {
			continue
		}
		switch op.Kind {
		case trace.Read, trace.Write:
			s := fmt.Sprintf("%v %s site=%d", op.Kind, where, op.Site)
			if op.Mode&trace.ModeVal != 0 {
				s += " told"
			}
			out = append(out, s)
		case trace.Copy:
			out = append(out, fmt.Sprintf("copy %s from %d", where, int64(op.From-cell)))
		case trace.Flow:
			s := fmt.Sprintf("flow %d", op.Site)
			for _, o := range op.Objects {
				s += fmt.Sprintf(" %d:%d", int64(o.Addr-cell), o.Size)
			}
			out = append(out, s)
		case trace.Sink:
			out = append(out, fmt.Sprintf("sink %s %s op=%s to=%s %t", op.Sink, where, op.Attr("op"), op.Attr("to"), op.Attr("val") != ""))
		}
	}
	return out
}

// TestFlow: with flow=1, each access is recorded with its site, memory of the own
// frame too; a child's trace has the sites again. Without, it is one like all others.
func TestFlow(t *testing.T) {
	exe := program(t, "flow.c")
	want := []string{"read 0+4 site=2", "write 8+4 site=3 told", "read 0+4 site=2", "write 8+4 site=3 told", "write own site=6",
		"read 0+8 site=0", "write 16+8 site=0", "copy 16+8 from 0", "flow 4 0:16 32:0", "flow 5",
		"read 0+4 site=0", "sink file:a 0+4 op=commit to=file:b true"}
	out := t.TempDir()
	res := record(t, "flow=1:follow=1:trace="+out+"/%p.srt", exe).ok(t)
	paths, err := filepath.Glob(out + "/*.srt")
	if err != nil || len(paths) != 2 {
		t.Fatalf("traces %q (%v), expected the parent's and the child's", paths, err)
	}
	for _, path := range paths {
		rec := decode(t, path)
		var cell uint64
		if _, err := fmt.Sscanf(res.stdout, "0x%x", &cell); err != nil {
			t.Fatal(err)
		}
		if got := flowOps(t, rec, cell); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%s\nexpected\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		sites := rec.tables.Sites
		if len(sites) != 7 || sites[1].Name != "f" || sites[3].Kind != trace.SiteWrite || !reflect.DeepEqual(sites[3].Value, []trace.Dep{2}) ||
			sites[4].Name != "put" || len(sites[4].Args) != 1 || !reflect.DeepEqual(sites[4].Args[0], []trace.Dep{4 + 1}) {
			t.Errorf("%s: sites %+v", path, sites)
		}
	}
	res = record(t, "", exe).ok(t)
	var cell uint64
	if _, err := fmt.Sscanf(res.stdout, "0x%x", &cell); err != nil {
		t.Fatal(err)
	}
	rec, told := decode(t, res.path), 0
	for _, op := range rec.ops {
		if op.IsAccess() && (op.Addr == cell && op.Size == 4 || op.Addr == cell+8) {
			told++
		}
		if op.Kind == trace.Flow || op.Kind == trace.Copy || op.Kind == trace.Sink || op.Site != 0 || op.Mode&trace.ModeLocal != 0 {
			t.Errorf("without flow=1: %v", op)
		}
	}
	if told != 2 {
		t.Errorf("without flow=1: %d accesses told, expected a read and a write", told)
	}
}

// TestFlowBesideClosedLibraries: an access has the stack of its place, also where a library
// went since the step before, and the program keeps its name when its file is deleted.
func TestFlowBesideClosedLibraries(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "plugin.so")
	if err := compile("cc", "-shared", "-fPIC", "-DNAME=alpha", "-DSIZE=1", "-o", plugin, "testdata/plugin.c"); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(program(t, "flowclosed.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{plugin}, {plugin, "deleted"}} {
		exe := filepath.Join(t.TempDir(), "flowclosed")
		if err := os.WriteFile(exe, program, 0o755); err != nil {
			t.Fatal(err)
		}
		res := record(t, "flow=1", append([]string{exe}, args...)...).ok(t)
		rec, cell := decode(t, res.path), address(t, res.stdout)
		stacks := map[uint64][]string{}
		for _, op := range rec.ops {
			if !op.IsAccess() || op.Addr-cell >= 16 || op.Site == 0 {
				continue
			}
			var pcs []string
			for s := op.Stack; s != trace.NoStack; s = rec.tables.Parent(s) {
				pcs = append(pcs, fmt.Sprintf("%#x", rec.tables.Stacks[s].PC))
			}
			stacks[uint64(op.Site)] = append(stacks[uint64(op.Site)], strings.Join(pcs, " "))
		}
		if len(stacks) != 4 {
			t.Errorf("%q: accesses at %d sites, expected 4", args, len(stacks))
		}
		for site, all := range stacks {
			if len(all) != 4 || len(slices.Compact(slices.Clone(all))) != 1 || all[0] == "" {
				t.Errorf("%q, site %d: stacks %q, expected four of one place", args, site, all)
			}
		}
		programs := 0
		for _, m := range rec.tables.Modules {
			if strings.Contains(m.Path, "flowclosed") {
				programs++
				if m.Path != exe {
					t.Errorf("%q: the program is called %s, expected %s", args, m.Path, exe)
				}
			}
		}
		if programs != 1 {
			t.Errorf("%q: the program is %d modules of the trace", args, programs)
		}
	}
}
