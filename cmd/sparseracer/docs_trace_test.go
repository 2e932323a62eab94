package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// claim is what a comment line of an example says of its trace:
//
//	# rules: SET                    the rule set, for all claims
//	# read-write                    read-write races are looked for
//	# order: A before B [by RULE]   two operations, and the rule of the last step
//	# unordered: A, B
//	# race: E with F                a reported race of two handlers
//	# no race: E with F             none, not a filtered one either
//	# filtered FILTER: E with F
//	# uncovered: A, B               a read-write race of two operations
//	# covered: A, B
type claim struct{ kind, text string }

// example is a fenced trace of a document.
type example struct {
	lines  []string
	ops    []string // without spaces
	claims []claim
}

func readExample(f fence) example {
	x := example{lines: f.lines}
	for _, line := range f.lines {
		text, comment := strings.CutPrefix(strings.TrimSpace(line), "#")
		switch kind, rest, _ := strings.Cut(strings.TrimSpace(text), ":"); {
		case text == "":
		case !comment:
			x.ops = append(x.ops, strings.ReplaceAll(text, " ", ""))
		case claims[strings.Fields(kind)[0]] != nil:
			x.claims = append(x.claims, claim{kind, strings.TrimSpace(rest)})
		}
	}
	return x
}

// operation finds one by its text; attributes may be left out.
func (x *example) operation(text string) (string, error) {
	text = strings.ReplaceAll(text, " ", "")
	found := []int{}
	for i, op := range x.ops {
		if op == text || strings.HasPrefix(op, strings.TrimSuffix(text, ")")+",") {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%d operations are %s, expected one", len(found), text)
	}
	return strconv.Itoa(found[0]), nil
}

func (x *example) setting(kind string) (string, bool) {
	for _, c := range x.claims {
		if c.kind == kind {
			return c.text, true
		}
	}
	return "", false
}

// rules are those that an example is about, as flags.
func (x *example) rules() []string {
	if set, ok := x.setting("rules"); ok {
		return []string{"--rules", set}
	}
	return nil
}

var claims = map[string]func(t *testing.T, x *example, file string, c claim) error{
	"rules":      nothing,
	"read-write": nothing,
	"order":      claimOrder,
	"unordered":  claimUnordered,
	"race":       claimRace,
	"no":         claimRace,
	"filtered":   claimRace,
	"uncovered":  claimCoverage,
	"covered":    claimCoverage,
}

func nothing(*testing.T, *example, string, claim) error { return nil }

type orderAnswer struct {
	Relation string
	Chain    []struct{ Rule string }
}

func (x *example) relation(t *testing.T, file, a, b string) (out orderAnswer, err error) {
	args := append([]string{"order", "--json", file}, x.rules()...)
	for _, text := range []string{a, b} {
		n, err := x.operation(text)
		if err != nil {
			return out, err
		}
		args = append(args, n)
	}
	stdout, stderr, code := inProcess(t, args...)
	if code != 0 {
		return out, fmt.Errorf("order ends with %d: %s", code, stderr)
	}
	return out, json.Unmarshal([]byte(stdout), &out)
}

func claimOrder(t *testing.T, x *example, file string, c claim) error {
	pair, rule, _ := strings.Cut(c.text, " by ")
	a, b, _ := strings.Cut(pair, " before ")
	r, err := x.relation(t, file, a, b)
	if err != nil {
		return err
	}
	if r.Relation != "before" || rule != "" && (len(r.Chain) == 0 || r.Chain[len(r.Chain)-1].Rule != rule) {
		return fmt.Errorf("found %s by %v", r.Relation, r.Chain)
	}
	return nil
}

func claimUnordered(t *testing.T, x *example, file string, c claim) error {
	a, b, _ := strings.Cut(c.text, "), ")
	r, err := x.relation(t, file, a+")", b)
	if err == nil && r.Relation != "unordered" {
		return fmt.Errorf("found %s by %v", r.Relation, r.Chain)
	}
	return err
}

type foundRace struct {
	Use, Free, First, Second *struct {
		Operation uint64
		Event     string
	}
	Filtered *string
	Filter   string
	Coverage string
}

func (x *example) races(t *testing.T, file string, rules ...string) ([]foundRace, error) {
	args := append([]string{"analyze", "--json", "--all", file}, rules...)
	if _, ok := x.setting("read-write"); ok {
		args = append(args, "--races", "use-free,read-write")
	}
	stdout, stderr, code := inProcess(t, args...)
	if code > 1 {
		return nil, fmt.Errorf("analyze ends with %d: %s", code, stderr)
	}
	var out struct{ Races []foundRace }
	err := json.Unmarshal([]byte(stdout), &out)
	return out.Races, err
}

func (r *foundRace) between(a, b string) bool {
	if r.Use != nil {
		return r.Use.Event == a && r.Free.Event == b
	}
	return r.First.Event == a && r.Second.Event == b
}

func claimRace(t *testing.T, x *example, file string, c claim) error {
	races, err := x.races(t, file, x.rules()...)
	if err != nil {
		return err
	}
	a, b, _ := strings.Cut(c.text, " with ")
	filter, filtered := strings.CutPrefix(c.kind, "filtered ")
	reported, taken := 0, 0
	for _, r := range races {
		switch {
		case !r.between(a, b):
		case r.Filtered == nil:
			reported++
		case r.Filter == "" || r.Filter == filter:
			taken++
		}
	}
	if good := map[string]bool{"race": reported > 0, "no race": reported+taken == 0}[c.kind] || filtered && taken > 0 && reported == 0; !good {
		return fmt.Errorf("found %d reported and %d filtered ones", reported, taken)
	}
	return nil
}

func claimCoverage(t *testing.T, x *example, file string, c claim) error {
	races, err := x.races(t, file)
	if err != nil {
		return err
	}
	a, b, _ := strings.Cut(c.text, "), ")
	first, err := x.operation(a + ")")
	if err != nil {
		return err
	}
	second, err := x.operation(b)
	if err != nil {
		return err
	}
	for _, r := range races {
		if r.First != nil && fmt.Sprint(r.First.Operation) == first && fmt.Sprint(r.Second.Operation) == second && r.Coverage == c.kind {
			return nil
		}
	}
	return fmt.Errorf("no such race among %d", len(races))
}

// TestDocumentedTraces: every trace that a document shows is valid, and what the
// document says of its order and its races is so.
func TestDocumentedTraces(t *testing.T) {
	total := 0
	for _, path := range documents(t) {
		for _, f := range fences(t, path) {
			if f.language != "trace" {
				continue
			}
			x := readExample(f)
			file := filepath.Join(t.TempDir(), "example.txt")
			if err := os.WriteFile(file, []byte(strings.Join(x.lines, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, stderr, code := inProcess(t, "check", file); code != 0 {
				t.Errorf("%s: %s\n%s", filepath.Base(path), stderr, strings.Join(x.lines, "\n"))
				continue
			}
			for _, c := range x.claims {
				total++
				if err := claims[strings.Fields(c.kind)[0]](t, &x, file, c); err != nil {
					t.Errorf("%s: %s: %s: %v\n%s", filepath.Base(path), c.kind, c.text, err, strings.Join(x.lines, "\n"))
				}
			}
		}
	}
	if total < 30 {
		t.Errorf("only %d claims about traces were found", total)
	}
}

// TestDocumentedRecords: the page about the trace file has the records and the
// version of the table that C and Go are made from.
func TestDocumentedRecords(t *testing.T) {
	table, err := os.ReadFile("../../tracelib/include/sparserec/events.def")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../../docs/trace-format.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	records := regexp.MustCompile(`(?m)^SPARSE_RECORD\((\w+), +(\d+), +"(\w+)"\)`).FindAllStringSubmatch(string(table), -1)
	for _, r := range records {
		if row := fmt.Sprintf("| `%s` | %s | %s |", r[1], r[2], strings.Join(strings.Split(r[3], ""), " ")); !strings.Contains(page, row) {
			t.Errorf("trace-format.md lacks %q", row)
		}
	}
	version := regexp.MustCompile(`define SPARSE_TRACE_VERSION (\d+)`).FindStringSubmatch(string(table))
	if len(records) < 31 || version == nil {
		t.Fatalf("only %d records in the table, version %v", len(records), version)
	}
	if want := "`SPARSE_TRACE_VERSION`, " + version[1]; !strings.Contains(page, want) {
		t.Errorf("trace-format.md lacks %q", want)
	}
}
