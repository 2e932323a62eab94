package steer

import (
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

var guardReport = steeringtest.Expand(`==7==<report.headline><report.use> on address 0x7f2f3ae00040
<report.write><report.size>1 at 0x7f2f3ae00040, 64 bytes inside of a block of 72 bytes
    #0 0x7f7f470ece41 in libQt5Core.so.5<report.function>2ecdd0 (/lib/x86_64-linux-gnu/libQt5Core.so.5+0x2ece41)
    #1 0x560d213459a6 in app<report.function>3720 (/opt/app+0x39a6)

<report.freed>T0 here:
    #0 0x7f7f470dd4fe in libQt5Core.so.5<report.function>2dd4b0 (/lib/x86_64-linux-gnu/libQt5Core.so.5+0x2dd4fe)

<report.allocated>T0 here:
    #0 0x560d2134531f in app<report.function>32f0 (/opt/app+0x331f)

<report.summary><report.use>
`)

// TestGuardedFinding: only a fault in the predicted memory, by a holder, after the bad
// order, proves the race; and only the delete of what waits, in the predicted free.
func TestGuardedFinding(t *testing.T) {
	stack := strings.NewReplacer(guardedUse, stackFree).Replace(guardReport)
	freedThere := strings.Replace(guardReport, steering.ReportFreed+"T0 ", steering.ReportFreed+"T0 ["+steering.FreedInFree+"] ", 1)
	freedInLoop := strings.ReplaceAll(freedThere, "["+steering.FreedInFree+"]", "["+steering.FreedInLoop+"]")
	const inFree = "goal use begin\ngoal use pause\ngoal free begin\n"
	for _, c := range []struct {
		name, goals, report, rule string
		function                  uint64
		want                      Status
	}{
		{"used by the holder", ranBad, guardReport, "object", 0x3720, Confirmed},
		{"used by somebody else", ranBad, guardReport, "object", 0x9999, CrashedElsewhere},
		{"used after the holder's frame returned", ranBad, freedThere, "object", 0x9999, Confirmed},
		{"used in a loop of another handler's", ranBad + "goal use pause\n", freedThere, "object", 0x9999, CrashedElsewhere},
		{"used after the handler's end", ranBad + "goal use end\n", freedThere, "object", 0x9999, CrashedElsewhere},
		{"freed by another handler", ranBad, freedInLoop, "object", 0x9999, CrashedElsewhere},
		{"freed in the loop before the predicted event came", "goal use begin\ngoal use pause\n", freedInLoop, "object", 0x3720, Confirmed},
		{"freed in the loop, used by somebody else", "goal use begin\ngoal use pause\n", freedInLoop, "object", 0x9999, CrashedElsewhere},
		{"freed in the loop, of another place", "goal use begin\ngoal use pause\n", strings.ReplaceAll(freedInLoop, "+0x331f", "+0x4000"), "object", 0x3720, CrashedElsewhere},
		{"of a place that goes along", ranBad, strings.ReplaceAll(freedThere, "+0x331f", "+0x5000"), "object", 0x9999, EarlierSymptom},
		{"of it, freed in the loop by others", ranBad, strings.ReplaceAll(freedInLoop, "+0x331f", "+0x5000"), "object", 0x9999, CrashedElsewhere},
		{"of it, in a loop of another handler's", ranBad + "goal use pause\n", strings.ReplaceAll(freedThere, "+0x331f", "+0x5000"), "object", 0x9999, CrashedElsewhere},
		{"of it, after the handler's end", ranBad + "goal use end\n", strings.ReplaceAll(freedThere, "+0x331f", "+0x5000"), "object", 0x9999, CrashedElsewhere},
		{"of another place", ranBad, strings.ReplaceAll(freedThere, "+0x331f", "+0x4000"), "object", 0x9999, CrashedElsewhere},
		{"used before the goal", inFree, guardReport, "object", 0x3720, CrashedElsewhere},
		{"harmless order", ranHarmless, guardReport, "object", 0x3720, CrashedElsewhere},
		{"after a divergence", "diverged exit_holding\n" + ranBad, guardReport, "object", 0x3720, Diverged},
		{"deleted where it waits", inFree, stack, "stack", 0x3720, EarlierSymptom},
		{"deleted, but none was predicted on the stack", inFree, stack, "object", 0x3720, CrashedElsewhere},
		{"deleted after the free", ranBad, stack, "stack", 0x3720, CrashedElsewhere},
		{"nothing", ranBad + "goal use end\n", "", "object", 0x3720, Feasible},
	} {
		s := &Schedule{Guard: &Guard{Sites: []CodePlace{{"app", 0x3320}}, Along: []CodePlace{{"app", 0x5001}},
			Holders: []Holder{{CodePlace{"app", c.function}, c.rule, ""}}}}
		o := &Outcome{PID: 7, goals: parseGoals(steeringtest.Verdict(c.goals)), Reports: ParseReports(c.report)}
		if f := findingOf(s, o); f.Status != c.want {
			t.Errorf("%s: %v (%s), expected %v", c.name, f.Status, f.Reason, c.want)
		}
	}
}

// TestOtherFaultFinding: a fault elsewhere is a finding of its own, if the program ends
// by it.
func TestOtherFaultFinding(t *testing.T) {
	report := steeringtest.Expand(`==7==<report.headline><report.fault> on address 0x8
    #0 0x560d213459a6 in app<report.function>3720 (/opt/app+0x39a6)

<report.summary><report.fault>
`)
	s := &Schedule{Guard: &Guard{Holders: []Holder{{CodePlace{"app", 0x3720}, "object", ""}}}}
	o := &Outcome{PID: 7, goals: parseGoals(steeringtest.Verdict(ranBad)), Reports: ParseReports(report), Signal: 11}
	if f := findingOf(s, o); f.Status != CrashedElsewhere || !strings.Contains(f.Reason, "SEGV in the function at app+0x3720") {
		t.Errorf("it died: %v (%s)", f.Status, f.Reason)
	}
	o.goals, o.Signal = parseGoals(steeringtest.Verdict(ranBad+"goal use end\n")), 0
	if f := findingOf(s, o); f.Status != Feasible {
		t.Errorf("it went on: %v (%s)", f.Status, f.Reason)
	}
}

// TestGuardOf: holders by where they begin, sites by return addresses; what lives in
// a frame needs no guarded memory.
func TestGuardOf(t *testing.T) {
	tables := &trace.Tables{
		Modules: []trace.Module{{Start: 0x1000, End: 0x9000, Bias: 0x1000, Path: "/usr/bin/app"}},
		Stacks:  []trace.Stack{{}, {PC: 0x1234, Known: 1}, {PC: 0x2345, Known: 1}},
	}
	held := func(rule string, stack trace.StackID) sparsehb.PotentialUse {
		return sparsehb.PotentialUse{
			Use:   sparsehb.Access{Stack: 1, Live: &sparsehb.LiveReference{Rule: rule, Function: 0x200}},
			Alloc: &sparsehb.Access{Stack: stack},
		}
	}
	res := &sparsehb.Result{Tables: tables}
	g := GuardOf(res, &sparsehb.Race{Live: []sparsehb.PotentialUse{held("object", 2), held("stack", 2), held("object", 2)}})
	if g == nil || len(g.Holders) != 2 || len(g.Sites) != 1 || g.Sites[0] != (CodePlace{"app", 0x1345}) || g.Holders[0].Offset != 0x200 {
		t.Fatalf("%+v", g)
	}
	if option := g.option("/tmp/r", false); option != "stock_guard='app+0x1345':stock_report='/tmp/r'" {
		t.Error(option)
	}
	if g := GuardOf(res, &sparsehb.Race{}); g != nil {
		t.Errorf("a race without holds: %+v", g)
	}
	if g := GuardOf(res, &sparsehb.Race{Live: []sparsehb.PotentialUse{held("stack", 2)}}); g == nil || len(g.Sites) != 0 {
		t.Errorf("a stack object alone: %+v", g)
	}
	for _, bad := range []Guard{{}, {Holders: make([]Holder, 65)}, {Holders: make([]Holder, 1), Sites: []CodePlace{{"a'b", 1}}}} {
		if bad.validate() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
