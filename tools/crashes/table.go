package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kinds are the reports of a sample, by how their files end.
var kinds = []struct{ suffix, what string }{
	{".asan", "AddressSanitizer's report"}, {".gdb", "gdb's backtrace, with lines"}, {".nolines", "gdb's backtrace, functions only"},
}

// tally is what came of the reports of one kind.
type tally struct {
	reports, right, sure, likely, possible, none, wrong int
	alone                                               int // named from recordings of other samples
}

type table struct {
	of     map[string]*tally
	misses map[string][]string // samples, by the kind of report
	others int                 // reports of other crashes
	named  []string
}

// answer is what counts of the JSON.
type answer struct {
	Answer string
	Races  []struct{ ID, Confidence, Trace string }
	None   []string
}

func (b *bench) explain(ctx context.Context, report string, traces ...string) (a answer, err error) {
	out, err := b.command(ctx, nil, filepath.Join(b.root, "bin/sparseracer"), append([]string{"explain-crash", "--json", report}, traces...)...)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &a); err != nil {
		return a, fmt.Errorf("explain-crash %s: %w\n%s", report, err, out)
	}
	return a, nil
}

var expectedID = regexp.MustCompile(`(?m)^id ([0-9a-f]+)$`)

// ask holds the answers for a sample's reports against its race; and those from
// other recordings, which do not have it.
func (b *bench) ask(ctx context.Context, name string, others []string, t *table) error {
	expect, err := os.ReadFile(filepath.Join(b.root, "samples", name+"_race.expect"))
	if err != nil {
		return err
	}
	m := expectedID.FindSubmatch(expect)
	if m == nil {
		return fmt.Errorf("its .expect file has no id")
	}
	want := string(m[1])
	if t.of == nil {
		t.of = map[string]*tally{}
	}
	var elsewhere []string
	for _, s := range others {
		elsewhere = append(elsewhere, filepath.Join(b.dir, s+".srt"))
	}
	for _, k := range kinds {
		report := filepath.Join(b.dir, name+k.suffix)
		if !exists(report) {
			continue
		}
		n := t.of[k.suffix]
		if n == nil {
			n = &tally{}
			t.of[k.suffix] = n
		}
		n.reports++
		a, err := b.explain(ctx, report, filepath.Join(b.dir, name+".srt"))
		if err != nil {
			return err
		}
		n.count(&a, want)
		if len(a.Races) == 0 || a.Races[0].ID != want {
			t.miss(k.what, name)
		}
		if len(elsewhere) == 0 {
			continue
		}
		if a, err = b.explain(ctx, report, elsewhere...); err != nil {
			return err
		}
		if len(a.Races) > 0 {
			n.alone++
			t.miss(k.what+", from others' recordings", name+" ("+filepath.Base(a.Races[0].Trace)+")")
		}
	}
	return nil
}

func (n *tally) count(a *answer, want string) {
	switch {
	case len(a.Races) == 0:
		n.none++
		return
	case a.Races[0].ID != want:
		n.wrong++
		return
	}
	n.right++
	switch a.Races[0].Confidence {
	case "sure":
		n.sure++
	case "likely":
		n.likely++
	default:
		n.possible++
	}
}

// others asks for the reports of other crashes of samples that tests have.
func (b *bench) others(ctx context.Context, t *table) error {
	reports, err := filepath.Glob(filepath.Join(b.root, "cmd/sparseracer/testdata/crashes/other/*"))
	if err != nil {
		return err
	}
	for _, r := range reports {
		sample, _, _ := strings.Cut(filepath.Base(r), ".")
		trace := filepath.Join(b.dir, sample+".srt")
		if !exists(trace) {
			continue
		}
		a, err := b.explain(ctx, r, trace)
		if err != nil {
			return err
		}
		t.others++
		if len(a.Races) > 0 {
			t.named = append(t.named, filepath.Base(r))
		}
	}
	return nil
}

func (t *table) write(w io.Writer) {
	fmt.Fprintln(w, "| report | samples | right race first | sure | likely | possible | none named | another race first | named from others' recordings |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, k := range kinds {
		if n := t.of[k.suffix]; n != nil {
			fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", k.what, n.reports, n.right, n.sure, n.likely, n.possible, n.none, n.wrong, n.alone)
		}
	}
	fmt.Fprintf(w, "\nReports of other crashes of samples: %d, for %d of which a race is named.\n", t.others, len(t.named))
	if len(t.misses)+len(t.named) == 0 {
		return
	}
	fmt.Fprintln(w, "\n| not as it should be | samples |\n| --- | --- |")
	for _, kind := range slices.Sorted(maps.Keys(t.misses)) {
		fmt.Fprintf(w, "| %s | %s |\n", kind, strings.Join(t.misses[kind], ", "))
	}
	for _, n := range t.named {
		fmt.Fprintf(w, "| a race is named | %s |\n", n)
	}
}

func (t *table) miss(kind, sample string) {
	if t.misses == nil {
		t.misses = map[string][]string{}
	}
	t.misses[kind] = append(t.misses[kind], sample)
}
