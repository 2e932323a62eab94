package fuzz

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// lateB is a program that fails where b comes after c.
func lateB() *program {
	return &program{handlers: []string{"a", "b", "c", "d"}, needs: map[string]string{}, fails: func(at map[string]int) string {
		if at["b"] > at["c"] {
			return "exit status 1"
		}
		return ""
	}}
}

// searching is a search over such a program.
func searching(t *testing.T, p *program, opt Options) *search {
	t.Helper()
	res := p.recording(t)
	s := searchOf(res, []string{"./app"}, opt)
	s.run = p.run
	return s
}

// TestElsewhere: runs that are made in ranges, out of order, through JSON, show what they show here.
func TestElsewhere(t *testing.T) {
	p := lateB()
	for _, untilFail := range []bool{false, true} {
		opt := Options{Runs: 250, Seed: 7, UntilFail: untilFail}
		if !untilFail {
			opt.Count = true
		}
		here, err := searching(t, p, opt).all(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var asked int
		opt.Elsewhere = func(ctx context.Context, from, to int, told func(Ran)) error {
			var all []Ran
			for ; from < to; from += 10 {
				ran, err := searching(t, p, opt).runRange(ctx, from, min(to, from+10))
				if err != nil {
					return err
				}
				all = append(all, ran...)
			}
			asked += len(all)
			data, err := json.Marshal(all)
			if err != nil {
				return err
			}
			all = nil
			if err := json.Unmarshal(data, &all); err != nil {
				return err
			}
			slices.Reverse(all)
			for _, r := range all {
				told(r)
			}
			return nil
		}
		there, err := searching(t, p, opt).all(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if here.Failed == 0 || there.First != here.First || there.Failures[0].How != here.Failures[0].How {
			t.Errorf("there %+v, here %+v", there, here)
		}
		if !untilFail && (there.Failed != here.Failed || there.Idle != here.Idle || there.Left != here.Left || asked != 250) {
			t.Errorf("there %+v, here %+v", there, here)
		}
		if untilFail && asked != wave {
			t.Errorf("%d runs were asked for, expected %d", asked, wave)
		}
	}
}

// TestElsewhereFails: a program that fails on the other machine as it is has no failures there.
func TestElsewhereFails(t *testing.T) {
	there := lateB()
	there.fails = func(map[string]int) string { return "exit status 127" }
	if ran, err := searching(t, there, Options{Runs: 250, Seed: 7}).runRange(t.Context(), 0, 20); err == nil || !strings.Contains(err.Error(), "without a schedule (exit status 127)") {
		t.Errorf("%v: %v", ran, err)
	}
}

// TestElsewhereRefuses: runs that were not asked for, come twice, or are missing are an error.
func TestElsewhereRefuses(t *testing.T) {
	for want, runs := range map[string][]Ran{
		"run 9: ":                   {{Run: 9, Legal: true}},
		"run 0: ":                   {{Run: 0, Legal: true}, {Run: 0, Legal: true}},
		"1 of 2 runs were reported": {{Run: 1, Legal: true}},
	} {
		opt := Options{Runs: 2, Elsewhere: func(_ context.Context, _, _ int, told func(Ran)) error {
			for _, r := range runs {
				told(r)
			}
			return nil
		}}
		if _, err := searching(t, lateB(), opt).all(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, expected %q", runs, err, want)
		}
	}
}
