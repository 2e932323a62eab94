package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sparseracer/internal/steer"
)

// Runs may be made on other machines: what a batch of them has in common goes there, and what each showed comes back.
// The first recording, the order that comes of each, and which runs are next stay here. What the program leaves when
// nobody steers it depends on the machine, so that the facts of the first run, too, are those of a run there.

// Batch are runs to make elsewhere.
type Batch struct {
	Bound int           `json:"bound"`
	Noise noise         `json:"noise"`
	Facts map[int]Facts `json:"facts"` // of the runs that they came from
	Plans []*Plan       `json:"plans"`
}

// Ran is what a run of a batch showed.
type Ran struct {
	ID       int               `json:"id"`
	Turned   bool              `json:"turned"` // the pair came the other way round
	Finding  *Finding          `json:"finding,omitempty"`
	Facts    Facts             `json:"facts,omitempty"`
	Pictures map[string][]byte `json:"pictures,omitempty"` // of windows, by the names of their files
	Noise    noise             `json:"noise,omitempty"`    // of run 0
	Trace    []byte            `json:"trace,omitempty"`    // where its own neighbours are to be planned
}

// mostTrace bounds a recording that goes along; a run whose recording is larger has no neighbours.
const mostTrace = 128 << 20

// Range makes runs from..to of a batch here; recorded finds the recording in a folder.
func (d *Driver) Range(ctx context.Context, b *Batch, from, to int, recorded func(ctx context.Context, dir string) (string, error)) ([]Ran, error) {
	if from < 0 || to > len(b.Plans) || from >= to {
		return nil, fmt.Errorf("runs %d to %d of %d", from, to, len(b.Plans))
	}
	d.Bound, d.Noise = b.Bound, b.Noise
	var list []Ran
	for _, p := range b.Plans[from:to] {
		if p == nil || p.Schedule == nil {
			return nil, errors.New("a run without a schedule")
		}
		r, err := d.ran(ctx, b, p, recorded)
		if err != nil {
			return nil, err
		}
		list = append(list, *r)
	}
	return list, nil
}

func (d *Driver) ran(ctx context.Context, b *Batch, p *Plan, recorded func(ctx context.Context, dir string) (string, error)) (*Ran, error) {
	r := &Ran{ID: p.ID}
	d.Observe = func(ctx context.Context, dir string) (*Observation, error) {
		path, err := recorded(ctx, dir)
		if err != nil {
			return nil, err
		}
		if st, err := os.Stat(path); err != nil || st.Size() > mostTrace {
			return nil, err
		}
		r.Trace, err = os.ReadFile(path)
		return nil, err
	}
	if p.ID == 0 {
		if err := d.plainFirst(ctx, p); err != nil {
			return nil, err
		}
		r.Noise, r.Trace = d.Noise, nil // the recording is made where the order is found
	} else {
		if err := keepFacts(d.folder(p.Parent), b.Facts[p.Parent]); err != nil {
			return nil, err
		}
		e, err := d.Run(ctx, p)
		if err != nil {
			return nil, err
		}
		r.Finding, r.Turned = e.Finding, e.Turned
	}
	return r, r.gather(d.folder(p.ID))
}

// plainFirst runs the program as it is, as the first run of all does, and learns its noise.
func (d *Driver) plainFirst(ctx context.Context, p *Plan) error {
	s, err := d.once(ctx, p, d.folder(0), recording)
	if err != nil {
		return err
	}
	if len(p.Schedule.Directives) > 0 && s.Diverged() != "" {
		return fmt.Errorf("the session was not played to its end: %s", s.Diverged())
	}
	return d.learnNoise(ctx, p, s.facts)
}

// gather reads what a run left in its folder.
func (r *Ran) gather(dir string) (err error) {
	if r.Facts, err = readFacts(dir); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.Name() == factsFile || !e.Type().IsRegular() {
			continue
		}
		if r.Pictures == nil {
			r.Pictures = map[string][]byte{}
		}
		if r.Pictures[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func keepFacts(dir string, f Facts) error {
	if f == nil {
		return errors.New("a run without the facts of the one that it came from")
	}
	data, err := json.Marshal(f)
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, factsFile), data, 0o600)
}

