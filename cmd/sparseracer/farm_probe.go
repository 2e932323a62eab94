package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/farm"
	"sparseracer/internal/install"
	"sparseracer/internal/probe"
	"sparseracer/internal/recording"
	"sparseracer/internal/report"
)

// probeBatch are events that a farm's workers try with a session.
type probeBatch struct {
	Session string        `json:"session"` // the script
	States  []probe.State `json:"states"`  // what stands open in it
	Stock   string        `json:"stock"`
	Alone   probed        `json:"alone"`  // the session without any event
	Events  []probeEvent  `json:"events"` // none: that is what is asked for
}

type probeEvent struct {
	probe.Probe
	Name string // of its files
}

// probedThere is what came of one, with the files that it left: the script, what the program said, the recording of a failure.
type probedThere struct {
	probed
	Name  string
	Files map[string][]byte
}

// mostProbeFile bounds a file that goes along.
const mostProbeFile = 64 << 20

// aloneElsewhere plays the session without any event.
func (p *probing) aloneElsewhere(ctx context.Context, one probeJob) (r probed, err error) {
	err = p.askElsewhere(ctx, &probeBatch{Session: one.script}, 1, func(there *probedThere) error {
		r = there.probed
		return there.keep(one.dir)
	})
	return r, err
}

// askElsewhere has the first n events of a batch tried.
func (p *probing) askElsewhere(ctx context.Context, b *probeBatch, n int, told func(*probedThere) error) error {
	b.Stock = p.opt.record.Stock.String()
	return p.far.ask(ctx, b, n, func(result json.RawMessage) error {
		var list []probedThere
		if err := json.Unmarshal(result, &list); err != nil {
			return err
		}
		for i := range list {
			if err := told(&list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// tryElsewhere tries each event that has not been tried, as tryAll does. The recordings of those that are proven are
// handed in: the farm's list has their races.
func (p *probing) tryElsewhere(ctx context.Context, jobs []probeJob) error {
	until, cancel := ctx, func() {}
	if p.opt.time > 0 {
		until, cancel = context.WithTimeout(ctx, p.opt.time)
	}
	defer cancel()
	show := p.newBar()
	defer show.end()
	found := make([]probed, len(jobs))
	b := &probeBatch{Session: jobs[0].script, States: jobs[0].session, Alone: p.alone}
	at := map[string]int{}
	for i, one := range jobs {
		r, known := one.known()
		if found[i] = r; !known {
			at[one.name] = i
			b.Events = append(b.Events, probeEvent{one.Probe, one.name})
		}
	}
	var err error
	if len(b.Events) > 0 {
		err = p.askElsewhere(until, b, len(b.Events), func(there *probedThere) error {
			i, asked := at[there.Name]
			if !asked || there.Step != jobs[i].Step {
				return fmt.Errorf("the event %.80q was reported that was not asked for, or twice", there.Step)
			}
			delete(at, there.Name)
			if err := there.keep(jobs[i].dir); err != nil {
				return err
			}
			found[i] = there.probed
			show.set(fmt.Sprintf("%s while %s waits", there.Step, there.Loop()), int64(len(jobs)-len(at)), int64(len(jobs)))
			return jobs[i].keep(&found[i])
		})
	}
	if until.Err() != nil && ctx.Err() == nil {
		for _, i := range at {
			p.late = append(p.late, jobs[i])
		}
		err = nil
	}
	if err != nil {
		return err
	}
	p.found = append(p.found, once(found)...)
	return p.handInProven(ctx)
}

// once leaves out events at loops that are proven by an event before.
func once(found []probed) []probed {
	proven := map[string]bool{}
	for i := range found {
		r := &found[i]
		event := r.Step + " " + r.Loop()
		if proven[event] {
			*r = probed{}
		} else if r.Again {
			proven[event] = true
		}
	}
	return found
}

// keep writes the files into a folder of this machine.
func (r *probedThere) keep(dir string) error {
	if err := ownFolder(dir); err != nil {
		return err
	}
	for name, data := range r.Files {
		if !filepath.IsLocal(name) || filepath.Base(name) != name {
			return fmt.Errorf("%.80q is no name of a file in a folder", name)
		}
		if err := writeAnew(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	if r.Script != "" {
		r.Script = filepath.Join(dir, filepath.Base(r.Script))
	}
	return nil
}

// writeAnew writes a file that is its owner's, in the place of what is there.
func writeAnew(path string, data []byte) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(path, data, privateFile)
}

// handInProven submits the recordings of what was proven.
func (p *probing) handInProven(ctx context.Context) error {
	var paths []string
	for _, r := range p.found {
		trace := strings.TrimSuffix(r.Script, ".session") + ".srt"
		if r.Again && r.Race != "" && install.FileExists(trace) {
			paths = append(paths, trace)
		}
	}
	if len(paths) == 0 {
		return nil
	}
	h := &handIn{tool: p.tool, client: p.far.client, opt: &submitOptions{runs: 1}, here: farm.NewHere()}
	h.opt.machine, _ = os.Hostname()
	_, err := h.some(ctx, paths)
	return err
}

// probeRange tries the events of a range, as probe does.
func (t *tool) probeRange(ctx context.Context, dir string, task *farm.Task, out *bytes.Buffer) error {
	data, err := os.ReadFile(task.Trace)
	if err != nil {
		return err
	}
	var b probeBatch
	if err := json.Unmarshal(data, &b); err != nil {
		return fmt.Errorf("the events to try cannot be read: %w", err)
	}
	opt := probeOptions{record: recordOptions{Options: recording.Options{Qt: recording.QtStock}}, timeout: task.Timeout, jobs: 1}
	if err := opt.record.Stock.Set(b.Stock); err != nil {
		return err
	}
	off, err := t.ownScreen(ctx, task.Program)
	if err != nil {
		return err
	}
	defer off()
	if _, err := t.lookAtLoops(ctx, task.Program); err != nil { // without it a person's input is not described
		return err
	}
	p := &probing{tool: t, opt: opt, prog: task.Program, alone: b.Alone}
	alone := len(b.Events) == 0
	if alone {
		b.Events = []probeEvent{{Name: "none"}}
	}
	if task.Range.From < 0 || task.Range.To > len(b.Events) || task.Range.From >= task.Range.To {
		return fmt.Errorf("events %d to %d of %d", task.Range.From, task.Range.To, len(b.Events))
	}
	list := []probedThere{}
	for _, e := range b.Events[task.Range.From:task.Range.To] {
		one := probeJob{Probe: e.Probe, script: b.Session, dir: filepath.Join(dir, "event"), name: e.Name, session: b.States}
		if !filepath.IsLocal(e.Name) || filepath.Base(e.Name) != e.Name {
			return fmt.Errorf("%.80q is no name of an event's files", e.Name)
		}
		if err := ownFolder(one.dir); err != nil {
			return err
		}
		try := p.tryOnce
		if alone {
			try = p.try
			if err := p.begins(ctx, &one); err != nil {
				return err
			}
		}
		there := probedThere{Name: e.Name}
		if there.probed, err = try(ctx, one); err != nil {
			return err
		}
		if there.Files, err = filesIn(one.dir); err == nil {
			err = os.RemoveAll(one.dir)
		}
		if err != nil {
			return err
		}
		list = append(list, there)
	}
	return report.WriteJSON(out, list)
}

// begins plays the session as it is: where the program does not come to its first step nothing could be tried, and no event
// would show anything.
func (p *probing) begins(ctx context.Context, one *probeJob) error {
	ctx, cancel := context.WithTimeout(ctx, p.opt.timeout)
	defer cancel()
	session := filepath.Join(one.dir, "begins.session")
	if err := os.WriteFile(session, []byte(one.script), privateFile); err != nil {
		return err
	}
	if err := p.observeRun(ctx, session, filepath.Join(one.dir, statesFile)); err != nil {
		return fmt.Errorf("the session as it is: %w", err)
	}
	if err := os.RemoveAll(one.dir); err != nil {
		return err
	}
	return ownFolder(one.dir)
}

// filesIn are the files of a folder, but for what was found out: that comes apart.
func filesIn(dir string) (map[string][]byte, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, e := range list {
		st, err := e.Info()
		if errors.Is(err, os.ErrNotExist) || err == nil && (!st.Mode().IsRegular() || st.Size() > mostProbeFile) || filepath.Ext(e.Name()) == ".json" {
			continue
		}
		if err != nil {
			return nil, err
		}
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}
