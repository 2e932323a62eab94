package explore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"sparseracer/internal/steer"
	"sparseracer/sparsehb"
)

// Both orders of a race, and what is left behind: the recorded order twice, for what
// differs by itself, and the exchanged one. Only what lasts counts: the files of the
// home and of the folder for temporary ones, and what went to a network and to D-Bus.

// Left is what the order of a race decides about.
type Left string

const (
	LeftHarmful   Left = "harmful"       // other data
	LeftOrder     Left = "order only"    // the same words in another order
	LeftBenign    Left = "benign"        // nothing
	LeftNoisy     Left = "noisy"         // it differs by itself
	LeftUntouched Left = "not reached"   // one of the orders did not come
	LeftUnknown   Left = "not supported" // no schedule exchanges the two
)

// Proof is what was found out about one race.
type Proof struct {
	ID    string       `json:"id"`
	Left  Left         `json:"verdict"`
	Why   string       `json:"why,omitempty"`
	Files []Difference `json:"files,omitempty"`
}

// recordedTries are made to see the recorded order again, each twice.
const recordedTries = 3

// Both runs the program in both orders of a race. What the person did comes from
// `session`, nil for nothing.
func (d *Driver) Both(ctx context.Context, post *steer.Postponer, session *steer.Schedule, id string, race *sparsehb.Race) (*Proof, error) {
	proof := &Proof{ID: id}
	recorded, exchanged, err := d.orders(post, session, race)
	if refused := new(steer.Refusal); errors.As(err, &refused) {
		proof.Left, proof.Why = LeftUnknown, refused.Reason
		return proof, nil
	} else if err != nil {
		return nil, err
	}
	was, why, err := d.twice(ctx, recorded)
	if err != nil {
		return nil, err
	}
	if len(was) < 2 {
		proof.Left, proof.Why = LeftUntouched, why
		return proof, nil
	}
	is, err := d.once(ctx, &Plan{ID: 1, Schedule: exchanged}, filepath.Join(d.Dir, "exchanged-"+id), plainly)
	if err != nil {
		return nil, err
	}
	if !is.Legal() || !is.Reversed() || is.Stopped != "" {
		proof.Left, proof.Why = LeftUntouched, is.missed()
		if is.Legal() && is.Reversed() {
			proof.Why = d.endless(is) + " in the exchanged order"
		}
		return proof, nil
	}
	proof.compare(was[0].lasting(), was[1].lasting(), is.facts.lasting())
	return proof, nil
}

// orders are the schedules of both.
func (d *Driver) orders(post *steer.Postponer, session *steer.Schedule, race *sparsehb.Race) (recorded, exchanged *steer.Schedule, err error) {
	base := steer.Unsteered(d.Env)
	if session != nil {
		base.Directives, base.WatchdogMS = session.Directives, session.WatchdogMS
	}
	base.WatchdogMS = max(base.WatchdogMS, int(d.Options.Timeout.Milliseconds()))
	base.Goal = steer.Goal{Use: post.Label(race.First.Event), Free: post.Label(race.Second.Event)}
	if race.First.Block == sparsehb.NoBlock || race.Second.Block == sparsehb.NoBlock {
		return nil, nil, &steer.Refusal{Reason: "one of the two is outside every handler"}
	}
	turned, err := post.Reversal(race.First.Block, race.Second.Block, race.Second.Event)
	if err != nil {
		return nil, nil, err
	}
	exchanged, err = base.With(turned)
	return base, exchanged, err
}

// twice runs the recorded order until it came twice; else it says why it did not.
func (d *Driver) twice(ctx context.Context, s *steer.Schedule) (list []Facts, why string, err error) {
	for try := 0; try < 2*recordedTries && len(list) < 2; try++ {
		run, err := d.once(ctx, &Plan{ID: 1, Schedule: s}, filepath.Join(d.Dir, "recorded"), plainly)
		if err != nil {
			return nil, "", err
		}
		switch {
		case run.Met() && !run.Reversed():
			list = append(list, run.facts)
		case run.Stopped != "":
			return list, d.endless(run), nil // nor will the next one end
		case run.Diverged() != "":
			why = "the recorded order did not come again: " + run.Diverged()
		default:
			why = "the recorded order did not come again by itself"
		}
	}
	return list, why, nil
}

// endless says that we ended a run: what it would have left is not known.
func (d *Driver) endless(run *shown) string {
	if run.Stopped != "timeout" {
		return "the program was ended: " + run.Stopped
	}
	return fmt.Sprintf("the program does not end by itself, it was ended after %v; it is to end when its work is done "+
		"(--driver CMD may see to it, or a recorded session that closes it), or --timeout is to be longer", d.Options.Timeout)
}

// lasting are the facts about files and messages.
func (f Facts) lasting() Facts {
	out := Facts{}
	for what, value := range f {
		if kind, _, _ := strings.Cut(what, " "); kind == "file" || kind == "net" || kind == "dbus" {
			out[what] = value
		}
	}
	return out
}

// compare compares the exchanged order with the recorded one, which came twice. What
// differs by itself says nothing, and keeps all but harm elsewhere from being sure.
func (p *Proof) compare(was, again, is Facts) {
	loud := map[string]bool{}
	for _, n := range differences(was, again, nil) {
		if loud[n.What] = true; p.Why == "" {
			p.Left, p.Why = LeftNoisy, nameOf(n.What)+" differs by itself"
		}
	}
	if p.Left != LeftNoisy {
		p.Left = LeftBenign
	}
	for _, diff := range differences(was, is, nil) {
		if loud[diff.What] {
			continue
		}
		p.Files = append(p.Files, diff)
		switch {
		case !sameWords(diff.Was, diff.Is):
			p.Left, p.Why = LeftHarmful, ""
		case p.Left == LeftBenign:
			p.Left = LeftOrder
		}
	}
}

// nameOf is what a fact is about, as it is spoken of: a file by its path.
func nameOf(what string) string {
	what = strings.TrimPrefix(what, "file ")
	if peer, ok := strings.CutPrefix(what, "net "); ok {
		return "net:" + peer
	}
	return what
}

// sameWords: only the order of words differs.
func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Text says what differs, in the form of diff.
func (p *Proof) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "race %s: %s", p.ID, p.Left)
	if p.Why != "" {
		fmt.Fprintf(&b, ": %s", steer.Printable(p.Why))
	}
	b.WriteString("\n")
	for _, f := range p.Files {
		name := nameOf(f.What)
		diff, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(f.Was), B: difflib.SplitLines(f.Is),
			FromFile: name + " as recorded", ToFile: name + " exchanged", Context: 2})
		if err != nil {
			continue // it writes into memory
		}
		for line := range strings.Lines(diff) {
			fmt.Fprintf(&b, "  %s\n", steer.Printable(strings.TrimRight(line, "\n")))
		}
	}
	return b.String()
}
