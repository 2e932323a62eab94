// Command countests reads the output of `go test -json`, shows what failed and
// ends with "N passed, N failed, N skipped". It exits with 1 if anything failed
// or nothing ran. Subtests are counted with their parents' names.
//
// A failure stays a failure. With arguments, the beginning of a go test command, a
// few failed tests are run once more, each alone, for whoever reads the output: one
// that passes then is labelled UNSTEADY. That label changes neither the count nor
// the exit status.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// mostAgain failed tests are run again. When more have failed, something is broken
// and the runs would only delay the answer.
const mostAgain = 3

// event is the part of a test2json event that counts.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

func main() { os.Exit(count(os.Stdin, os.Stdout, alone(os.Args[1:]))) }

// test is one without a parent.
type test struct{ pkg, name string }

// tally is what ran so far.
type tally struct {
	out                     io.Writer
	passed, failed, skipped int
	output                  map[string]*strings.Builder
	failedIn                map[string]bool
	again                   map[test]bool // those that failed
	lost                    bool          // a failure outside of any test: a build, a crash
}

// count reads the events; again, if not nil, runs a test alone and reports whether it passed.
func count(in io.Reader, out io.Writer, again func(test) bool) int {
	t := &tally{out: out, output: map[string]*strings.Builder{}, failedIn: map[string]bool{}, again: map[test]bool{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text()) // a build error, say
			continue
		}
		t.add(e)
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(out, "countests:", err)
		t.failed, t.lost = t.failed+1, true
	}
	if again != nil && !t.lost && len(t.again) <= mostAgain {
		t.label(again)
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
	if t.failed > 0 || t.passed == 0 {
		return 1
	}
	return 0
}

func (t *tally) add(e event) {
	key := e.Package + e.ImportPath + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		if t.output[key] == nil {
			t.output[key] = &strings.Builder{}
		}
		t.output[key].WriteString(e.Output)
		return
	case "build-fail":
		fmt.Fprintf(t.out, "FAIL to build %s\n%s", e.ImportPath, text(t.output[key]))
	case "pass":
		if e.Test != "" {
			t.passed++
			t.cached(e, text(t.output[key]))
		} else {
			fmt.Fprintf(t.out, "ok   %s %.1fs\n", e.Package, e.Elapsed)
		}
	case "skip":
		if e.Test != "" {
			t.skipped++
			fmt.Fprintf(t.out, "skip %s %s\n%s", e.Package, e.Test, text(t.output[key]))
		}
	case "fail":
		t.fail(e)
		fmt.Fprintf(t.out, "FAIL %s %s\n%s", e.Package, e.Test, text(t.output[key]))
	default:
		return
	}
	delete(t.output, key)
}

// cached shows a test that did not run because it had passed with the same inputs: see
// package crosscheck.
func (t *tally) cached(e event, output string) {
	if _, pass, is := strings.Cut(output, "cached pass: "); is {
		pass, _, _ = strings.Cut(pass, "\n")
		fmt.Fprintf(t.out, "cached pass of %s %s: %s\n", e.Package, e.Test, pass)
	}
}

// fail counts a failure. A package fails with its tests; alone when it does not
// build or crashes.
func (t *tally) fail(e event) {
	switch name, _, _ := strings.Cut(e.Test, "/"); {
	case e.Test != "":
		t.failedIn[e.Package] = true
		t.again[test{e.Package, name}] = true
	case t.failedIn[e.Package]:
		return
	default:
		t.lost = true
	}
	t.failed++
}

// label names the failed tests that pass alone.
func (t *tally) label(again func(test) bool) {
	order := func(a, b test) int { return strings.Compare(a.pkg+a.name, b.pkg+b.name) }
	for _, one := range slices.SortedFunc(maps.Keys(t.again), order) {
		if again(one) {
			fmt.Fprintf(t.out, "UNSTEADY %s %s: it failed above and passes alone\n", one.pkg, one.name)
		}
	}
}

// alone runs a test by itself with the command, nil without one.
func alone(command []string) func(test) bool {
	if len(command) == 0 {
		return nil
	}
	return func(one test) bool {
		args := append(slices.Clone(command[1:]), "-run", "^"+one.name+"$", one.pkg)
		out, err := exec.Command(command[0], args...).CombinedOutput()
		if err != nil {
			fmt.Printf("FAIL again %s %s\n%s", one.pkg, one.name, out)
		}
		return err == nil
	}
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}
