package report

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestCrashStory: a recording that ended by a use of freed memory says who freed it, inside which
// loop, and who brought that about; for a live reference although the memory is something
// else by then. In a trace that begins in the middle the allocation may be missing.
func TestCrashStory(t *testing.T) {
	const head = "# complete: no\n# signal: 11\n"
	const before = "enterloop\ndeq(click, kind=input)\n"
	const loop = "enq(close)\npause(click, v)\ndeq(close)\nfree(0x1000)\nalloc(0x1000, 32)\nreset(v)\nend(close)\nresume(click, v)\n"
	told := func(freed string) []string {
		return []string{
			"event click (input) is delivered: what a person does",
			"event click posts close",
			"its handler spins the nested loop v, and waits in it",
			"event close (posted) is delivered inside that loop",
			"event close frees " + freed,
			"the loop v is over, event click goes on",
			"what waited still refers to that memory",
		}
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"live reference": {head + before + "alloc(0x1000, 64)\nhold(0x1000, 64, class=Doc)\n" + loop, told("64 bytes (a Doc), allocated by event click in event click")},
		"allocated before": {head + "# cut: 1 2 3 4 0\n" + before + "hold(0x1000, 64, class=Doc)\n" + loop,
			told("64 bytes (a Doc), allocated before the trace begins")},
		"nothing freed":                  {head + before + "alloc(0x1000, 64)\nhold(0x1000, 64)\npause(click, v)\ndeq(ok, kind=input)\nreset(v)\nend(ok)\nresume(click, v)\n", nil},
		"freed before it referred to it": {head + before + "alloc(0x1000, 64)\nfree(0x1000)\nhold(0x1000, 64)\npause(click, v)\ndeq(ok, kind=input)\nreset(v)\nend(ok)\nresume(click, v)\n", nil},
	} {
		src, err := trace.ParseText("t", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		res, err := sparsehb.Analyze(trace.Checked(src), sparsehb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range New(res, &fake{}, Options{Trace: "t"}).Crash.Story() {
			got = append(got, s.Text)
		}
		if len(got) > 0 { // the end itself is said by the signal
			got = got[:len(got)-1]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, c.want)
		}
	}
}
