package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// libraries are those whose loops samples run, with the tests that try the samples.
var libraries = []library{
	{"Qt 5", "TestSamples/qt5/"}, {"Qt 6", "TestSamples/qt6/"},
	{"GLib", "TestLoopSamples/glib/"}, {"GTK", "TestLoopSamples/gtk/"}, {"libuv", "TestLoopSamples/uv/"},
}

type library struct{ name, tests string }

// tests are what the events of `go test -json` say.
type tests struct {
	count   map[string]int               // by pass, fail, skip
	ended   map[string]string            // by test: the same
	ids     map[string]map[string]string // by library, by sample
	version map[string]string            // by library
}

// named is what a sample's test says of its race.
var named = regexp.MustCompile(`race ([0-9a-f]{12}) with (\S+) (\S+)`)

// readTests takes the tests whose names begin with a prefix, by what follows it.
func readTests(in io.Reader, prefix string) (*tests, error) {
	t := &tests{map[string]int{}, map[string]string{}, map[string]map[string]string{}, map[string]string{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e struct{ Action, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Test == "" {
			continue // what is no event is said by the package's failure
		}
		test, is := strings.CutPrefix(e.Test, prefix)
		switch {
		case !is:
		case e.Action == "output":
			t.told(test, e.Output)
		case e.Action == "pass" || e.Action == "fail" || e.Action == "skip":
			t.count[e.Action]++
			t.ended[test] = e.Action
		}
	}
	return t, lines.Err()
}

func (t *tests) told(test, output string) {
	m := named.FindStringSubmatch(output)
	if m == nil {
		return
	}
	for _, l := range libraries {
		if sample, is := strings.CutPrefix(test, l.tests); is {
			if t.ids[l.name] == nil {
				t.ids[l.name] = map[string]string{}
			}
			t.ids[l.name][strings.TrimSuffix(sample, "/race")] = m[1]
			t.version[l.name] = m[2] + " " + m[3]
		}
	}
}

// of is how many samples of a library passed as a race, or as a twin.
func (t *tests) of(l library, half string) string {
	passed, all := 0, 0
	for test, ended := range t.ended {
		if sample, is := strings.CutPrefix(test, l.tests); is && strings.HasSuffix(sample, "/"+half) {
			all++
			if ended == "pass" {
				passed++
			}
		}
	}
	return share(passed, all)
}

// column is a version of a library, with the ids of its samples.
type column struct {
	version string
	ids     map[string]string
}

// ids are tables of samples and versions. A cell is `equal` where the race has the first
// column's id.
func ids(out io.Writer, suites []*suite) {
	for _, group := range [][]string{{"Qt 5", "Qt 6"}, {"GLib"}, {"GTK"}, {"libuv"}} {
		var columns []column
		samples := map[string]bool{}
		for _, library := range group {
			for _, s := range suites {
				if s.tests == nil || s.tests.ids[library] == nil {
					continue
				}
				columns = append(columns, column{s.tests.version[library], s.tests.ids[library]})
				for sample := range s.tests.ids[library] {
					samples[sample] = true
				}
			}
		}
		if len(columns) > 0 {
			grid(out, columns, slices.Sorted(maps.Keys(samples)))
		}
	}
}

func grid(out io.Writer, columns []column, samples []string) {
	fmt.Fprint(out, "\n| race of |")
	for _, c := range columns {
		fmt.Fprintf(out, " %s |", c.version)
	}
	fmt.Fprintln(out, "\n|"+strings.Repeat(" --- |", len(columns)+1))
	for _, sample := range samples {
		fmt.Fprintf(out, "| %s |", sample)
		first := ""
		for _, c := range columns {
			id := c.ids[sample]
			switch {
			case first == "":
				first = id
			case id == first:
				id = "equal"
			}
			fmt.Fprintf(out, " %s |", id)
		}
		fmt.Fprintln(out)
	}
}
