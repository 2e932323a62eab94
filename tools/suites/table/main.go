// Command table prints what tools/suites/whole left in build/suites as Markdown: a table of suites
// and what was tried in each, and one of samples and the ids of their races with each version
// of the library whose loop they run.
//
//	table [-from FOLDER] SUITE...
//
// A step that was not run is left open. No figure comes from anywhere but the files of a run.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	flags.SetOutput(stderr)
	from := flags.String("from", "build/suites", "the `FOLDER` of what whole left")
	if flags.Parse(args) != nil || flags.NArg() == 0 {
		fmt.Fprintln(stderr, "usage: table [-from FOLDER] SUITE...")
		return 2
	}
	var suites []*suite
	for _, name := range flags.Args() {
		s, err := read(*from, name)
		if err != nil {
			fmt.Fprintln(stderr, "table:", err)
			return 2
		}
		suites = append(suites, s)
	}
	overview(stdout, suites)
	ids(stdout, suites)
	return 0
}

// suite is what was tried in one.
type suite struct {
	name, versions, stock string
	steps                 map[string]step
	tests                 *tests          // nil = not run
	all                   bool            // they are all tests
	proved                map[string]bool // demos, by what was said beside the tests
}

// step is how one ended, and how long it took.
type step struct {
	status int
	took   time.Duration
}

func read(folder, name string) (s *suite, err error) {
	at := func(file string) string { return filepath.Join(folder, name, file) }
	versions, err := os.ReadFile(at("versions"))
	if err != nil {
		return nil, err
	}
	s = &suite{name: name, versions: strings.TrimSpace(string(versions)), steps: map[string]step{}, proved: map[string]bool{}}
	for _, step := range []string{"demo6", "demo5", "deb", "try", "test", "stock"} {
		if err := s.step(step, at(step+".status")); err != nil {
			return nil, err
		}
	}
	if said, err := os.ReadFile(at("stock.log")); err == nil {
		s.stock = row(string(said))
	}
	for _, source := range sources {
		text, err := os.ReadFile(at(source.file))
		if err != nil {
			continue
		}
		if s.tests, err = readTests(bytes.NewReader(text), source.prefix); err != nil {
			return nil, fmt.Errorf("%s: %w", at(source.file), err)
		}
		s.all = source.all
		for _, qt := range []string{"6", "5"} {
			s.proved["demo"+qt] = !s.all && bytes.Contains(text, []byte("demo: proved on Qt "+qt))
		}
		break
	}
	return s, nil
}

// sources are where events of tests are, the best first: of all tests in the suite; of those that
// tools/suites/chosen names; of a run on another machine of which these were a part.
var sources = []struct {
	file, prefix string
	all          bool
}{{"test.json", "", true}, {"chosen.json", "", false}, {"within.json", "TestTrixie/cmd/sparseracer/", false}}

func (s *suite) step(name, path string) error {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	var status, seconds int
	if _, err := fmt.Sscan(string(text), &status, &seconds); err != nil {
		return fmt.Errorf("%s: expected a status and seconds: %w", path, err)
	}
	s.steps[name] = step{status, time.Duration(seconds) * time.Second}
	return nil
}

// row is what tools/real-stock says of a program: its version, how many races it predicted and
// how many it proved.
func row(said string) string {
	for line := range strings.Lines(said) {
		if cells := strings.Split(line, "|"); len(cells) >= 8 && strings.HasPrefix(line, "| kwrite ") {
			return fmt.Sprintf("%s: %s predicted, %s proved", strings.TrimSpace(cells[1]), strings.TrimSpace(cells[6]), strings.TrimSpace(cells[7]))
		}
	}
	return ""
}

// told is one cell: what a step came to.
func (s *suite) told(name, passed string) string {
	at, ran := s.steps[name]
	switch {
	case !ran && s.proved[name]:
		return passed
	case !ran:
		return ""
	case at.status != 0:
		return fmt.Sprintf("**status %d**, %s", at.status, at.took)
	}
	return passed + ", " + at.took.String()
}

func overview(out io.Writer, suites []*suite) {
	line(out, "", suites, func(s *suite) string { return s.name })
	fmt.Fprintln(out, "|"+strings.Repeat(" --- |", len(suites)+1))
	for _, step := range [][3]string{
		{"demo6", "demo on Qt 6", "proved"}, {"demo5", "demo on Qt 5", "proved"}, {"deb", "package", "made"},
		{"try", "package on a clean machine", "installed; recorded, predicted, proved"},
	} {
		line(out, step[1], suites, func(s *suite) string { return s.told(step[0], step[2]) })
	}
	for _, library := range libraries {
		line(out, "samples on "+library.name, suites, func(s *suite) string {
			if s.tests == nil || s.tests.version[library.name] == "" {
				return ""
			}
			return fmt.Sprintf("%s: %s proved, %s twins silent", s.tests.version[library.name],
				s.tests.of(library, "race"), s.tests.of(library, "twin"))
		})
	}
	line(out, "all tests", suites, func(s *suite) string {
		if s.tests == nil || !s.all {
			return ""
		}
		c := s.tests.count
		said := fmt.Sprintf("%d passed, %d failed, %d skipped", c["pass"], c["fail"], c["skip"])
		if at, ran := s.steps["test"]; ran {
			said += ", " + at.took.String()
		}
		return said
	})
	line(out, "kwrite as installed", suites, func(s *suite) string { return s.told("stock", s.stock) })
	fmt.Fprintln(out, "\n| suite | versions |\n| --- | --- |")
	for _, s := range suites {
		fmt.Fprintf(out, "| %s | %s |\n", s.name, strings.TrimPrefix(s.versions, "versions: "))
	}
}

func line(out io.Writer, title string, suites []*suite, cell func(*suite) string) {
	fmt.Fprintf(out, "| %s |", title)
	for _, s := range suites {
		fmt.Fprintf(out, " %s |", cell(s))
	}
	fmt.Fprintln(out)
}

// share is n of all.
func share(n, all int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(all) }
