package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sparseracer/internal/exporttest"
	"sparseracer/internal/steer"
)

func (t *tool) exportTestCommand() *cobra.Command {
	var opt exporttest.Options
	c := &cobra.Command{
		Use:   "export-test SCHEDULE",
		Short: "A regression test for a proven race, which a project can keep",
		Long: `export-test writes a test that fails while the race is there and passes once it is fixed:
a QtTest of its own with the lines for CMake (form A), which runs the application's main()
and lets its events come in the order of the schedule, without sparseracer. A schedule that
cannot be said so becomes lines for CTest that call sparseracer replay, and are skipped where that is
not installed (form B). The output says which form it is, and why.

The lines are for a CMakeLists.txt that has a target of the application, compiled with
-fsanitize=address; --target names it, --source its sources where there is none.`,
		Args: exactArgs(1, "a schedule"),
		RunE: func(c *cobra.Command, args []string) error {
			opt.Schedule = args[0]
			return t.exportTest(opt)
		},
	}
	f := c.Flags()
	f.StringVarP(&opt.Dir, "output", "o", ".", "write the files into the folder `DIR`")
	f.StringVar(&opt.Target, "target", "", "the application's `TARGET` in CMake (default: the name of the recorded program)")
	f.StringArrayVar(&opt.Sources, "source", nil, "a source `FILE` of the application, for one without a target; may be repeated")
	f.BoolVar(&opt.Replay, "replay", false, "form B, also where the schedule can be said in form A")
	return c
}

func (t *tool) exportTest(opt exporttest.Options) error {
	if opt.Target != "" && len(opt.Sources) > 0 {
		return errors.New("--target and --source: expected one of them, a target or its sources")
	}
	s, err := steer.Load(opt.Schedule)
	if err != nil {
		return noSchedule(opt.Schedule, err)
	}
	test, err := exporttest.Write(s, opt)
	var cannot *exporttest.Unwritable
	if errors.As(err, &cannot) {
		return unwritable(opt.Dir, cannot.Err, "-o DIR")
	}
	if err != nil {
		return err
	}
	if test.Form == "A" {
		fmt.Fprintf(t.stdout, "form A: a QtTest of its own, which needs no sparseracer: %s\n", strings.Join(test.Files, ", "))
	} else {
		fmt.Fprintf(t.stdout, "form B: a test that calls sparseracer replay: %s\nwhy not a QtTest of its own: %s\n", strings.Join(test.Files, ", "), test.Why)
	}
	for _, n := range test.Notes {
		fmt.Fprintf(t.stdout, "note: %s\n", n)
	}
	include := filepath.Join(opt.Dir, test.Name+".cmake")
	fmt.Fprintf(t.stdout, "next: include(%s) behind the application's target, build with -fsanitize=address, and see ctest -R %s fail before the fix\n", include, test.Name)
	return nil
}
