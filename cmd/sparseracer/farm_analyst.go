package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"sparseracer/internal/farm"
	"sparseracer/internal/report"
	"sparseracer/internal/sandbox"
	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
)

// farmAnalystCommand does a farm's analyses, one after the other: a start of its own for each costs more
// than the analysis of a short trace. It is a process beside the worker, so that a trace which harms it harms
// nothing else.
func (t *tool) farmAnalystCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "analyst DIR",
		Short:  "For workers: analyze the traces that standard input names",
		Hidden: true,
		Args:   exactArgs(1, "a folder"),
		RunE:   func(c *cobra.Command, args []string) error { return t.farmAnalyst(c.Context(), args[0]) },
	}
}

func (t *tool) farmAnalyst(ctx context.Context, dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, farm.TaskFile))
	if err != nil {
		return err
	}
	var frame farm.Task
	if err := json.Unmarshal(data, &frame); err != nil {
		return err
	}
	if frame.Confine && !sandbox.Inside(t.env) {
		return t.confineJob(ctx, dir, &frame)
	}
	if err := t.limitJob(&frame); err != nil {
		return err
	}
	t.boundMemory(memorySize(frame.MostMemory))
	var known resolvers
	defer known.close()
	for in, out := json.NewDecoder(t.stdin), json.NewEncoder(t.out); ; {
		var task farm.Task
		if err := in.Decode(&task); errors.Is(err, io.EOF) {
			t.code = exitClean
			return nil
		} else if err != nil {
			return err
		}
		own := *t // what it says and where it fails is of this task alone
		own.spooled = nil
		var result bytes.Buffer
		own.resolver = known.of(task.Sysroot)
		if err := own.jobResult(ctx, dir, &task, &result); err != nil {
			result.Reset()
			if err := report.WriteJSON(&result, farm.TaskError{Error: err.Error()}); err != nil {
				return err
			}
		}
		for _, f := range own.spooled {
			f.Close()
		}
		if err := out.Encode(farm.Answer{Result: result.Bytes(), Memory: int64(sparsehb.ResidentMemory())}); err != nil {
			return err
		}
	}
}

// resolvers are those of the programs of late, the newest last. Each is for one set of files alone: what reads
// one program's debug information says nothing about another's.
type resolvers struct {
	list []resolverOf
}

type resolverOf struct {
	root string
	sym  *symbols.Resolver
}

// mostResolvers bounds the memory of processes that read debug information.
const mostResolvers = 4

func (r *resolvers) of(root string) *symbols.Resolver {
	i := slices.IndexFunc(r.list, func(o resolverOf) bool { return o.root == root })
	var one resolverOf
	if i >= 0 {
		one = resolverOf{root, r.list[i].sym.Again()}
		r.list = slices.Delete(r.list, i, i+1)
	} else {
		one = resolverOf{root, symbols.New(symbols.Options{Locations: symbols.Locations{Sysroot: root, Alone: true}})}
	}
	if len(r.list) == mostResolvers {
		r.list[0].sym.Close()
		r.list = slices.Delete(r.list, 0, 1)
	}
	r.list = append(r.list, one)
	return one.sym
}

func (r *resolvers) close() {
	for _, o := range r.list {
		o.sym.Close()
	}
}