// errOther refuses what no run of a batch is.
var errOther = errors.New("a run was reported that was not asked for, or twice")

// ask has a batch run elsewhere; each run is reported once.
func (d *Driver) ask(ctx context.Context, b *Batch, told func(Ran) error) error {
	left := map[int]bool{}
	for _, p := range b.Plans {
		left[p.ID] = true
	}
	err := d.Elsewhere(ctx, b, func(r Ran) error {
		if !left[r.ID] {
			return fmt.Errorf("run %d: %w", r.ID, errOther)
		}
		delete(left, r.ID)
		if err := r.keep(d.folder(r.ID)); err != nil {
			return err
		}
		return told(r)
	})
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%d of %d runs were not reported", len(left), len(b.Plans))
	}
	return err
}

// keep writes what a run left, as if it had been made here.
func (r *Ran) keep(dir string) error {
	if err := keepFacts(dir, r.Facts); err != nil {
		return fmt.Errorf("run %d: %w", r.ID, err)
	}
	for name, data := range r.Pictures {
		if !filepath.IsLocal(name) || filepath.Base(name) != name || name == factsFile {
			return fmt.Errorf("run %d: %.80q is no name of a picture", r.ID, name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// firstElsewhere takes the facts of the first run, and what differs by itself, from there.
func (d *Driver) firstElsewhere(ctx context.Context, p *Plan, here Facts) error {
	return d.ask(ctx, &Batch{Plans: []*Plan{p}}, func(r Ran) error {
		if there := r.Facts["exit"]; there != here["exit"] {
			return fmt.Errorf("on the farm the program ends otherwise (%s) than here (%s), so that its runs there would show nothing of it: %s",
				steer.Printable(there), here["exit"], steer.Printable(r.Facts["output"]))
		}
		if d.Noise = r.Noise; d.Noise == nil {
			d.Noise = noise{}
		}
		return nil
	})
}

// Many makes the runs of plans elsewhere.
func (d *Driver) Many(ctx context.Context, plans []*Plan, did func(i int, e *Execution) error) error {
	if d.known == nil {
		d.known = conflictsOf(nil)
	}
	b := &Batch{Bound: d.Bound, Noise: d.Noise, Facts: map[int]Facts{}}
	at := map[int]int{}
	for i, p := range plans {
		at[p.ID] = i
		b.Plans = append(b.Plans, &Plan{ID: p.ID, Parent: p.Parent, Depth: p.Depth, Schedule: p.Schedule})
		if b.Facts[p.Parent] == nil {
			var err error
			if b.Facts[p.Parent], err = readFacts(d.folder(p.Parent)); err != nil {
				return err
			}
		}
	}
	return d.ask(ctx, b, func(r Ran) error {
		e, err := d.executed(ctx, &r)
		if err != nil {
			return err
		}
		return did(at[r.ID], e)
	})
}

// executed is a run as if it had been made here.
func (d *Driver) executed(ctx context.Context, r *Ran) (*Execution, error) {
	if r.Finding == nil {
		return nil, fmt.Errorf("run %d: nothing was found of it", r.ID)
	}
	unseen := &Execution{Unseen: true, Turned: r.Turned, Finding: r.Finding}
	if len(r.Trace) == 0 || !r.Turned {
		return unseen, nil
	}
	dir, err := os.MkdirTemp(d.Options.Scratch, "sparseracer-explore-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "1.srt"), r.Trace, 0o600); err != nil {
		return nil, err
	}
	obs, err := d.Observe(ctx, dir)
	if err != nil || obs == nil {
		return unseen, ctx.Err() // a program that crashes may leave half a recording
	}
	obs.Played = len(d.Inputs) > 0
	e := newExecution(obs, d.known)
	e.Finding = r.Finding
	return e, nil
}

// ParseBatch reads one.
func ParseBatch(data []byte) (*Batch, error) {
	b := new(Batch)
	if err := json.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("the batch of runs cannot be read: %w", err)
	}
	if b.Noise == nil {
		b.Noise = noise{}
	}
	return b, nil
}
