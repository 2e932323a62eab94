package fuzz

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/steer"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// program is an abstract one: handlers in their recorded order, all free to come
// later but for `needs`, and what makes an order fail.
type program struct {
	handlers []string
	needs    map[string]string // posted by
	fails    func(at map[string]int) string
}

// recording is its observation run.
func (p *program) recording(t *testing.T) *sparsehb.Result {
	t.Helper()
	var b strings.Builder
	enq := func(h string) { fmt.Fprintf(&b, "enq(%s, kind=timer, label=%s)\n", h, h) }
	for _, h := range p.handlers {
		if p.needs[h] == "" {
			enq(h)
		}
	}
	b.WriteString("enterloop()\n")
	for _, h := range p.handlers {
		fmt.Fprintf(&b, "deq(%s)\n", h)
		for _, later := range p.handlers {
			if p.needs[later] == h {
				enq(later)
			}
		}
		fmt.Fprintf(&b, "end(%s)\n", h)
	}
	src, err := trace.ParseText(t.Name(), []byte(b.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	res, err := sparsehb.Analyze(src, sparsehb.Options{Rules: sparsehb.Auto})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// run steers it: a handler is not run while it is held, or before the one that
// posts it. What waits for ever is let go, as the runtime does.
func (p *program) run(_ context.Context, s *steer.Schedule) (outcome, error) {
	at, left, o := map[string]int{}, slices.Clone(p.handlers), outcome{legal: true}
	holds := map[string]string{}
	for _, d := range s.Directives {
		if !d.Hold.IsDelay() { // which is over before anything else happens here
			holds[d.Hold.Event] = until(*d.Hold)[0].Event
		}
	}
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(h string) bool {
			until, held := holds[h]
			_, over := at[until]
			_, posted := at[p.needs[h]]
			o.held = o.held || held
			return (!held || over) && (p.needs[h] == "" || posted)
		})
		if i < 0 {
			holds, o.legal = nil, false
			continue
		}
		at[left[i]] = len(at)
		left = slices.Delete(left, i, i+1)
	}
	o.how = p.fails(at)
	return o, nil
}

func (p *program) fuzz(t *testing.T, opt Options) *Result {
	t.Helper()
	res := p.recording(t)
	s := newSearch(steer.NewPostponer(res, res.Order), opt)
	s.run = p.run
	r, err := s.all(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r.After = 0
	return r
}

// bad is a program that fails if a comes after c, or both b after d and d after e.
func bad() *program {
	return &program{
		handlers: []string{"a", "b", "c", "d", "e", "f", "g"}, needs: map[string]string{"c": "b"},
		fails: func(at map[string]int) string {
			switch {
			case at["a"] > at["c"]:
				return "one"
			case at["b"] > at["d"] && at["d"] > at["e"]:
				return "two"
			}
			return ""
		},
	}
}

// TestFuzz: both failures are found, and of each what must be late, no more.
func TestFuzz(t *testing.T) {
	r := bad().fuzz(t, Options{Runs: 300, Seed: 1, Jobs: 2})
	if r.Runs != 300 || r.Itself != "" || len(r.Failures) != 2 || r.Left != 0 {
		t.Fatalf("%+v", r)
	}
	postponed := map[string][]string{}
	for _, f := range r.Failures {
		for _, h := range f.Diagnosed.Postponed {
			postponed[f.How] = append(postponed[f.How], h.Event)
		}
		if f.Diagnosed.Again != trials || f.Schedule.Failure != f.How {
			t.Errorf("%+v", f)
		}
	}
	slices.Sort(postponed["two"])
	if want := map[string][]string{"one": {"a"}, "two": {"b", "d"}}; !reflect.DeepEqual(postponed, want) {
		t.Errorf("postponed %v, expected %v", postponed, want)
	}
}

// TestSeed: the runs are those of the seed, however many go on at a time.
func TestSeed(t *testing.T) {
	one, many := bad().fuzz(t, Options{Runs: 60, Seed: 7}), bad().fuzz(t, Options{Runs: 60, Seed: 7, Jobs: 8})
	if !reflect.DeepEqual(one, many) {
		t.Errorf("one at a time %+v, eight %+v", one, many)
	}
	if other := bad().fuzz(t, Options{Runs: 60, Seed: 8}); reflect.DeepEqual(one.Failures, other.Failures) {
		t.Error("another seed makes no difference")
	}
}

func TestUntilFail(t *testing.T) {
	r := bad().fuzz(t, Options{Runs: 1000, Seed: 2, UntilFail: true})
	if r.Failed != 1 || r.Runs != r.First || r.Runs == 1000 {
		t.Errorf("%+v", r)
	}
}

// TestSearchGoesOnAfterChance: a schedule that failed by chance is not the last word: the search
// goes on to one that fails every time.
func TestSearchGoesOnAfterChance(t *testing.T) {
	p, runs := bad(), 0
	fails := p.fails
	p.fails = func(at map[string]int) string {
		if runs++; runs == 2 {
			return "chance"
		}
		return fails(at)
	}
	r := p.fuzz(t, Options{Runs: 1000, Seed: 2, UntilFail: true})
	if len(r.Failures) != 2 || r.Failures[0].Diagnosed.certain() || !r.Failures[1].Diagnosed.certain() {
		t.Errorf("%+v", r)
	}
}

// TestOrder: what the recorded order fixes is never turned round, but naively it is
// tried, and a program that always fails is distinguished from others.
func TestOrder(t *testing.T) {
	p := bad()
	p.fails = func(at map[string]int) string {
		if at["c"] < at["b"] {
			t.Error("a handler ran before the one that posts it")
		}
		return ""
	}
	if r := p.fuzz(t, Options{Runs: 200, Seed: 3}); r.Failed != 0 || r.Idle != 0 {
		t.Errorf("%+v", r)
	}
	post := steer.NewPostponer(p.recording(t), p.recording(t).Order)
	against := func(naive bool) (n int) {
		for seed := range uint64(200) {
			s := post.Schedule(rand.New(rand.NewPCG(seed, 0)), steer.PostponeOptions{Most: 3, Naive: naive})
			if slices.ContainsFunc(s.Directives, func(d steer.Directive) bool { return d.Hold.Event == "b" && d.Hold.Until[0].Event == "c" }) {
				n++
			}
		}
		return n
	}
	if ordered, naive := against(false), against(true); ordered != 0 || naive == 0 {
		t.Errorf("b waits for what it posts in %d schedules, naively in %d", ordered, naive)
	}
	p.fails = func(map[string]int) string { return "always" }
	if r := p.fuzz(t, Options{Runs: 10}); r.Itself != "always" || r.Runs != 0 {
		t.Errorf("%+v", r)
	}
}

// TestEveryOrder: of four handlers without an order, postponing one at a time and
// two at a time reaches every order that so many moves reach.
func TestEveryOrder(t *testing.T) {
	seen := map[string]bool{}
	p := &program{handlers: []string{"a", "b", "c", "d"}, needs: map[string]string{}}
	p.fails = func(at map[string]int) string {
		order := slices.Clone(p.handlers)
		slices.SortFunc(order, func(x, y string) int { return at[x] - at[y] })
		seen[strings.Join(order, "")] = true
		return ""
	}
	p.fuzz(t, Options{Runs: 3000, Seed: 4})
	if len(seen) != 24 {
		t.Errorf("%d of the 24 orders", len(seen))
	}
}

func TestWrite(t *testing.T) {
	r := bad().fuzz(t, Options{Runs: 50, Seed: 1})
	r.Failures[0].How, r.Failures[0].LastLine = "exit\x1b[2J status 1", "\x07"
	var b strings.Builder
	if err := r.Write(&b, func(i int) string { return fmt.Sprintf("f%d.json", i) }); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"of 50 runs failed", "this alone makes it fail: 3 of 3 runs", "schedule: f0.json", "exit?[2J status 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\x1b\x07") {
		t.Errorf("control characters in %q", text)
	}
}

// TestCount: nothing is diagnosed, and programs get the same numbers as people.
func TestCount(t *testing.T) {
	r := bad().fuzz(t, Options{Runs: 100, Seed: 1, Count: true})
	var out strings.Builder
	if err := r.JSON(&out, []string{"prog"}, func(i int) string { return fmt.Sprint("file", i) }); err != nil {
		t.Fatal(err)
	}
	var told struct {
		Runs, Failed, Left, First int
		Failures                  []struct {
			How, Schedule string
			Runs, Trials  int
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &told); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	f := told.Failures
	if told.Runs != 100 || told.Failed == 0 || told.First == 0 || len(f) != 2 || f[0].Trials != 0 || f[0].Schedule != "file0" ||
		f[0].Runs+f[1].Runs != told.Failed || r.Failures[0].Schedule == nil {
		t.Errorf("%s", &out)
	}
}

// TestRunsThatLeaveTheirSchedule: what a run does after it left its schedule is counted, and no more.
func TestRunsThatLeaveTheirSchedule(t *testing.T) {
	p := bad()
	res := p.recording(t)
	s := newSearch(steer.NewPostponer(res, res.Order), Options{Runs: 20, Seed: 1})
	s.run = func(_ context.Context, schedule *steer.Schedule) (outcome, error) {
		if len(schedule.Directives) == 0 {
			return outcome{legal: true}, nil
		}
		return outcome{held: true, how: "one", left: "hold timeout: x"}, nil
	}
	r, err := s.all(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed != 0 || r.Left != 20 || r.LeftAmiss != 20 || r.Why["hold timeout"] != 20 || !strings.Contains(r.Summary(), "20 left their schedule (hold timeout 20)") {
		t.Errorf("%+v\n%s", r, r.Summary())
	}
}
