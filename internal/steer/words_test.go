package steer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
	"sparseracer/internal/system"
)

// A check makes a program, or a library in one, speak words of the definition, reads
// them as the tool does, and says what was not understood. `built` is the program or the
// library.
type check func(t *testing.T, built string) error

// spoken says which check has a word: each group of the definition is somebody's.
func spoken(w steering.Word) (c check, library bool) {
	if w.Group == "verdict" && w.Text == steering.VerdictDiverged {
		return checkDivergences, false
	}
	if w.Group == "label" && w.Text == steering.LabelFreed {
		return checkRun, false
	}
	switch w.Group {
	case "head", "directive", "goal", "moment", "verdict", "input", "asks":
		return checkRun, false
	case "diverged":
		if w.Text == steering.DivergedVersion {
			return checkOtherVersion, false
		}
		return checkDivergences, false
	case "label":
		return checkLabels, false
	case "call":
		return checkCall, false
	case "report", "freed_in":
		return checkGuards, true
	case "environment":
		return checkOptions, false
	case "option":
		switch w.Text {
		case steering.OptionSteering, steering.OptionGuardSites, steering.OptionGuardReport, steering.OptionGuardKeep, steering.OptionPauseTimes:
			return checkGuards, true
		case steering.OptionPython:
			return checkPython, true
		}
		return checkOptions, false
	}
	return nil, false
}

// elsewhere are groups that other packages read, with their own tests by this one's model.
var elsewhere = map[string]string{"status": "cmd/sparseracer", "look": "internal/explore", "unrecorded": "internal/recording"}

