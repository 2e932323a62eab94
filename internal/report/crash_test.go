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
		{"# complete: no\n# signal: 11\n", "pause(own, w, thread=1)\nread(0x1008, 8)\n", "The program crashed (SIGSEGV) in event click, in the handler of event click (input); it used"},
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

// TestAlike: two runs of a program crash alike though its events have other numbers; not if another
// handler crashes, by another signal, or inside another loop.
func TestAlike(t *testing.T) {
	alike := func(signal, handler, loop, n string) string {
		text := "# complete: no\n# signal: " + signal + "\nenterloop\ndeq(e" + n + ", kind=input, type=Close)\npause(e" + n + ", v" + n + ", what=" + loop + ")\n" +
			"deq(f" + n + ", kind=" + handler + ")\nread(0x1000, 8)\n"
		src, err := trace.ParseText("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		res, err := sparsehb.Analyze(trace.Checked(src), sparsehb.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c := New(res, &fake{}, Options{Trace: "t"}).Crash
		if c == nil || !strings.Contains(c.Text(), "f"+n) {
			t.Fatalf("%+v", c)
		}
		return c.Alike()
	}
	first := alike("11", "timer", "QMenu", "1")
	if again := alike("11", "timer", "QMenu", "2"); again != first {
		t.Errorf("%q, and %q", first, again)
	}
	for _, other := range []string{alike("6", "timer", "QMenu", "1"), alike("11", "input", "QMenu", "1"), alike("11", "timer", "QDialog", "1")} {
		if other == first {
			t.Errorf("%q twice", first)
		}
	}
}
