package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/farm"
	"sparseracer/internal/regular"
)

// farmOptions are those of the parts of a farm.
type farmOptions struct {
	dir       string // laptop: all of it is there
	db, store string
	address   string
	names     []string
	open      bool
	token     string // file
	slots     int
	cache     string
	sandbox   string
	memory    memorySize
	fileSize  memorySize
	processes int
	cacheSize memorySize
}

// farmVariable has a farm's address, for those that ask it.
const farmVariable = "SPARSE_FARM"

func (t *tool) farmCommand() *cobra.Command {
	var opt farmOptions
	c := &cobra.Command{
		Use:   "farm [--dir DIR]",
		Short: "Many recordings, many runs, one list of races: on this machine, or on many",
		Long: `farm keeps recordings that are submitted to it, has workers analyze them and run programs,
and shows one list of races. With --dir it is all in one: a database and files in DIR, as
many workers as there are cores, a page on loopback. serve and worker are the same in parts,
with a database of Postgres and a store that speaks S3 (docs/farm.md).

A farm runs the programs that are submitted to it: who has its token may run anything on its
workers.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			if opt.dir == "" {
				return errors.New("expected --dir DIR, or one of serve, worker, submit and bisect; see sparseracer farm --help")
			}
			return t.farmLaptop(c.Context(), &opt)
		},
	}
	c.Flags().StringVar(&opt.dir, "dir", "", "keep the database, the files and the address in the folder `DIR`; it is made if it is not there")
	opt.pageFlags(c)
	opt.workFlags(c)
	c.AddCommand(t.farmServeCommand(), t.farmWorkerCommand(), t.farmSubmitCommand(), t.farmBisectCommand(), t.farmJobCommand(), t.farmAnalystCommand())
	return c
}

func (o *farmOptions) pageFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.address, "addr", "127.0.0.1:0", "listen on this `ADDRESS`; port 0 takes a free one")
	f.BoolVar(&o.open, "open", false, "allow an address that other machines can reach")
	f.StringArrayVar(&o.names, "name", nil, "answer to the host `NAME`, too (repeatable)")
	f.StringVar(&o.token, "token-file", "", "the token is what the file `FILE` holds (default: one is made)")
}

func (o *farmOptions) workFlags(c *cobra.Command) {
	f := c.Flags()
	f.IntVarP(&o.slots, "jobs", "j", 0, "`N` jobs at a time; 0: as many as there are cores")
	f.StringVar(&o.sandbox, "sandbox", "auto", "run programs in namespaces of their own: auto (where the kernel allows it), always or never")
	o.memory, o.fileSize = 8<<30, 4<<30
	f.Var(&o.memory, "job-memory", "end a job whose processes use more than `SIZE` together")
	f.Var(&o.fileSize, "job-file", "a job's files have at most `SIZE`")
	o.cacheSize = 20 << 30
	f.Var(&o.cacheSize, "cache-size", "remove what was used longest ago from a worker's cache once it has more than `SIZE`; 0: never")
	f.IntVar(&o.processes, "job-processes", 512, "end a job that has more than `N` processes")
}

func (o *farmOptions) partFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.db, "db", "", "the database: postgres://…, or sqlite:PATH")
	f.StringVar(&o.store, "store", "", "the store: s3://BUCKET?…, or file:///PATH")
	f.StringVar(&o.cache, "cache", "", "keep copies and what jobs need in the folder `DIR` (default: one of the user's cache)")
}

func (t *tool) farmServeCommand() *cobra.Command {
	var opt farmOptions
	c := &cobra.Command{
		Use:   "serve --db DATABASE --store STORE",
		Short: "A farm's page and API; its workers run elsewhere",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			return t.farmServe(c.Context(), &opt)
		},
	}
	opt.partFlags(c)
	opt.pageFlags(c)
	return c
}

func (t *tool) farmWorkerCommand() *cobra.Command {
	var opt farmOptions
	c := &cobra.Command{
		Use:   "worker --db DATABASE --store STORE",
		Short: "Do a farm's jobs",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			return t.farmWorker(c.Context(), &opt)
		},
	}
	opt.partFlags(c)
	opt.workFlags(c)
	return c
}

// check looks at what serve and worker need, and fills in what they may leave out.
func (o *farmOptions) check() error {
	switch {
	case o.db == "":
		return errors.New("--db: missing; expected postgres://…, or sqlite:PATH")
	case o.store == "":
		return errors.New("--store: missing; expected s3://BUCKET, or file:///PATH")
	case o.cache != "":
		return nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("no folder for copies: %w; --cache DIR names one", err)
	}
	o.cache = filepath.Join(dir, "sparseracer", "farm")
	return nil
}

// checkWork looks at a worker's flags.
func (o *farmOptions) checkWork() error {
	if o.slots < 0 {
		return fmt.Errorf("--jobs=%d: expected at least 1, or 0 for a choice", o.slots)
	}
	if o.slots == 0 {
		o.slots = runtime.NumCPU()
	}
	if o.sandbox != "auto" && o.sandbox != "always" && o.sandbox != "never" {
		return fmt.Errorf("--sandbox=%s: expected auto, always or never", o.sandbox)
	}
	if o.processes < 0 {
		return fmt.Errorf("--job-processes=%d: expected at least 1, or 0 for no bound", o.processes)
	}
	return nil
}

// farmAt is who asks the farm that an address, or a folder of farm --dir, names.
func (t *tool) farmAt(address, dir string) (*farm.Client, error) {
	if address == "" && dir != "" {
		text, err := readAddress(filepath.Join(dir, "address"))
		if err != nil {
			return nil, fmt.Errorf("--dir %s: no farm runs there (%w); sparseracer farm --dir %s starts one", dir, err, dir)
		}
		address = text
	}
	if address == "" {
		address = t.getenv(farmVariable)
	}
	if address == "" {
		return nil, fmt.Errorf("which farm? Expected --farm URL with the address that sparseracer farm printed, or the variable %s", farmVariable)
	}
	return farm.NewClient(address, "")
}

// readAddress reads a file of one line.
func readAddress(path string) (string, error) {
	f, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data := make([]byte, 4096)
	n, err := f.Read(data)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(data[:n])), nil
}

// askEvery is how often a farm is asked how far it is.
const askEvery = 200 * time.Millisecond

// farmPause is what lies between two questions to a farm about work that is not done.
type farmPause struct {
	tool   *tool
	warned bool
}

func (t *tool) farmPause() *farmPause { return &farmPause{tool: t} }

// wait waits until the farm is asked again. It says, once, that there are no workers to do the work.
func (p *farmPause) wait(ctx context.Context, workers int) error {
	if workers == 0 && !p.warned {
		p.warned = true
		p.tool.noWorkerYet()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(askEvery):
		return nil
	}
}
