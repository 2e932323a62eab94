package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func largeTextOf(t *testing.T, text string) (Source, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return openLargeText(f, "t")
}

// TestLargeText: a text that is read line by line gives what one in memory gives.
func TestLargeText(t *testing.T) {
	long := "enq(long,label=\"" + strings.Repeat("x", 200_000) + "\")\n"
	for name, text := range map[string]string{"everything": everything, "definitions": defining(), "a long line": everything + long, "no last line end": strings.TrimSpace(everything),
		"incomplete": "deq(e)\nread(x)\n", "empty": "# complete: yes\n"} {
		large, err := largeTextOf(t, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := operationsOf(toText(t, mustParse(t, text)))
		for _, src := range []Source{large, Checked(large), large} {
			runtime.GC() // the copy's file stays
			if got := operationsOf(toText(t, src)); got != want {
				line, x, y := firstDifference(want, got)
				t.Errorf("%s differs in line %d: %q and %q", name, line, x, y)
			}
		}
	}
}

var stackNumber = regexp.MustCompile(`,?stack=\d+`)

// operationsOf leaves out the definitions, which a text in memory has first, and the numbers
// of stacks, which another form numbers in another order.
func operationsOf(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") || strings.HasPrefix(line, "# complete") {
			b.WriteString(stackNumber.ReplaceAllString(line, ""))
		}
	}
	return b.String()
}

// TestLargeTextFaults: faults have their lines, those of nesting too.
func TestLargeTextFaults(t *testing.T) {
	for text, want := range map[string]string{
		"deq(e)\n\nnonsense\n":        "t:3: corrupt trace: \"nonsense\" is no operation,",
		"deq(e)\nend(f)\n":            "t:2: corrupt trace: found end(f), but what is open is the handler of e",
		"enq(e)\nenq(e)\n# stack: 1 ": "t:2: corrupt trace: found enq(e), but the event was enqueued or delivered before",
	} {
		_, err := largeTextOf(t, text)
		if err == nil || !strings.HasPrefix(err.Error(), want[:strings.IndexByte(want, ',')]) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestStringGenerations: a writer that forgets strings writes what can be read.
func TestStringGenerations(t *testing.T) {
	var b strings.Builder
	for i := range 5 * mostYoung / 2 {
		fmt.Fprintf(&b, "enq(e%d,label=\"text x%d\",class=C%d)\n", i, i%(2*mostYoung), i%1000)
	}
	src := mustParse(t, b.String())
	if got, want := toText(t, mustOpen(t, toBinary(t, src))), toText(t, src); got != want {
		line, x, y := firstDifference(want, got)
		t.Errorf("line %d: %q and %q", line, x, y)
	}
}

// TestNameIDs holds the numbering of names against a map.
func TestNameIDs(t *testing.T) {
	var d nameIDs
	want := map[string]uint32{}
	for i := range 20000 {
		name := fmt.Sprintf("%c%d", 'a'+i*i%11, i*7%3000)
		if i%13 == 0 {
			name = fmt.Sprintf("name%d.x", i%500)
		}
		id, isNew := d.number(name)
		if w, known := want[name]; known == isNew || known && w != id {
			t.Fatalf("%s is %d, new: %v; expected %d, %v", name, id, isNew, w, !known)
		}
		want[name] = id
	}
	if int(d.n) != len(want) {
		t.Errorf("%d names, expected %d", d.n, len(want))
	}
}
