package report

import (
	"bytes"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// A double free was seen, so nothing is said of an order, and it comes before
// what is only predicted.
func TestDoubleFree(t *testing.T) {
	src, err := trace.ParseText("t", []byte(`deq(a)
alloc(p, 8)
alloc(q, 8)
enq(b)
end(a)
deq(u)
read(q, 8)
end(u)
deq(b)
free(p)
free(q)
end(b)
deq(c)
free(p)
end(c)
`))
	if err != nil {
		t.Fatal(err)
	}
	result, err := sparsehb.Analyze(src, sparsehb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := New(result, editor(), Options{})
	text := textOf(t, r, Style{})
	for _, want := range []string{"2 races: 1 use-after-free, 1 double free, predicted", "seen in the recorded run",
		"Event c frees what event b has freed", "Event b (posted) frees p (operation 9), and nothing allocates it again"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Index(text, "double free "+r.Races[0].ID) > strings.Index(text, "use-after-free "+r.Races[1].ID) {
		t.Errorf("the double free does not come first:\n%s", text)
	}
	var out bytes.Buffer
	if err := r.JSON(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"kind": "double-free"`, `"double_frees": 1`, `"second": {`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the JSON lacks %s", want)
		}
	}
	var story bytes.Buffer
	if err := r.Explain(&story, r.Races[0].ID, Style{}); err != nil || strings.Contains(story.String(), "nothing orders") {
		t.Errorf("the story: %v\n%s", err, story.String())
	}
}
