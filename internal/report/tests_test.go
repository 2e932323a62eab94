package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// tested is a recording of a QtTest: two functions, one of them with two rows. In the second
// row the test waits in a loop of its own and goes on with what a timer of it may free; code
// after the tests is start-up code like any other.
const tested = `# loop: exact
# main: spins
deq(main, kind=env)
enq(t1, kind=env, type=Test, test=initTestCase)
drop(t1)
enq(t2, kind=env, type=Test, test="loads(one file)")
alloc(0x9000, 8)
free(0x9000, 8)
drop(t2)
enq(t3, kind=env, type=Test, test="loads(two files)")
alloc(0x7000, 16)
enq(timer, kind=timer, class=Window, interval=20)
pause(main, v1, what="QCoreApplication::processEvents")
resume(main, v1)
write(0x7000, 4)
pause(main, v2, what="QCoreApplication::processEvents")
deq(timer, kind=timer)
free(0x7000, 16)
end(timer)
resume(main, v2)
drop(t3)
alloc(0xa000, 8)
end(main)
`

func testedReport(t *testing.T) *Report {
	t.Helper()
	src, err := trace.ParseText("tested.trace", []byte(tested))
	if err != nil {
		t.Fatal(err)
	}
	result, err := sparsehb.Analyze(src, sparsehb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(result, &fake{}, Options{Trace: "tested.trace"})
}

// TestTestFunctions: what a test function does is told by its name and row, in the text and in
// the JSON; the order knows nothing of it.
func TestTestFunctions(t *testing.T) {
	r := testedReport(t)
	if len(r.Reported()) != 1 {
		t.Fatalf("%d races, expected one", len(r.Reported()))
	}
	var text, js bytes.Buffer
	if err := r.Text(&text, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"test function loads(two files) starts\n", "test function loads(two files) spins the nested loop v1",
		"timer to Window, 20 ms, in test loads(two files)", "started by test function loads(two files)",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), strings.TrimSpace(want)) {
			t.Errorf("the report has no %q:\n%s", want, text.String())
		}
	}
	for _, wrong := range []string{"start-up code", "one file", "initTestCase"} {
		if strings.Contains(text.String(), wrong) {
			t.Errorf("the report has %q:\n%s", wrong, text.String())
		}
	}
	if err := r.JSON(&js); err != nil {
		t.Fatal(err)
	}
	type place struct{ Test string }
	var out struct {
		Races []struct{ Use, Free, Alloc, Loop place }
	}
	if err := json.Unmarshal(js.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	for i, p := range []place{out.Races[0].Use, out.Races[0].Free, out.Races[0].Alloc, out.Races[0].Loop} {
		if p.Test != "loads(two files)" {
			t.Errorf("place %d is in test %q", i, p.Test)
		}
	}
}

// TestTestBounds: an operation is in the function that was begun last and is not over.
func TestTestBounds(t *testing.T) {
	b := &builder{tests: []testRun{{"first", 10, 20}, {"second", 30, sparsehb.NoOp}}}
	for op, want := range map[uint64]string{0: "", 9: "", 10: "first", 19: "first", 20: "", 29: "", 30: "second", 1000: "second", sparsehb.NoOp: ""} {
		if got := b.testAt(op); got != want {
			t.Errorf("operation %d is in %q, expected %q", op, got, want)
		}
	}
}
