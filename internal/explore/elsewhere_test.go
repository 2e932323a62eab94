package explore

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/steer"
)

// TestMany: runs that are made together, whatever the order in which they end, come to what they come to one by one.
func TestMany(t *testing.T) {
	for seed := range uint64(60) {
		one, many := random(seed, 5, seed%2 == 0), random(seed, 5, seed%2 == 0)
		want, err := Explore(t.Context(), one, nil, Options{Bound: 2})
		if err != nil {
			t.Fatal(err)
		}
		saved, asked := 0, []int{0}
		got, err := Explore(t.Context(), many, nil, Options{Bound: 2, Save: func(*State) error { saved++; return nil },
			Many: func(ctx context.Context, plans []*Plan, did func(int, *Execution) error) error {
				for _, p := range plans {
					asked = append(asked, p.ID)
				}
				for _, i := range slices.Backward(slices.Collect(indices(plans))) {
					e, err := many.Run(ctx, plans[i])
					if err == nil {
						err = did(i, e)
					}
					if err != nil {
						return err
					}
				}
				return nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		var made []int
		for _, r := range got.Runs {
			made = append(made, r.ID)
		}
		if !slices.Equal(made, asked) {
			t.Errorf("seed %d: runs %v are taken as %v", seed, asked, made)
		}
		classes := func(st *State) (list []string) {
			for _, r := range st.Runs {
				if r.Reached {
					list = append(list, r.Class)
				}
			}
			slices.Sort(list)
			return slices.Compact(list) // which run foresees another depends on when it ends
		}
		if !reflect.DeepEqual(classes(got), classes(want)) || len(got.Pending) != len(want.Pending) || saved != len(got.Runs) {
			t.Errorf("seed %d: %d classes by %d runs, %d saved; one by one %d by %d", seed, len(classes(got)), len(got.Runs), saved, len(classes(want)), len(want.Runs))
		}
	}
}

func indices(plans []*Plan) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range plans {
			if !yield(i) {
				return
			}
		}
	}
}

// TestManyEnds: an error ends it, and what was taken by then is kept, in order.
func TestManyEnds(t *testing.T) {
	p, broken := &abstract{}, errors.New("the farm is gone")
	for range 4 {
		p.units = append(p.units, unit{poster: -1, onlyAfter: -1, writes: 1})
	}
	st, err := Explore(t.Context(), p, nil, Options{Bound: 1, Many: func(ctx context.Context, plans []*Plan, did func(int, *Execution) error) error {
		e, err := p.Run(ctx, plans[0])
		return errors.Join(err, did(0, e), broken)
	}})
	if !errors.Is(err, broken) || len(st.Runs) != 2 || len(st.Pending) == 0 {
		t.Errorf("%v, %d runs, %d pending", err, len(st.Runs), len(st.Pending))
	}
}

// TestElsewhere: what comes from another machine is as if it had been made here; what was not asked for, lacks its facts or
// names a file elsewhere is refused.
func TestElsewhere(t *testing.T) {
	dir := t.TempDir()
	d := &Driver{Dir: dir, Bound: 1}
	if err := keepFacts(d.folder(0), Facts{"exit": exitedWell}); err != nil {
		t.Fatal(err)
	}
	plans := []*Plan{{ID: 1, Depth: 1, Schedule: &steer.Schedule{}, Sequence: []string{"large"}}, {ID: 2, Depth: 1, Schedule: &steer.Schedule{}}}
	ran := func(id int) Ran {
		return Ran{ID: id, Turned: true, Finding: &Finding{Class: Equal}, Facts: Facts{"exit": "x"}, Pictures: map[string][]byte{"w.png": {1}}}
	}
	for name, c := range map[string]struct {
		list []Ran
		says string
	}{
		"both":              {[]Ran{ran(2), ran(1)}, ""},
		"one":               {[]Ran{ran(2)}, "1 of 2 runs were not reported"},
		"twice":             {[]Ran{ran(1), ran(1)}, "not asked for, or twice"},
		"another":           {[]Ran{ran(7)}, "not asked for, or twice"},
		"no facts":          {[]Ran{{ID: 1, Finding: &Finding{}}}, "without the facts"},
		"nothing found":     {[]Ran{{ID: 1, Facts: Facts{}}}, "nothing was found of it"},
		"a file elsewhere":  {[]Ran{{ID: 1, Facts: Facts{}, Finding: &Finding{}, Pictures: map[string][]byte{"../x": {1}}}}, "is no name of a picture"},
		"the facts' own":    {[]Ran{{ID: 1, Facts: Facts{}, Finding: &Finding{}, Pictures: map[string][]byte{factsFile: {1}}}}, "is no name of a picture"},
		"an absolute name":  {[]Ran{{ID: 1, Facts: Facts{}, Finding: &Finding{}, Pictures: map[string][]byte{"/etc/x": {1}}}}, "is no name of a picture"},
		"a folder's in one": {[]Ran{{ID: 1, Facts: Facts{}, Finding: &Finding{}, Pictures: map[string][]byte{"a/b": {1}}}}, "is no name of a picture"},
	} {
		t.Run(name, func(t *testing.T) {
			d.Elsewhere = func(_ context.Context, b *Batch, told func(Ran) error) error {
				data, err := json.Marshal(b)
				if err != nil {
					return err
				}
				there, err := ParseBatch(data)
				if err != nil || len(there.Plans) != 2 || there.Plans[0].Sequence != nil || there.Facts[0]["exit"] != exitedWell || there.Bound != 1 {
					t.Errorf("%s: %v", data, err)
				}
				for _, r := range c.list {
					if err := told(r); err != nil {
						return err
					}
				}
				return nil
			}
			got := map[int]*Execution{}
			err := d.Many(t.Context(), plans, func(i int, e *Execution) error { got[i] = e; return nil })
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v, expected %q", err, c.says)
				}
				return
			}
			if err != nil || len(got) != 2 || !got[0].Turned || !got[0].Unseen || got[1].Finding.Class != Equal {
				t.Fatalf("%v, %+v", err, got)
			}
			f, err := readFacts(d.folder(2))
			picture, perr := os.ReadFile(filepath.Join(d.folder(2), "w.png"))
			if err != nil || perr != nil || f["exit"] != "x" || len(picture) != 1 {
				t.Errorf("%v, %v, %v", f, err, perr)
			}
		})
	}
	// A program that cannot be run there, or does something else, is not compared with itself.
	for exit, says := range map[string]string{exitedWell: "", "exit status 127": "on the farm the program ends otherwise (exit status 127) than here (" + exitedWell + ")"} {
		d.Elsewhere = func(_ context.Context, _ *Batch, told func(Ran) error) error {
			return told(Ran{Facts: Facts{"exit": exit, "output": "no library"}, Noise: noise{"file ~/a": whole}})
		}
		d.Noise = nil
		err := d.firstElsewhere(t.Context(), &Plan{}, Facts{"exit": exitedWell})
		if says == "" && (err != nil || d.Noise["file ~/a"] != whole) || says != "" && (err == nil || !strings.Contains(err.Error(), says) || d.Noise != nil) {
			t.Errorf("%s: %v", exit, err)
		}
	}
	// What a worker is asked for that is no run is its answer, not its end.
	for _, c := range []struct{ from, to int }{{-1, 1}, {0, 0}, {0, 2}, {1, 1}} {
		if _, err := d.Range(t.Context(), &Batch{Plans: []*Plan{nil}}, c.from, c.to, nil); err == nil {
			t.Errorf("runs %+v of one are made", c)
		}
	}
	if _, err := d.Range(t.Context(), &Batch{Plans: []*Plan{nil}}, 0, 1, nil); err == nil {
		t.Error("a run without a schedule is made")
	}
}
