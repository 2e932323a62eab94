package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/sparsehb/flow"
)

// flowProgram is one of samples/flow/orders.cpp: its name, what its worst race must
// rank as, and two orders of its handlers.
type flowProgram struct {
	name, rank string
	orders     []string
}

func flowPrograms(t *testing.T, orders string) (out []flowProgram) {
	t.Helper()
	list, err := exec.Command(orders).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		if w := strings.Fields(line); len(w) == 4 {
			out = append(out, flowProgram{w[0], w[1], w[2:]})
		}
	}
	return out
}

// flowJSON is what of a report counts here.
type flowJSON struct {
	Races []struct {
		Kind     string
		Filtered *string
		Matters  *struct {
			Rank, Sink string
			Omitted    bool
			Values     []struct{ By *struct{ Event string } }
		}
	}
}

// worst is the rank that matters most in a recording of one order.
func worst(t *testing.T, tool, program, name, order string) (flow.Rank, *flowJSON) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(tool, "record", "--flow", "-o", "out.srt", "--", program, name, order)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("warning")) {
		t.Fatalf("record: %v: %s", err, out)
	}
	return worstIn(t, tool, filepath.Join(dir, "out.srt"))
}

// worstIn is that of a recording; a filtered race counts if it is said to be the same
// value, or benign, anyway.
func worstIn(t *testing.T, tool, recording string) (flow.Rank, *flowJSON) {
	t.Helper()
	stdout, stderr, _ := command(t, "", tool, "analyze", "--json", "--all", recording)
	var report flowJSON
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatalf("%v: %s%s", err, stdout, stderr)
	}
	best := flow.Benign + 1
	for _, r := range report.Races {
		if r.Matters == nil {
			continue
		}
		rank, ok := flow.RankNamed(r.Matters.Rank)
		if !ok {
			t.Fatalf("rank %q", r.Matters.Rank)
		}
		if r.Filtered != nil && rank < flow.SameValue {
			t.Errorf("a race that ranks as %v is filtered: %s", rank, *r.Filtered)
		}
		best = min(best, rank)
	}
	return best, &report
}

// leaves is what a run without recording leaves behind: files and what is in them.
func leaves(t *testing.T, program, name, order string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(program, name, order)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v: %s", name, order, err, out)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = string(data)
	}
	return out
}

// difference is what the two orders leave: "", "order" for the same bytes in
// another order, else "content".
func difference(a, b map[string]string) string {
	sorted := func(s string) string {
		b := []byte(s)
		sort.Slice(b, func(i, j int) bool { return b[i] < b[j] })
		return string(b)
	}
	kind := ""
	for name := range a {
		switch {
		case a[name] == b[name]:
		case sorted(a[name]) == sorted(b[name]):
			kind = "order"
		default:
			return "content"
		}
	}
	if len(a) != len(b) {
		return "content"
	}
	return kind
}

// TestFlowSamples: every program of samples/flow ranks as it was made to, whichever
// order was recorded; and what both orders leave behind says that it was made so:
// each that differs in content ranks above each that does not.
func TestFlowSamples(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	built(t, "lib/libsparseflow.so")
	source := built(t, "samples/flow/orders.cpp")
	for _, level := range []string{"-O0", "-O2"} {
		program := builds.Program(t, "orders", compiler, level, "-g", "-std=c++17", "-fsparse-flow", "-I"+built(t, "tracelib/include"), source, "-o", "{out}")
		least, most := flow.Unranked, flow.Benign
		for _, p := range flowPrograms(t, program) {
			t.Run(level+" "+p.name, func(t *testing.T) {
				differ := difference(leaves(t, program, p.name, p.orders[0]), leaves(t, program, p.name, p.orders[1]))
				for _, order := range p.orders {
					rank, _ := worst(t, tool, program, p.name, order)
					if rank > flow.Benign || rank.String() != p.rank {
						t.Errorf("%s: ranks as %v, expected %s", order, rank, p.rank)
					}
					if differ == "content" {
						least = max(least, rank)
					} else {
						most = min(most, rank)
					}
				}
			})
		}
		if least == flow.Unranked || least >= most {
			t.Errorf("%s: what differs ranks down to %v, what does not up to %v", level, least, most)
		}
	}
}

// TestFlowStory: the report shows the path, --min-rank leaves out what ranks lower,
// and no recording without data flow has ranks.
func TestFlowStory(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	built(t, "lib/libsparseflow.so")
	dir := t.TempDir()
	program := builds.Program(t, "orders", compiler, "-O1", "-g", "-std=c++17", "-fsparse-flow", "-I"+built(t, "tracelib/include"),
		built(t, "samples/flow/orders.cpp"), "-o", "{out}")
	recordIn := func(name string, args ...string) string {
		path := filepath.Join(dir, name+".srt")
		cmd := exec.Command(tool, append(append([]string{"record", "-o", path}, args...), "--", program, "setting", "as")...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return path
	}
	with, without := recordIn("with", "--flow"), recordIn("without")
	stdout, _, code := command(t, dir, tool, "analyze", with)
	told := strings.Join(strings.Fields(stdout), " ")
	for _, want := range []string{"Matters: data", "settingChange() (orders.cpp:", "goes into file:$HOME/settings", "racy read"} {
		if !strings.Contains(told, want) {
			t.Errorf("the report does not say %q:\n%s", want, stdout)
		}
	}
	if code != 1 {
		t.Errorf("analyze ended with %d", code)
	}
	if out, _, code := command(t, dir, tool, "analyze", "--min-rank", "order-only", with); code != 1 {
		t.Errorf("--min-rank order-only: %d\n%s", code, out)
	}
	if _, stderr, code := command(t, dir, tool, "analyze", "--min-rank", "worst", with); code != 2 || !strings.Contains(stderr, "data, last-writer") {
		t.Errorf("--min-rank worst: %d, %s", code, stderr)
	}
	stdout, _, _ = command(t, dir, tool, "analyze", "--races", "read-write", without)
	if strings.Contains(stdout, "Matters") || !strings.Contains(stdout, "read-write race") {
		t.Errorf("without --flow:\n%s", stdout)
	}
}
