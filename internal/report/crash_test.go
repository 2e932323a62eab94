package report

import (
	"bytes"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// TestCrash: a recording whose program ended by its own fault begins with that. One that
// somebody killed, or that ended in order, does not.
func TestCrash(t *testing.T) {
	const session = "enterloop\ndeq(click, kind=input)\nalloc(0x1000, 64)\npause(click, v)\ndeq(ok, kind=input)\nfree(0x1000)\n" +
		"reset(v)\nend(ok)\nresume(click, v)\n"
	for _, c := range []struct{ head, tail, first string }{
		{"# complete: no\n# signal: 11\n", "read(0x1008, 8)\n", "The program crashed (SIGSEGV) in event click, in the handler of event click (input); it used memory that event ok had freed"},
		{"# complete: no\n", "read(0x1008, 8)\n", "The program crashed in event click"},
		{"# complete: no\n# signal: 6\n", "read(0x2008, 8)\n", "The program crashed (SIGABRT)"},
		{"# complete: no\n# signal: 11\n", "alloc(0x1000, 8)\nread(0x1000, 8)\n", "The program crashed (SIGSEGV)"},
		{"# complete: no\n# signal: 11\n", "pause(click, w)\ndeq(key, kind=input)\nread(0x1008, 8)\n", "The program crashed (SIGSEGV) in event key, in the handler of event key (input), inside loop w of event click; it used"},
		{"# complete: no\n# signal: 9\n", "read(0x2008, 8)\n", "no races"},
		{"", "end(click)\n", "no races"},
	} {
		src, err := trace.ParseText("t", []byte(c.head+session+c.tail))
		if err != nil {
			t.Fatal(err)
		}
		res, err := sparsehb.Analyze(trace.Checked(src), sparsehb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := New(res, &fake{}, Options{Trace: "t"}).Text(&out, Style{Width: 400}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(strings.ReplaceAll(out.String(), "\n", " "), c.first) {
			t.Errorf("%s%s: begins with %.300s\nwant %s", c.head, c.tail, out.String(), c.first)
		}
	}
}
