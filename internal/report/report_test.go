package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

func textOf(t *testing.T, r *Report, s Style) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Text(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func idOf(in *input, sym symbols.Symbolizer) string {
	return New(in.result, sym, Options{}).Races[0].ID
}

func TestFingerprint(t *testing.T) {
	base := idOf(nested(t), editor())
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(base) {
		t.Fatalf("id %q", base)
	}
	data, err := os.ReadFile("testdata/nested.trace")
	if err != nil {
		t.Fatal(err)
	}
	with := func(sym *fake, replace ...string) string {
		in := parse(t, "changed", []byte(strings.NewReplacer(replace...).Replace(string(data))))
		in.race(sparsehb.UseFree, 12, 16, 1, "ask")
		return idOf(in, sym)
	}
	rebuilt := editor()
	rebuilt.frames[0x1500][1].Line++
	cloned := editor()
	cloned.frames[0x1600][0].Function += " [clone .isra.0]"
	renamed := editor()
	renamed.frames[0x1600][0].Function = "Document::shut()"
	moved := editor()
	moved.frames[0x1600][0].File = "other.cpp"
	for name, c := range map[string]struct {
		id   string
		same bool
	}{
		"address":          {with(editor(), "0x7000", "0x8880"), true},
		"pid":              {with(editor(), "4711", "12"), true},
		"names of events":  {with(editor(), "click", "e7", "reload", "e9"), true},
		"line":             {with(rebuilt), true},
		"clone suffix":     {with(cloned), true},
		"function":         {with(renamed), false},
		"file":             {with(moved), false},
		"kind of event":    {with(editor(), "enq(reload,", "enq(reload, kind=timer,"), false},
		"type of event":    {with(editor(), "MetaCall", "Quit"), false},
		"class of handler": {with(editor(), `"Document"`, `"View"`), false},
	} {
		if (c.id == base) != c.same {
			t.Errorf("another %s: id %s beside %s, want the same: %v", name, c.id, base, c.same)
		}
	}
	in := load(t, "nested")
	in.race(sparsehb.UseFree, 12, 16, 1, "")
	if idOf(in, editor()) == base {
		t.Error("with and without nested loop have one id")
	}
}

// In a trace without functions the names that its author chose tell races
// apart, and a read-write race is the same whichever access came first.
func TestFingerprintOfNamedTraces(t *testing.T) {
	id := func(first, second, location string) string {
		in := parse(t, "named", fmt.Appendf(nil, `deq(%s)
write(%s)
end(%[1]s)
deq(%[3]s)
write(%[2]s)
end(%[3]s)
`, first, location, second))
		in.race(sparsehb.ReadWrite, 1, 4, -1, "")
		return idOf(in, &fake{})
	}
	if id("a", "b", "x") != id("b", "a", "x") {
		t.Error("the order of the recording is part of the id")
	}
	if id("a", "b", "x") == id("a", "c", "x") || id("a", "b", "x") == id("a", "b", "y") {
		t.Error("names are no part of the id")
	}
}

func TestMergeKeepsFilteredApart(t *testing.T) {
	in := load(t, "nested")
	x := in.race(sparsehb.UseFree, 12, 16, 1, "ask")
	x.Filtered, x.Filter = "benign", "FB"
	in.race(sparsehb.UseFree, 13, 16, 1, "ask").Pairs = 5
	r := New(in.result, editor(), Options{All: true})
	if len(r.Races) != 2 || r.Races[0].Filtered != "" || r.Races[0].Pairs != 5 || r.Races[0].First.Operation != 13 {
		t.Errorf("%+v", r.Races[0])
	}
	if f := r.Races[1]; f.Filtered != "benign" || f.Pairs != 1 || f.First.Operation != 12 || f.ID == r.Races[0].ID {
		t.Errorf("%+v", f)
	}
	if len(r.Races[0].Story().Steps) == 0 || len(r.Races[0].Sources) != 1 {
		t.Errorf("%+v", r.Races[0])
	}
}

func TestSuppress(t *testing.T) {
	r := New(nested(t).result, editor(), Options{Trace: "t", Suppress: func(r *Race) string { return "known: " + r.Kind }})
	if r.Suppressed != 1 || len(r.Reported()) != 0 || len(r.Listed()) != 0 || r.Races[0].Filtered != "known: use-free" {
		t.Fatalf("%+v", r)
	}
	text := textOf(t, r, Style{})
	if !strings.HasPrefix(text, "no races\n") || !strings.Contains(text, "1 race is filtered (1 by suppressions), not listed.") ||
		!strings.HasSuffix(text, "next: sparseracer analyze t --all\n") {
		t.Error(text)
	}
}

func TestFind(t *testing.T) {
	r := &Report{Trace: "t", Races: []*Race{{ID: "aa11"}, {ID: "aa1"}, {ID: "b2"}}}
	for id, want := range map[string]string{"aa1": "aa1", "aa11": "aa11", "b": "b2", "a": "", "": "", "c": "", "b22": ""} {
		race, err := r.Find(id)
		if (err == nil) != (want != "") || err == nil && race.ID != want {
			t.Errorf("%q: %+v, %v, want %q", id, race, err, want)
		}
	}
}

func TestCleanResult(t *testing.T) {
	in := load(t, "plain")
	in.result.Meta.Command = []string{"./my app", "--fast"}
	text := textOf(t, New(in.result, &fake{}, Options{Trace: "plain.trace"}), Style{})
	want := `no races
Looked at 12 operations, 3 events, 3 blocks and 0 nested loops: 0 unordered
use/free pairs, 0 of them benign.

next: sparseracer record -- './my app' --fast
`
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestWarnings(t *testing.T) {
	const events = "deq(a)\nend(a)\ndeq(b)\nend(b)\n"
	for _, c := range []struct{ text, headline, want string }{
		{"# lost: 7\n" + events, "no answer: events, allocations or frees were lost", "warning: 7 operations were lost"},
		{"# lost: 7 read=3 write=4\n" + events, "no races in what was recorded", "warning: 7 operations were lost"},
		{"# complete: no\n" + events, "no races in what was recorded", "warning: the recording is incomplete"},
		{"# stopped: disk\n" + events, "no answer: the recording stopped before the program did", "warning: the recording stopped before the program did: the disk was full"},
		{"alloc(x)\n", "no answer: no event of a loop was recorded", "warning: no event loop was seen"},
		{"alloc(x)\nenq(a)\ndeq(a, thread=1)\npause(a, v, thread=1)\nresume(a, v, thread=1)\nend(a, thread=1)\n", "no answer: the first thread, which is looked at, delivered no event",
			"warning: no event loop of the first thread was seen: other threads delivered 1 event"},
		{"deq(main)\npause(main, v)\nresume(main, v)\nend(main)\n", "no answer: no event of a loop was recorded", "warning: no event loop was seen"},
	} {
		r := New(parse(t, "t", []byte(c.text)).result, &fake{}, Options{})
		lines := strings.SplitN(textOf(t, r, Style{Width: 200}), "\n", 3)
		if lines[0] != c.headline || !strings.HasPrefix(lines[1], c.want) {
			t.Errorf("%q starts with %q, want %q, %q", c.text, lines[:2], c.headline, c.want)
		}
		if len(r.Warnings) != 1 {
			t.Errorf("%q: warnings %q", c.text, r.Warnings)
		}
	}
	in := nested(t)
	in.result.DroppedEdges = 2
	if w := New(in.result, editor(), Options{}).Warnings; len(w) != 1 || !strings.Contains(w[0], "2 conclusions were dropped") {
		t.Errorf("%q", w)
	}
}

// TestUnlooked: a thread whose loop was not looked at is named, and its events count as not looked at.
func TestUnlooked(t *testing.T) {
	in := parse(t, "t", []byte("deq(a)\nend(a)\nenq(b, poster=indexer, thread=1)\ndeq(b, thread=1)\nend(b, thread=1)\n"))
	in.result.Unlooked = []trace.ThreadID{1}
	r := New(in.result, &fake{}, Options{})
	text := strings.Join(strings.Fields(textOf(t, r, Style{})), " ")
	if !strings.HasPrefix(text, "no races in what was looked at warning: no race in the loop of thread 1 \"indexer\" was looked for: more memory is needed than allowed.") ||
		!strings.Contains(text, "other threads delivered 1: the handlers of these are not looked at") {
		t.Errorf("the report begins with %.400q", text)
	}
}

// TestCutShort: a report of an order that was cut short says so first, and never "no races"
// alone; JSON says from where on.
func TestCutShort(t *testing.T) {
	for _, c := range []struct {
		to         uint64
		want, json string
	}{
		{sparsehb.NoOp, "warning: the order of events takes too many steps to find all of it, so some pairs may be ordered after all.", `"order_cut_short":{"from":null}`},
		{2, "warning: the order of events takes too many steps to find all of it: from operation 2 on hardly any was looked for, so some pairs may be ordered after all.", `"order_cut_short":{"from":2}`},
	} {
		in := parse(t, "t", []byte("deq(a)\nend(a)\ndeq(b)\nend(b)\n"))
		in.result.CutShort, in.result.OrderedTo = true, c.to
		r := New(in.result, &fake{}, Options{})
		text := strings.Join(strings.Fields(textOf(t, r, Style{})), " ")
		if !strings.HasPrefix(text, "no races in what was recorded "+c.want) {
			t.Errorf("the report begins with %.300q", text)
		}
		var b bytes.Buffer
		if err := r.JSON(&b); err != nil {
			t.Fatal(err)
		}
		if text = strings.Join(strings.Fields(b.String()), ""); !strings.Contains(text, c.json) {
			t.Errorf("%s is not in %s", c.json, text)
		}
	}
}

// Whatever a trace calls things, a terminal gets no control characters and a
// shell no words but one.
func TestHostileNames(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u202egnp\u009b31m\r\n\xff\x00\u2028\U000e0041"
	in := nested(t)
	tables := *in.result.Tables
	tables.Events, tables.Loops = trace.Names{}, trace.NamesOf(evil)
	for i := range in.result.Tables.Events.Len() {
		name := in.result.Tables.Events.At(i)
		if i == 1 {
			name = "click" + evil
		}
		tables.Events.Add(name)
	}
	in.result.Tables = &tables
	in.result.Events[1].Attrs = trace.AttrsOf(trace.Attr{Key: "class", Value: evil}, trace.Attr{Key: "type", Value: evil}, trace.Attr{Key: "name", Value: evil}, trace.Attr{Key: "label", Value: evil})
	in.result.Meta.Command = []string{evil}
	sym := editor()
	sym.frames[0x1500][1] = symbols.Frame{Function: evil, File: "/" + evil, Line: 3}
	sym.notes = []string{evil}
	r := New(in.result, sym, Options{Trace: "-" + evil + "'; rm x"})
	r.Races[0].Filtered = evil
	r.All = true
	var explain, json, info bytes.Buffer
	if err := r.Explain(&explain, r.Races[0].ID, Style{Sources: true}); err != nil {
		t.Fatal(err)
	}
	if err := r.JSON(&json); err != nil {
		t.Fatal(err)
	}
	s := &Stats{Trace: evil, Kinds: map[string]uint64{}, Command: []string{evil}, Modules: []ModuleStats{{evil, evil, "0x0"}}}
	if err := WriteInfo(&info, evil, s); err != nil {
		t.Fatal(err)
	}
	var order bytes.Buffer
	if err := OrderText(&order, in.result.Order, &tables, false); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"text": textOf(t, r, Style{}), "explain": explain.String(), "json": json.String(), "info": info.String(), "order": order.String(),
	} {
		if !utf8.ValidString(text) {
			t.Errorf("%s: no UTF-8", name)
		}
		for _, c := range text {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Errorf("%s: %U got through", name, c)
			}
		}
	}
	v := decode(t, json.Bytes())
	same(t, v, strings.ToValidUTF8("click"+evil, "\ufffd"), "races", 0, "use", "event")
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"a/b-1.srt": "a/b-1.srt", "": "''", "my trace": "'my trace'", "it's": `'it'\''s'`, "$(x)": "'$(x)'", "~": "'~'",
		"a\nb'\\": `$'a\012b\'\\'`, "\x1b": `$'\033'`, "größe": "'größe'", "\xff": `$'\377'`,
	} {
		if got := quote(in); got != want {
			t.Errorf("quote(%q) is %s, want %s", in, got, want)
		}
	}
	if got := command("explain", "-t", "id"); got != "sparseracer explain ./-t id" {
		t.Errorf("a trace that looks like a flag: %s", got)
	}
}