// TestEveryWordIsSpoken: what the libraries say is understood, and with any one word
// renamed on their side it is not.
func TestEveryWordIsSpoken(t *testing.T) {
	speaker, stock := steeringtest.Speaker(t), steeringtest.Library(t, system.StockLibrary)
	for name, c := range map[string]check{"run": checkRun, "divergences": checkDivergences, "version": checkOtherVersion,
		"labels": checkLabels, "call": checkCall, "options": checkOptions} {
		if err := c(t, speaker); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, c := range []check{checkGuards, checkPython} {
		if err := c(t, stock); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range steering.Words {
		c, library := spoken(w)
		if c == nil {
			if elsewhere[w.Group] == "" {
				t.Errorf("%s %s: nobody speaks it", w.Group, w.Name)
			}
			continue
		}
		t.Run(w.Group+" "+w.Name, func(t *testing.T) {
			t.Parallel()
			from := speaker
			if library {
				from = stock
			}
			renamed := filepath.Join(t.TempDir(), filepath.Base(from))
			steeringtest.Rename(t, w, from, renamed)
			if err := c(t, renamed); err == nil {
				t.Errorf("%q was renamed, and nobody noticed", w.Text)
			}
		})
	}
}

// output runs the speaker, or another program, and gives what it prints.
func output(t *testing.T, env []string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, env...)
	out, _ := cmd.Output() // how it ended is in what it said
	return string(out)
}

// everyDirective is a schedule with every directive, for the speaker's toy loop.
func everyDirective() *Schedule {
	call := func(name string) string { return steering.LabelCall + " " + name + steering.LabelNumber + "1" }
	s := &Schedule{Format: scheduleFormat, Version: ScheduleVersion, Race: RaceInfo{ID: "w", Kind: "use-free"}, WatchdogMS: 20_000, FastTimers: true,
		Goal: Goal{Free: steering.LabelFreed + " 1 16 0000000000000000", Use: call("use")}, Expect: Expect{Use: []string{"f"}}, watch: 16}
	s.Directives = []Directive{
		{Hold: &Hold{Event: call("held"), TimeoutMS: 9000, Until: []Target{{Event: call("until")}}, Perhaps: []Target{{Event: call("never")}}}},
		{Hold: &Hold{Event: call("skipped"), TimeoutMS: 20, Perhaps: []Target{{Event: call("never")}}}},
		{Linger: &Linger{Event: call("turns"), Loop: 1, TimeoutMS: 5000, Until: []Target{{Event: call("timer")}}}},
	}
	for _, kind := range inputKinds {
		in := &Input{Event: "done " + kind, Kind: kind, Window: "W:" + kind, TimeoutMS: 1000}
		if in.byBus() {
			in.Window, in.Path, in.Member, in.Args = "", "/path", "a.Member", []string{"s:x y"}
		}
		s.Directives = append(s.Directives, Directive{Input: in})
	}
	first := s.Directives[3].Input
	first.Title, first.Which, first.Target, first.Text, first.At, first.Key = "T", "1 1 - - -", "a/b", "tx", "1 2 3", "41 0 a"
	first.InLoop, first.After, first.WaitMS = &InLoop{Event: call("use"), Nth: 1}, []Target{{Event: call("free")}}, 1
	s.Directives[4].Input.Optional, s.Directives[4].Input.OnceHeld = true, true
	return s
}

// speakWords runs a mode of the speaker under these directives, and gives what it printed and
// the file of verdicts.
func speakWords(t *testing.T, speaker, mode string, directives []byte) (printed, verdict string) {
	t.Helper()
	f, err := newFiles(t.TempDir(), directives)
	if err != nil {
		t.Fatal(err)
	}
	options, err := runtimeOptions(f, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	printed = output(t, []string{steering.EnvironmentOptions + "=" + options}, speaker, mode)
	return printed, readSome(f.verdict)
}

func checkRun(t *testing.T, speaker string) error {
	s := everyDirective()
	directives, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	printed, verdict := speakWords(t, speaker, "run", directives)
	g := parseGoals(verdict)
	var missing []string
	for _, word := range steering.Group("verdict") {
		if word != steering.VerdictDiverged && !strings.Contains(verdict, "\n"+word) {
			missing = append(missing, word)
		}
	}
	switch {
	case g.fault != nil:
		return g.fault
	case g.diverged != "" || len(missing) > 0:
		return fmt.Errorf("diverged %q, without %q", g.diverged, missing)
	case !g.useEnded || !g.bothEnded || !g.inside || !g.exited || !g.steered || !g.listened || len(g.freed) != 1 || len(g.blocks) == 0 || len(g.freers) == 0 || g.played != required(s):
		return fmt.Errorf("%+v", g)
	case !strings.Contains(verdict, questionSaid()):
		return fmt.Errorf("asked otherwise:\n%s", verdict)
	case !strings.Contains(printed, "played W:close|T|a/b|tx|1 2 3|41 0 a\n"):
		return fmt.Errorf("played %q", printed)
	}
	return nil
}

// questionSaid is what the speaker's window asks while the free's handler waits, in a loop of no input's.
func questionSaid() string {
	said := "\n" + steering.VerdictQuestion + " 0\n"
	for _, line := range [][2]string{{steering.DirectiveWindow, "W:asks"}, {steering.DirectiveTitle, "T"}, {steering.DirectiveWhich, "0 1 - - -"},
		{steering.AsksSays, "Really?"}, {steering.DirectiveTarget, "a/b"}, {steering.DirectiveText, "Yes"}, {steering.DirectiveAt, "1 2 3"}} {
		said += steering.VerdictAsks + " " + line[0] + " " + line[1] + "\n"
	}
	return said
}

func checkDivergences(t *testing.T, speaker string) error {
	directives, err := Compile(everyDirective())
	if err != nil {
		t.Fatal(err)
	}
	_, verdict := speakWords(t, speaker, "diverge", directives)
	g := parseGoals(verdict)
	if n := len(steering.Group("diverged")) - 1; g.fault != nil || strings.Count(verdict, "\n"+steering.VerdictDiverged) != n {
		return fmt.Errorf("%v\n%s", g.fault, verdict)
	}
	return nil
}

func checkOtherVersion(t *testing.T, speaker string) error {
	other := fmt.Sprintf("%s %d\n%s 1\n", steering.HeadSchedule, steering.Version+1, steering.DirectiveWatchdog)
	_, verdict := speakWords(t, speaker, "run", []byte(other))
	err := parseGoals(verdict).fault
	if !errors.Is(err, ErrRuntime) || !strings.Contains(err.Error(), fmt.Sprintf("expected version %d", steering.Version)) ||
		strings.Contains(err.Error(), "no reason of a divergence") {
		return fmt.Errorf("another version: %v", err)
	}
	return nil
}

// hashOf is the hash of a label, as the libraries make it.
func hashOf(text string) string {
	h := uint64(len(text))
	for len(text) >= 0 {
		var word uint64
		for i := 0; i < 8 && i < len(text); i++ {
			word |= uint64(text[i]) << (8 * i)
		}
		h = (h ^ word) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		if len(text) < 8 {
			break
		}
		text = text[8:]
	}
	return fmt.Sprintf("%016x", h)
}

func checkLabels(t *testing.T, speaker string) error {
	lines := strings.Split(output(t, nil, speaker, "labels"), "\n")
	open := openLabel(lines[0])
	if open == lines[0] {
		return fmt.Errorf("%q has no birth", lines[0])
	}
	lines = strings.Split(strings.TrimSpace(output(t, nil, speaker, "labels", open)), "\n")
	in := steering.LabelIn + hashOf(startUp)
	want := []string{
		steering.LabelPosted + " MetaCall Class" + steering.LabelBirth + hashOf(startUp)[:8] + ".1" + in + steering.LabelNumber + "1", "the same",
		steering.LabelTimer + " QTimer" + in + steering.LabelNumber + "1.3", steering.LabelCall + " f" + steering.LabelNumber + "1",
		steering.LabelInput + " Mouse" + steering.LabelNumber + "1", steering.LabelStray + " Mouse" + steering.LabelNumber + "1",
		steering.LabelTimer + " QTimer" + in + steering.LabelNoise + steering.LabelNumber + "1",
		steering.LabelInput + " Key" + steering.LabelIn + hashOf(steering.LabelThread+"worker"+steering.LabelIn+hashOf(in+steering.LabelNumber+"1")+steering.LabelNumber+"1") + steering.LabelNumber + "1",
	}
	if !slices.Equal(lines, want) {
		return fmt.Errorf("got\n%s\nexpected\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	return nil
}

func checkCall(t *testing.T, speaker string) error {
	in := Input{Kind: callKind, Path: "/path", Member: "a.Member"}
	for _, letter := range []string{"s", "o", "b", "i", "u", "x", "t"} {
		in.Args = append(in.Args, letter+":AZaz09_./:- %~é")
	}
	if got := strings.TrimSpace(output(t, nil, speaker, "call")); got != in.called() {
		return fmt.Errorf("%s\n%s", got, in.called())
	}
	return nil
}

func checkOptions(t *testing.T, speaker string) error {
	f := files{directives: "/d:1", verdict: "/v"}
	list, err := runtimeOptions(f, RunOptions{Record: "/t", Look: "/l", Settle: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{steering.OptionCompress, steering.OptionValues, steering.OptionFlow, steering.OptionStatus} {
		list += ":" + steering.Option(key, "1")
	}
	list += ":" + steering.Option(steering.OptionMaxSize, "5") + ":" + steering.Option(steering.OptionRing, "7") + ":" + steering.Option(steering.OptionFilters, "03") +
		":" + steering.Option(steering.OptionUnrecorded, "/u:1")
	for _, key := range []string{steering.OptionWindows, steering.OptionUnseen, steering.OptionSabotage} {
		list += ":" + steering.Option(key, "a::b,1")
	}
	env := []string{steering.EnvironmentOptions + "=" + list, steering.EnvironmentNetwork + "=80:/f"}
	got := output(t, env, speaker, "options") + output(t, env, speaker, "net")
	env[0] = steering.EnvironmentOptions + "=" + steering.Option(steering.OptionChild, "/c")
	got += output(t, env[:1], speaker, "options")
	want := "schedule /d:1 verdict /v look /l settle 1 status 1 flow 1 windows a::b,1 unseen a::b,1 sabotage a::b,1\n" +
		"trace /t child 0 follow 1 compress 1 values 1 flow 1 filters 3 unrecorded /u:1 max_size 5 ring 7\non\n" +
		"schedule  verdict  look  settle 0 status 0 flow 0 windows  unseen  sabotage \n" +
		"trace /c child 1 follow 0 compress 0 values 0 flow 0 filters -1 unrecorded  max_size 18446744073709551615 ring 0\n"
	if got != want {
		return fmt.Errorf("got\n%sexpected\n%s", got, want)
	}
	return nil
}

// checkPython: told where an interpreter keeps its functions, the library names them.
func checkPython(t *testing.T, library string) error {
	const python = "/usr/bin/python3"
	found := output(t, nil, python, "-I", "-S", "../recording/frames.py")
	needs.Have(t, "python3", found != "")
	trace := filepath.Join(t.TempDir(), "t.srt")
	list := steering.Option(steering.OptionTrace, trace) + ":" + steering.Option(steering.OptionPython, strings.TrimSpace(found))
	env := []string{"LD_PRELOAD=" + steeringtest.Library(t, system.RecorderLibrary) + ":" + library, steering.EnvironmentOptions + "=" + list}
	output(t, env, python, "-c", "def named(): return bytearray(9000)\nnamed()")
	if data, err := os.ReadFile(trace); err != nil || !bytes.Contains(data, []byte("python:named:<string>")) {
		return fmt.Errorf("no function of the script is named (%v)", err)
	}
	return nil
}

// TestChildrenGet: what confirm puts before a program stays with it, and what the user has
// put there is the children's, too.
func TestChildrenGet(t *testing.T) {
	speaker := steeringtest.Speaker(t)
	for list, want := range map[string]string{
		"libclang_rt.asan-x86_64.so:/x/libsparserec.so:/x/speaker:/u/libsparserec.so:libasan.so.8": "/u/libsparserec.so:libasan.so.8",
		"libasan.so.8:/x/libsparsenet.so:/x/libsparserec.so:/x/speaker":                            "/x/libsparsenet.so",
		"/x/libsparserec.so:/x/speaker libmine.so":                                                 "/x/libsparserec.so:libmine.so",
		"/x/speaker:/x/no-libasan.so":                                                              "/x/no-libasan.so",
		"":                                                                                         "",
	} {
		if got := output(t, nil, speaker, "children", list); got != want+" " {
			t.Errorf("%q leaves %q, want %q", list, got, want)
		}
	}
}

// TestOnceHeld: an input that waits for a hold is played when that has its event, not before.
func TestOnceHeld(t *testing.T) {
	s := &Schedule{Format: scheduleFormat, Version: ScheduleVersion, Race: RaceInfo{ID: "w", Kind: "use-free"}, WatchdogMS: 20_000,
		Goal: Goal{Free: "free", Use: "use"}, Expect: Expect{Use: []string{"f"}}}
	s.Directives = []Directive{
		{Hold: &Hold{Event: steering.LabelCall + " held" + steering.LabelNumber + "1", TimeoutMS: 9000, Until: []Target{{Event: "free"}}}},
		{Input: &Input{Event: "press", Kind: steering.InputPress, Window: "W", At: "1 2 3", TimeoutMS: 1000, OnceHeld: true}},
	}
	directives, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	if printed, verdict := speakWords(t, steeringtest.Speaker(t), "once", directives); !strings.HasPrefix(printed, "then played W|") {
		t.Errorf("%q\n%s", printed, verdict)
	}
}

// TestSinceStart: the first input says how long the program's loop had been running.
func TestSinceStart(t *testing.T) {
	if got := output(t, nil, steeringtest.Speaker(t), "since"); got != "1 " {
		t.Errorf("%q", got)
	}
}

// checkGuards runs a program in which something goes wrong, and reads the reports.
func checkGuards(t *testing.T, library string) error {
	program, dir := steeringtest.Guarded(t), t.TempDir()
	options := func(g *Guard, how string) string { return g.option(filepath.Join(dir, how), false) }
	run := func(how, options string) *Report {
		output(t, []string{"LD_PRELOAD=" + library, steering.EnvironmentOptions + "=" + options}, program, how)
		paths, _ := filepath.Glob(filepath.Join(dir, how) + ".*")
		if len(paths) != 1 {
			return &Report{}
		}
		defer os.Remove(paths[0])
		if list := ParseReports(readSome(paths[0])); len(list) == 1 {
			return &list[0]
		}
		return &Report{}
	}
	first := run("use", options(&Guard{}, "use"))
	if first.Kind != otherFault || len(first.Refers) == 0 || !first.Guarded || !first.Filled {
		return fmt.Errorf("the first fault: %+v", first)
	}
	g := &Guard{Sites: first.Refers}
	for how, want := range map[string]Report{
		"use": {Kind: guardedUse, Access: "READ", FreedIn: inTheFree}, "write": {Kind: guardedUse, Access: "WRITE", FreedIn: inTheFree},
		"loop": {Kind: guardedUse, Access: "READ", FreedIn: inUsesLoop}, "twice": {Kind: steering.ReportTwice, FreedIn: inTheFree},
		"stack": {Kind: stackFree}, "abort": {Kind: steering.ReportAbort},
	} {
		r := run(how, options(g, how))
		summary := steering.ReportSummary + want.Kind + "\n"
		if r.Kind != want.Kind || r.Access != want.Access || r.FreedIn != want.FreedIn || !r.Guarded || !strings.HasSuffix(r.Text, summary) {
			return fmt.Errorf("%s: %+v", how, r)
		}
		if want.FreedIn != "" && (len(r.Free) == 0 || len(r.Alloc) == 0 || (CodePlace{filepath.Base(r.Alloc[0].Module), r.Alloc[0].Offset + 1}) != g.Sites[0]) {
			return fmt.Errorf("%s: %+v", how, r)
		}
		if want.Access != "" && (r.Size != 1 || !strings.Contains(r.Use[0].Function, "guarded"+steering.ReportFunction)) {
			return fmt.Errorf("%s: %+v", how, r)
		}
	}
	times := filepath.Join(dir, "times")
	kept := run("use", (&Guard{}).option(filepath.Join(dir, "use"), true)+":"+steering.Option(steering.OptionPauseTimes, times))
	if _, err := os.Stat(times); err != nil || kept.Kind != "" {
		return fmt.Errorf("kept, and timed: %+v, %v", kept, err)
	}
	if r := run("use", steering.Option(steering.OptionSteering, fmt.Sprint(steering.Version+1))+":"+options(g, "use")); r.Kind != "" {
		return fmt.Errorf("another version: %+v", r)
	}
	return nil
}

// TestLimits: the libraries have as much room as the tool asks of them; what is at every
// limit is read.
func TestLimits(t *testing.T) {
	speaker := steeringtest.Speaker(t)
	var got []string
	for scan := bufio.NewScanner(strings.NewReader(output(t, nil, speaker, "limits"))); scan.Scan(); {
		got = append(got, scan.Text())
	}
	want := []string{"label " + strconv.Itoa(labelMax), "holds " + strconv.Itoa(holdsMax), "untils " + strconv.Itoa(untilMax),
		"inputs " + strconv.Itoa(inputsMax), "afters " + strconv.Itoa(aftersMax), "wait_ms " + strconv.Itoa(waitMax),
		"says " + strconv.Itoa(steering.MostSays), "sites " + strconv.Itoa(guardMax), "module " + strconv.Itoa(moduleMax), "lingers " + strconv.Itoa(steering.MostLingers)}
	in := &Input{Kind: "close"}
	for _, f := range in.fields() {
		want = append(want, f.name+" "+strconv.Itoa(f.most))
	}
	sort.Strings(got)
	sort.Strings(want)
	if !slices.Equal(got, want) {
		t.Errorf("the libraries' limits\n%q\nthe tool's\n%q", got, want)
	}
	s := everyDirective()
	text := func(n int) string { return strings.Repeat("x", n) }
	s.Directives = nil
	for i := range holdsMax {
		h := &Hold{Event: fmt.Sprint(i, text(labelMax-3)), TimeoutMS: waitMax}
		for range untilMax {
			h.Until = append(h.Until, Target{Event: text(labelMax)})
		}
		s.Directives = append(s.Directives, Directive{Hold: h})
	}
	for i := range inputsMax {
		in := &Input{Event: "e", Kind: "press", Window: text(127), TimeoutMS: waitMax}
		if i == 0 {
			in.Title, in.Which, in.Target, in.Text, in.At, in.Key, in.WaitMS = text(127), text(383), text(383), text(127), text(95), text(127), waitMax
			for range aftersMax {
				in.After = append(in.After, Target{Event: "e"})
			}
		}
		s.Directives = append(s.Directives, Directive{Input: in})
	}
	s.WatchdogMS = waitMax
	directives, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, verdict := speakWords(t, speaker, "limits", directives); verdict != steeringtest.Verdict("exit\n") {
		t.Errorf("a schedule at every limit: %s", verdict)
	}
}
