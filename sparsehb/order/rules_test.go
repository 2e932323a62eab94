package order

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestWithout: each rule of the environment can be left out by its name, and
// then orders nothing.
func TestWithout(t *testing.T) {
	for name, text := range map[string]string{
		"RN": "deq(a, kind=env)\nenq(b, kind=timer, timer=1)\nenq(c, kind=timer, timer=1)\npause(a, v)\ndeq(b)\npause(b, w)\nreset(w)\nresume(b, w)\nend(b)\nreset(v)\nresume(a, v)\nend(a)\ndeq(c)\nend(c)",
		"RC": "deq(a, kind=env)\nalloc(0x1000, 8)\nend(a)\ndeq(b, kind=env, object=0x1000)\nend(b)",
		"RW": "deq(a, kind=env, arms=\"shown:1\")\nend(a)\ndeq(b, kind=input, needs=\"shown:1\")\nend(b)",
		"RS": "deq(a, kind=env, arms=\"armed:1\")\nend(a)\ndeq(b, kind=socket, needs=\"armed:1\")\nend(b)",
		"RP": "deq(a, kind=env, arms=\"pressed:1\")\nend(a)\ndeq(b, kind=input, needs=\"pressed:1\")\nend(b)",
		"RF": "deq(a, kind=env, arms=\"active:1\")\nend(a)\ndeq(b, kind=input, needs=\"active:1\")\nend(b)",
		"RB": "deq(a, kind=env)\nenq(s, kind=env, starts=1)\nend(a)\nenq(b, thread=1)\ndeq(b)\nend(b)",
		"RT": "deq(a, kind=env)\nenq(b, kind=timer, timer=1, timertype=precise, interval=1)\nenq(c, kind=timer, timer=2, timertype=precise, interval=2)\nend(a)\ndeq(b)\nend(b)\ndeq(c)\nend(c)",
	} {
		src, err := trace.ParseText("t", []byte("# loop: batch\n"+text+"\n"))
		if err != nil {
			t.Fatal(name, err)
		}
		with, err := Build(src, Options{Rules: Auto})
		if err != nil {
			t.Fatal(name, err)
		}
		without, err := Build(src, Options{Rules: Auto, Without: []string{name}})
		if err != nil {
			t.Fatal(name, err)
		}
		paper, err := Build(src, Options{Rules: Paper})
		if err != nil {
			t.Fatal(name, err)
		}
		last := BlockID(len(with.Blocks()) - 1)
		var rules []string
		for first := range last {
			for _, step := range with.Why(first, last) {
				rules = append(rules, step.Rule)
			}
		}
		if !slices.Contains(rules, name) {
			t.Errorf("%s: orders nothing, found %v", name, rules)
		}
		if pairs(without) >= pairs(with) || pairs(paper) >= pairs(with) {
			t.Errorf("%s: %d ordered pairs with it, %d without, %d by the paper's set", name, pairs(with), pairs(without), pairs(paper))
		}
	}
}

func pairs(o *Order) (n int) {
	for b := range o.Blocks() {
		for a := range b {
			if o.Before(BlockID(a), BlockID(b)) {
				n++
			}
		}
	}
	return n
}
