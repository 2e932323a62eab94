package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sparseracer/internal/trace"
)

// variant is a recording of another run: another process at another time, whose end may be missing.
type variant struct {
	trace.Reader
	number int
	left   int // operations to come
}

func (v *variant) Meta() *trace.Meta {
	m := *v.Reader.Meta()
	m.PID, m.Start = uint32(1000+v.number), m.Start+int64(v.number)*int64(time.Second)
	return &m
}

func (v *variant) Next(op *trace.Op) error {
	if v.left == 0 {
		return io.EOF
	}
	v.left--
	return v.Reader.Next(op)
}

// vary writes the k-th variant of a recording. Each third one is whole; of the others up to 1.6 %
// is missing, which often has the last events: most of these recordings is the start of a program.
func vary(src trace.Source, k, operations int, to string) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	v := &variant{Reader: r, number: k, left: operations}
	if k%3 > 0 {
		v.left -= operations * (k % 17) / 1000
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = trace.WriteBinary(f, v)
	return errors.Join(err, f.Close())
}

// count is how many operations a recording has.
func count(src trace.Source) (n int, err error) {
	r, err := src.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for op := new(trace.Op); err == nil; n++ {
		err = r.Next(op)
	}
	if !errors.Is(err, io.EOF) {
		return 0, err
	}
	return n - 1, nil
}

// variants writes n of them, each recording in turn, one program after the other.
func (b *bench) variants(n int, from string) (paths []string, programs int, err error) {
	found, err := filepath.Glob(filepath.Join(from, "*.srt"))
	if err != nil || len(found) == 0 {
		return nil, 0, fmt.Errorf("%s: no recordings: %v", from, err)
	}
	each := (n + len(found) - 1) / len(found)
	for _, path := range found {
		src, err := trace.OpenFile(path)
		if err != nil {
			return nil, 0, err
		}
		operations, err := count(src)
		if err != nil {
			return nil, 0, err
		}
		for k := 0; k < each && len(paths) < n; k++ {
			to := filepath.Join(b.dir, fmt.Sprintf("%s-%03d.srt", strings.TrimSuffix(filepath.Base(path), ".srt"), k))
			if err := vary(src, k, operations, to); err != nil {
				return nil, 0, err
			}
			paths = append(paths, to)
		}
	}
	return paths, len(found), nil
}

// traces submits recordings, and holds the farm's list against that of analyze.
func (b *bench) traces(ctx context.Context, n int, from string, compare bool) error {
	paths, programs, err := b.variants(n, from)
	if err != nil {
		return err
	}
	out, took, cpu, err := b.command(ctx, append([]string{"farm", "submit", "--farm", b.address, "--json", "--wait", "1h"}, paths...)...)
	if err != nil {
		return err
	}
	at := load()
	var merged struct {
		Traces []struct {
			State, Error string
			Races        []struct{ ID string }
		}
	}
	if err := json.Unmarshal(out, &merged); err != nil {
		return err
	}
	list, failed := map[string]int{}, 0
	for _, t := range merged.Traces {
		if t.State != "done" {
			failed++
		}
		for _, r := range t.Races {
			list[r.ID]++
		}
	}
	fmt.Printf("%d recordings, variants of %d of samples, submitted at once to a farm with two slots, SQLite and a folder.\n\n", len(paths), programs)
	fmt.Printf("| | time | processor time of the command | load at the end |\n| --- | --- | --- | --- |\n")
	fmt.Printf("| `farm submit`, until all are in the list | %.1f s | %.1f s | %s |\n", took.Seconds(), cpu.Seconds(), at)
	if !compare {
		return nil
	}
	begun := time.Now()
	one, err := b.oneByOne(ctx, paths)
	if err != nil {
		return err
	}
	alone := time.Since(begun)
	fmt.Printf("| `analyze`, one by one | %.1f s | | %s |\n", alone.Seconds(), load())
	fmt.Println()
	if maps.Equal(list, one) && failed == 0 {
		fmt.Printf("The farm's list equals that of `analyze`: %d races, each in as many recordings.\n", len(list))
	} else {
		fmt.Printf("The lists differ, and %d traces failed: %v on the farm, %v by `analyze`.\n", failed, list, one)
	}
	return nil
}

// oneByOne is in how many recordings `analyze` finds each race.
func (b *bench) oneByOne(ctx context.Context, paths []string) (map[string]int, error) {
	list := map[string]int{}
	for _, path := range paths {
		out, _, _, err := b.command(ctx, "analyze", "--json", path)
		if err != nil {
			return nil, err
		}
		var got struct{ Races []struct{ ID string } }
		if err := json.Unmarshal(out, &got); err != nil {
			return nil, err
		}
		var ids []string
		for _, r := range got.Races {
			ids = append(ids, r.ID)
		}
		slices.Sort(ids)
		for _, id := range slices.Compact(ids) {
			list[id]++
		}
	}
	return list, nil
}
