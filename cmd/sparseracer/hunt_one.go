package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// one is a hunt with the recording of one script, or of a person.
func (h *hunter) one(ctx context.Context) error {
	opt, dir := h.opt, h.opt.dir
	path, probes := filepath.Join(dir, huntRecording), filepath.Join(dir, "probes")
	if opt.record.Play != "" {
		if err := ownFolder(probes); err != nil {
			return err
		}
		states, err := filepath.Abs(filepath.Join(probes, statesFile))
		if err != nil {
			return err
		}
		opt.record.extra = []string{stateVariable + "=" + states}
	}
	h.goesOn = true
	begun, took := time.Now(), time.Duration(0)
	again, err := h.recordOnce(ctx, opt, path, h.prog)
	if err != nil {
		return err
	}
	if !again {
		took = time.Since(begun)
		var stop func()
		ctx, stop = afterProgram(ctx)
		defer stop()
	}
	if opt.record.Play != "" {
		h.patience, h.share = mostInVain, time.Now().Add(h.half())
	}
	if err := h.try(ctx, path, again); err != nil {
		return err
	}
	if _, over := h.left(); opt.record.Play != "" && !over {
		if h.probed, err = h.probe(ctx, probeOptions{record: opt.record, dir: probes, jobs: opt.jobs, timeout: opt.timeout, time: h.toProbe(), took: took, where: opt.where}, h.prog); err != nil {
			return err
		}
		if err := h.tryWaiting(ctx); err != nil {
			return err
		}
	}
	return h.bag()
}

// recordOnce records, unless that was done before: again.
func (h *hunter) recordOnce(ctx context.Context, opt huntOptions, path string, prog []string) (again bool, err error) {
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		fmt.Fprintf(h.stderr, "%s is there from %s, and used again\n", path, info.ModTime().Format(time.DateTime))
		h.warnOlder(path)
		return true, nil
	}
	record := opt.record
	record.Output = path
	limited, until, most := ctx, "until it ends (Ctrl-C does it)", time.Duration(0)
	if h.opt.time > 0 {
		var cancel context.CancelFunc
		most = max(h.half(), sessionAtLeast).Round(time.Second)
		limited, cancel = context.WithTimeout(ctx, most)
		defer cancel()
		record.Grace = 2 * time.Second
		until = fmt.Sprintf("until it ends, for %v at most", most)
	}
	if record.Play == "" {
		fmt.Fprintf(h.stderr, "%s is recorded %s: use it now (--play FILE does it by a script)\n", prog[0], until)
	}
	if _, _, err = h.record(limited, record, prog); err == nil && ctx.Err() == nil && limited.Err() != nil {
		fmt.Fprintf(h.stderr, "%s did not end by itself in %v, and was ended\n", prog[0], most)
	}
	return false, err
}
