package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/sparsehb/filter"
)

// What the filters of use-free pairs do to races that are known to be true: those of the
// racy Qt samples, which confirm proves (`go run ./tools/reduction --true`). A sample is
// built by our compilers, recorded once, and analyzed without these filters, then
// with each filter alone, and with all of them. A filter with which no race between the
// functions of the sample's .expect file is left is wrong. Samples that a session is played to are left out.

// useFree are the ids of the filters of use-free pairs.
func useFree() (ids []string) {
	for _, f := range filter.Asked(filter.UseFree) {
		ids = append(ids, f.ID)
	}
	return ids
}

// reportedRace is what the tool looks at of `analyze --json`.
type reportedRace struct {
	Use, Free struct {
		Stack []struct{ Function string }
	}
	Filter string
}

// proven writes the table: for each filter how many of the samples' races it takes out.
func proven(out io.Writer) error {
	dir, err := os.MkdirTemp("", "reduction-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sources, err := filepath.Glob("samples/*_race.cpp")
	if err != nil {
		return err
	}
	taken, races, left := map[string]int{}, 0, 0
	for _, source := range sources {
		name := strings.TrimSuffix(source, ".cpp")
		if _, err := os.Stat(name + ".session"); err == nil {
			continue
		}
		by, reported, err := provenSample(dir, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if by == nil {
			fmt.Fprintf(out, "%s: its race is none of a use and a free between the functions of its .expect file\n", filepath.Base(name))
			continue
		}
		races++
		if reported {
			left++
		}
		for _, id := range by {
			taken[id]++
			fmt.Fprintf(out, "%s: %s takes it out\n", filepath.Base(name), id)
		}
	}
	fmt.Fprintf(out, "| filter | of %d true races it takes out |\n| --- | --- |\n", races)
	for _, f := range filter.Asked(filter.UseFree) {
		fmt.Fprintf(out, "| %s %s | %d |\n", f.ID, f.Name, taken[f.ID])
	}
	fmt.Fprintf(out, "\nWith all filters %d of %d are reported.\n", left, races)
	return nil
}

// provenSample are the filters that take a sample's race out, and whether it is reported with all of them;
// nil if it has none of that kind.
func provenSample(dir, name string) (by []string, reported bool, err error) {
	expected, err := os.ReadFile(name + ".expect")
	if err != nil {
		return nil, false, err
	}
	trace, err := recordQt(dir, name+".cpp")
	if err != nil {
		return nil, false, err
	}
	ids := useFree()
	bare, err := reportedRaces(trace, ids)
	if err != nil {
		return nil, false, err
	}
	of := func(r reportedRace) bool { return r.is(string(expected)) }
	if !slices.ContainsFunc(bare, of) {
		return nil, false, nil
	}
	by = []string{}
	for k, id := range ids {
		alone, err := reportedRaces(trace, slices.Delete(slices.Clone(ids), k, k+1))
		if err != nil {
			return nil, false, err
		}
		if !slices.ContainsFunc(alone, of) {
			by = append(by, id)
		}
	}
	all, err := reportedRaces(trace, nil)
	return by, slices.ContainsFunc(all, of), err
}

// is: the race is between the functions that the sample's .expect file names.
func (r *reportedRace) is(expected string) bool {
	in := func(stack []struct{ Function string }, name string) bool {
		return slices.ContainsFunc(stack, func(f struct{ Function string }) bool { return strings.HasPrefix(f.Function, name) })
	}
	for _, line := range strings.Split(expected, "\n") {
		word, name, _ := strings.Cut(line, " ")
		if word == "use" && !in(r.Use.Stack, name) || word == "free" && !in(r.Free.Stack, name) {
			return false
		}
	}
	return true
}

// reportedRaces are those of an analysis without some filters.
func reportedRaces(trace string, without []string) ([]reportedRace, error) {
	rules := "auto"
	for _, id := range without {
		rules += ",-" + id
	}
	c := exec.Command("bin/sparseracer", "analyze", "--rules", rules, "--json", trace)
	out, err := c.Output()
	if c.ProcessState == nil || c.ProcessState.ExitCode() > 1 {
		return nil, fmt.Errorf("analyze: %w", err)
	}
	var rep struct{ Races []reportedRace }
	err = json.Unmarshal(out, &rep)
	return slices.DeleteFunc(rep.Races, func(r reportedRace) bool { return r.Filter != "" }), err
}

func recordQt(dir, source string) (string, error) {
	qt, err := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Widgets", "Qt5Network", "Qt5PrintSupport").Output()
	if err != nil {
		return "", fmt.Errorf("pkg-config Qt5Widgets: %w", err)
	}
	program, trace := filepath.Join(dir, "sample"), filepath.Join(dir, "sample.srt")
	compile := append([]string{"bin/sparse-c++", "-g", "-O2", "-fPIC", source, "-o", program}, strings.Fields(string(qt))...)
	for _, argv := range [][]string{compile, {"bin/sparseracer", "record", "-o", trace, "--", program}} {
		c := exec.Command(argv[0], argv[1:]...)
		c.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen")
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w: %s", argv, err, out)
		}
	}
	return trace, nil
}
