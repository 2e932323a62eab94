package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"sparseracer/internal/farm"
	"sparseracer/internal/install"
)

// size bounds a range of runs, which is one job: a worker that dies loses no more than that, and a job costs about as
// much as some short runs.
type size struct{ least, most int }

// sizes of ranges. A run of fuzz is one of the program, which is short; the others start it several times, and record it.
var sizes = map[string]size{farm.Fuzz: {10, 250}, farm.Explore: {1, 20}, farm.Probe: {1, 4}}

// cut divides runs into ranges for so many slots. Each range is half of a slot's share of what is left, so
// that the first ones are large and the last ones end together (guided self-scheduling: Polychronopoulos and
// Kuck, 1987).
func cut(from, to, slots int, of size) (list []farm.Range) {
	for from < to {
		n := min(max((to-from)/(2*max(1, slots)), of.least), of.most)
		list = append(list, farm.Range{From: from, To: min(to, from+n)})
		from += n
	}
	return list
}

// buildHere is a program with its libraries, as a farm runs it.
func (t *tool) buildHere(ctx context.Context, client *farm.Client, prog []string, image string) (*farm.Build, error) {
	program, err := exec.LookPath(prog[0])
	if err != nil {
		return nil, err
	}
	files, err := farm.Needed(ctx, program)
	if err != nil {
		return nil, err
	}
	b := &farm.Build{Files: files, Args: prog[1:], Env: farm.Handed(t.env)}
	b.Image, err = sendImage(ctx, client, image)
	return b, err
}

// sendImage sends the archive of a root file system, unless the farm has it.
func sendImage(ctx context.Context, client *farm.Client, path string) (farm.Sum, error) {
	if path == "" {
		return "", nil
	}
	f, err := farm.FileAt(path, "")
	if err != nil {
		return "", fmt.Errorf("--image %s: %w", path, install.Reason(err))
	}
	if f.BuildID != "" {
		return "", fmt.Errorf("--image %s: a program; expected an archive of a root file system, by tar", path)
	}
	return f.Sum, client.SendFiles(ctx, &farm.Files{Files: []farm.File{f}})
}

// imageUsage says what --image takes.
const imageUsage = "with --farm: run the program in the root file system of the archive `FILE`, by tar, also compressed by gzip or zstd"

// errImageAlone refuses an image without a farm.
var errImageAlone = errors.New("--image is for runs on a farm (--farm URL)")

// checkFarmTimeout refuses a timeout that no farm takes.
func checkFarmTimeout(timeout time.Duration) error {
	if timeout <= 0 || timeout > farm.MostTimeout {
		return fmt.Errorf("--timeout=%v with --farm: expected at most %v", timeout, farm.MostTimeout)
	}
	return nil
}

// searching is who has the runs of a verb made by a farm's workers.
type searching struct {
	t      *tool
	client *farm.Client
	search farm.Search // all of it but what is run
}

// searchElsewhere sends a program to a farm.
func (t *tool) searchElsewhere(ctx context.Context, address, kind string, prog []string, image string, timeout time.Duration) (*searching, error) {
	if err := checkFarmTimeout(timeout); err != nil {
		return nil, err
	}
	client, err := t.farmAt(address, "")
	if err != nil {
		return nil, err
	}
	build, err := t.buildHere(ctx, client, prog, image)
	if err != nil {
		return nil, err
	}
	if err := client.SendFiles(ctx, &build.Files); err != nil {
		return nil, err
	}
	return &searching{t, client, farm.Search{Kind: kind, Build: *build, Timeout: timeout}}, nil
}

// ask has the first n runs of an input made, and hands over what those of each range showed.
func (s *searching) ask(ctx context.Context, input any, n int, told func(result json.RawMessage) error) error {
	data, err := json.Marshal(input)
	if err != nil {
		return err
	}
	one := s.search
	if one.Input, err = s.client.SendFrom(ctx, bytes.NewReader(data), ""); err != nil {
		return err
	}
	return s.t.askRuns(ctx, s.client, one, 0, n, told)
}

// askRuns has runs of a search made.
func (t *tool) askRuns(ctx context.Context, client *farm.Client, s farm.Search, from, to int, told func(result json.RawMessage) error) error {
	slots, err := client.Slots(ctx)
	if err != nil {
		return err
	}
	ranges := cut(from, to, slots, sizes[s.Kind])
	search, err := client.Search(ctx, s, ranges)
	if err != nil {
		return err
	}
	left := map[farm.Range]bool{}
	for _, r := range ranges {
		left[r] = true
	}
	first := from // no range before it is left
	for pause := t.farmPause(); ; {
		done, workers, err := client.Ranges(ctx, search, first, to)
		if err != nil {
			return err
		}
		for _, r := range done {
			if !left[r.Range] {
				continue
			}
			delete(left, r.Range)
			if r.Error != "" {
				return fmt.Errorf("runs %d to %d on the farm: %s", r.From+1, r.To, r.Error)
			}
			var result json.RawMessage
			err := client.Result(ctx, search, r.Range, &result)
			if err == nil {
				err = told(result)
			}
			if err != nil && ctx.Err() == nil {
				err = fmt.Errorf("runs %d to %d on the farm: %w", r.From+1, r.To, err)
			}
			if err != nil {
				return errors.Join(err, ctx.Err())
			}
		}
		if len(left) == 0 {
			return nil
		}
		for len(ranges) > 0 && !left[ranges[0]] {
			ranges = ranges[1:]
			first = ranges[0].From
		}
		if err := pause.wait(ctx, workers); err != nil {
			return err
		}
	}
}
