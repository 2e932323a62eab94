package order

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cockroachdb/datadriven"

	"sparseracer/internal/trace"
)

// ruleTraces has a trace for each rule that no random program asks for, or that is easier
// to see in one: the file is called as the rule's id. TestDataDriven shows what is ordered.
const ruleTraces = "../testdata/rules"

// TestRuleTraces: in its trace a rule orders something, by its name, and without the rule
// less is ordered; in the paper's set too, if it stands there.
func TestRuleTraces(t *testing.T) {
	files, err := os.ReadDir(ruleTraces)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !mattersInTrace(t, f.Name()) {
			t.Errorf("%s: its trace does without it", f.Name())
		}
	}
}

func hasTrace(id string) bool {
	_, err := os.Stat(filepath.Join(ruleTraces, id))
	return err == nil
}

// mattersInTrace reports whether a rule orders something in its trace.
func mattersInTrace(t *testing.T, id string) bool {
	place := slices.IndexFunc(All(), func(r *Rule) bool { return r.ID == id })
	if place < 0 {
		t.Fatalf("no rule %s", id)
	}
	matters := false
	datadriven.RunTest(t, filepath.Join(ruleTraces, id), func(t *testing.T, d *datadriven.TestData) string {
		src, err := trace.ParseText(d.Pos, []byte(d.Input))
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		of := func(rules Rules, off ruleMask) *Order {
			o, err := build(src, Options{Rules: rules}, off)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			return o
		}
		with, without := of(Auto, 0), of(Auto, 1<<place)
		matters = matters || pairs(without) < pairs(with) && named(with, id)
		if All()[place].Sets.Has(Paper) == (pairs(of(Paper, 0)) < pairs(with)) {
			d.Fatalf(t, "%s: the paper's set orders %d pairs, the default one %d", id, pairs(of(Paper, 0)), pairs(with))
		}
		return d.Expected
	})
	return matters
}

// named reports whether a rule leads to the last block.
func named(o *Order, id string) bool {
	last := BlockID(len(o.Blocks()) - 1)
	for first := range last {
		if slices.ContainsFunc(o.Why(first, last), func(s Step) bool { return s.Rule == id }) {
			return true
		}
	}
	return false
}

func pairs(o *Order) (n int) {
	for b := range o.Blocks() {
		for a := range b {
			if o.Before(BlockID(a), BlockID(b)) {
				n++
			}
		}
	}
	return n
}
