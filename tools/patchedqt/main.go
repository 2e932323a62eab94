// Command patchedqt builds the patched QtCores that tests are going to need: those of the
// installed Qts for which a test has no pass. `make test` runs it beside the tests.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"sparseracer/internal/crosscheck"
	"sparseracer/internal/qtbuild"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, ".", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "patchedqt:", err)
		os.Exit(1)
	}
}

// run goes on with the other Qt when one cannot be built; the tests say what is missing.
func run(ctx context.Context, root string, out io.Writer) error {
	var faults []error
	for _, q := range qtbuild.All {
		qt, err := crosscheck.Open(ctx, root, q.Major)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		waiting, err := qt.Waiting()
		if err == nil && len(waiting) == 0 {
			fmt.Fprintf(out, "Qt %d: all tests on the patched QtCore have passed with this key\n", q.Major)
			continue
		}
		if err == nil {
			fmt.Fprintf(out, "Qt %d: for %s\n", q.Major, strings.Join(waiting, ", "))
			_, err = qt.Build(ctx)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}
