package steer

import (
	"encoding/xml"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sparseracer/sparsehb"
)

// TestClosing: methods without arguments that close or quit, whatever the interface.
func TestClosing(t *testing.T) {
	const text = `<node>
  <interface name="org.qtproject.Qt.QWidget">
    <method name="close"><arg type="b" direction="out"/></method>
    <method name="setFocus"/>
  </interface>
  <interface name="org.example.App">
    <method name="Quit"/>
    <method name="quit"><arg type="i" direction="in"/></method>
    <method name="close"><arg type="s"/></method>
    <method name="closed"/>
  </interface>
  <node name="below"/>
</node>`
	var n node
	if err := xml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	want := []Call{{"/app", "org.qtproject.Qt.QWidget.close"}, {"/app", "org.example.App.Quit"}}
	if got := n.closing("/app"); !reflect.DeepEqual(got, want) || len(n.Nodes) != 1 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestDeriveByCall: such a race has a schedule for each call, and none without one.
func TestDeriveByCall(t *testing.T) {
	f := viewer()
	p := viewerRace(f, "abc")
	p.Race.By = sparsehb.ByCall
	if _, _, err := deriveAll(f.res, f, p, DeriveOptions{}, nil); err == nil || !strings.Contains(err.Error(), "no D-Bus call that closes it") {
		t.Errorf("without a call: %v", err)
	}
	calls := []Call{{"/a", "b.close"}, {"/a", "b.quit"}, {"/c", "b.quit"}}
	s, instead, err := deriveAll(f.res, f, p, DeriveOptions{}, calls)
	if err != nil || s == nil || len(instead) != 2 {
		t.Errorf("%v, %d others, %v", s, len(instead), err)
	}
	p.Race.By = sparsehb.ByPerson
	if _, instead, err := deriveAll(f.res, f, p, DeriveOptions{}, calls); err != nil || len(instead) != 0 {
		t.Errorf("of a person's: %d others, %v", len(instead), err)
	}
}

// TestInstead: where the first schedule does not show the race, the others are tried in
// turn, and the one that does becomes the schedule; a brief one is run alone.
func TestInstead(t *testing.T) {
	b := programs(t)
	f := viewer()
	p := viewerRace(f, "abc")
	s, err := Derive(f.res, f, p, DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	without, other := *s, *s
	without.Directives = []Directive{{Hold: &Hold{Event: "L9", Until: []Target{{Event: "L3"}}, TimeoutMS: 5}}} // the fake crashes if L2 is held
	other.Directives = slices.Clone(s.Directives)
	for _, brief := range []bool{false, true} {
		c := &runner{p: &program{path: b.clang}, argv: []string{b.clang, "held"}, races: 1,
			opt: Options{Brief: brief, RunOptions: RunOptions{Env: []string{}, Lib: b.lib, Scratch: t.TempDir()}}}
		v := &Verdict{ID: "abc", Counts: map[Status]int{}, Reasons: map[Status]string{}}
		first := without
		tk := &task{v: v, s: &first, instead: []*Schedule{&without, &other}}
		if err := c.run(t.Context(), []*task{tk}); err != nil || (v.Status == Confirmed) == brief || slices.Equal(heldLabels(tk.s), []string{"L2"}) == brief {
			t.Errorf("brief %v: %v: %v, held %v", brief, err, v, heldLabels(tk.s))
		}
		if brief && v.Runs != 1 {
			t.Errorf("%d runs of one race", v.Runs)
		}
	}
}

// TestWhileStarting: a program that works on its start is waited for as long again as one that waits.
func TestWhileStarting(t *testing.T) {
	const wait = 200 * time.Millisecond
	for script, least := range map[string]time.Duration{"exec sleep 600": wait, "while :; do :; done": 2*wait - pollEvery} {
		cmd := exec.Command("sh", "-c", script)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		ctx, cancel := (&caller{group: cmd.Process.Pid}).whileStarting(t.Context(), wait)
		<-ctx.Done()
		if took := time.Since(begun); took < least {
			t.Errorf("%s: waited %v, want at least %v", script, took, least)
		}
		cancel()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}