func TestWidth(t *testing.T) {
	for _, width := range []int{0, 40, 100} {
		text := textOf(t, New(nested(t).result, editor(), Options{Trace: "t"}), Style{Width: width})
		for _, line := range strings.Split(text, "\n") {
			words := strings.Fields(line)
			if n := utf8.RuneCountInString(line); n > max(width, 80) && width != 40 && !strings.Contains(line, "#") {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			} else if width == 40 && n > 40 && len(words) > 1 && !strings.Contains(line, "#") &&
				!strings.HasPrefix(line, "next:") && !strings.HasPrefix(line, "      sparseracer") {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			}
		}
	}
}

func TestUseColour(t *testing.T) {
	for _, c := range []struct {
		flag, no       string
		terminal, want bool
	}{
		{"", "", true, true}, {"", "", false, false}, {"auto", "1", true, false},
		{"always", "1", false, true}, {"never", "", true, false},
	} {
		if got, err := UseColour(c.flag, c.no, c.terminal); got != c.want || err != nil {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	if _, err := UseColour("red", "", true); err == nil {
		t.Error("--color=red is accepted")
	}
	if strings.Contains(textOf(t, New(nested(t).result, editor(), Options{}), Style{}), "\x1b") {
		t.Error("colour that nobody asked for")
	}
}

func TestSourceLines(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	short := "one\n\ttwo \x1b[2J\nthree\nfour\n"
	for _, c := range []struct{ path, want string }{
		{write("a.cpp", short), "> 2 |     two \\x1b[2J"},
		{write("key", short), ""},
		{write("big.c", short+strings.Repeat("x", maxSource)), ""},
		{write("binary.c", short+"\x00"), ""},
		{dir + "/gone.c", ""},
		{"a.cpp", ""},
	} {
		sym := editor()
		sym.frames[0x1500][1].File, sym.frames[0x1500][1].Line = c.path, 2
		text := textOf(t, New(nested(t).result, sym, Options{}), Style{Sources: true})
		if got := strings.Contains(text, " | "); got != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%s: want %q in\n%s", c.path, c.want, text)
		}
		if strings.Contains(text, "four") {
			t.Errorf("%s: lines far away are quoted", c.path)
		}
		if text := textOf(t, New(nested(t).result, sym, Options{}), Style{}); strings.Contains(text, " | ") {
			t.Errorf("%s: source lines that nobody asked for", c.path)
		}
	}
}

// A stack whose parents run in a circle, or point nowhere, ends.
func TestBrokenStacks(t *testing.T) {
	in := nested(t)
	tables := *in.result.Tables
	tables.Stacks = append([]trace.Stack{}, tables.Stacks...)
	tables.Stacks[7].Parent = 7
	tables.Stacks[9].Parent = 1 << 30
	in.result.Tables = &tables
	r := New(in.result, editor(), Options{})
	if n := len(r.Races[0].First.Stack); n != 2 {
		t.Errorf("%d frames of the circle, want its one place", n)
	}
}

func TestOneBatch(t *testing.T) {
	sym := editor()
	New(nested(t).result, sym, Options{})
	if sym.asked != 1 {
		t.Errorf("the symbolizer was asked %d times", sym.asked)
	}
}

func TestTooManyBlocks(t *testing.T) {
	var b bytes.Buffer
	for i := range maxOrderBlocks + 1 {
		fmt.Fprintf(&b, "deq(e%d)\nend(e%[1]d)\n", i)
	}
	in := parse(t, "many", b.Bytes())
	b.Reset()
	var tooMany *TooManyBlocks
	for _, f := range []func() error{
		func() error { return OrderJSON(&b, in.result.Order, in.result.Tables, false) },
		func() error { return OrderText(&b, in.result.Order, in.result.Tables, false) },
	} {
		if err := f(); !errors.As(err, &tooMany) || tooMany.Blocks != maxOrderBlocks+1 || b.Len() > 0 {
			t.Errorf("%v, %d bytes written", err, b.Len())
		}
	}
	if err := OrderJSON(&b, in.result.Order, in.result.Tables, true); err != nil {
		t.Fatal(err)
	}
	if n := len(field(t, decode(t, b.Bytes()), "blocks").([]any)); n != maxOrderBlocks+1 {
		t.Errorf("forced: %d blocks", n)
	}
}

// Places with the same frames for their headings are one, whoever called them.
func TestPlaces(t *testing.T) {
	in := nested(t)
	r := &in.result.Races[0]
	r.Places = append(r.Places, sparsehb.Place{First: 5, Second: 9, Pairs: 3})
	report := New(in.result, editor(), Options{Trace: "t"})
	var b bytes.Buffer
	if err := report.Explain(&b, report.Races[0].ID, Style{Width: 200}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Source places (read, then free):\n    2 pairs: Document::title() const /home/dev/editor/document.cpp:51:9 / Document::close() /home/dev/editor/document.cpp:60\n    3 pairs: ",
	} {
		if oneLine := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(oneLine, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("want %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := report.JSON(&b); err != nil {
		t.Fatal(err)
	}
	v := decode(t, b.Bytes())
	same(t, v, 2, "races", 0, "places", 0, "pairs")
	same(t, v, "Document::title() const", "races", 0, "places", 0, "first", "function")
	same(t, v, "Document::close()", "races", 0, "places", 1, "second", "function")
	same(t, v, 3, "races", 0, "places", 1, "pairs")
}

// A sentence that starts with a function keeps the function's name as it is.
func TestFunctionNamesKeepTheirCase(t *testing.T) {
	sym := editor()
	sym.frames[0x1500][1].Function = "title"
	if text := textOf(t, New(nested(t).result, sym, Options{}), Style{}); !strings.Contains(text, "\n  title (document.cpp:51) uses") {
		t.Error(text)
	}
}
