package steer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
)

// alongProgram plays a program as it is installed: what goes with the predicted object
// is used first, which is a fault with a pointer left over until its place is guarded.
var alongProgram = steeringtest.Expand(`#!/bin/sh
of() { printf %s "$<environment.options>" | sed "s/.*$1='\([^']*\)'.*/\1/"; }
cat >>"$(of <option.verdict>)" <<'END'
`) + steeringtest.Verdict(ranBad) + steeringtest.Expand(`END
{
	case $(of <option.guard_sites>) in
	*lib.so+0x331f*)
		echo "==$$==<report.headline><report.use> on address 0x7f01"
		echo '    #0 0x7f10 in app<report.function>3720 (/opt/app<report.offset>39a6)'
		echo "<report.freed>T0 $1here:"
		echo '    #0 0x7f20 in lib.so<report.function>1 (/opt/lib.so<report.offset>9)'
		echo '<report.allocated>T0 here:'
		echo '    #0 0x7f30 in lib.so<report.function>32f0 (/opt/lib.so<report.offset>331e)' ;;
	*)
		echo "==$$==<report.headline><report.fault> on address 0x0"
		echo '    #0 0x7f10 in app<report.function>3720 (/opt/app<report.offset>39a6)'
		echo '    rax = 0xfefefefefefefefe'
		echo '<report.refers>7f01, 1 bytes inside of a freed block of 48 bytes<report.from>/opt/lib.so<report.offset>331f' ;;
	esac
} >"$(of <option.guard_report>).$$"
kill -SEGV $$
`)

// TestAlong: a fault leads to a guard for what it came by; that shows who freed it, and
// the schedule keeps it.
func TestAlong(t *testing.T) {
	b := programs(t)
	dir := t.TempDir()
	program := filepath.Join(dir, "app")
	if err := os.WriteFile(program, []byte(alongProgram), 0o700); err != nil {
		t.Fatal(err)
	}
	f := viewer()
	race := viewerRace(f, "abc")
	race.Guard = &Guard{Sites: []CodePlace{{"app", 0x10}}, Holders: []Holder{{CodePlace{"app", 0x3720}, "object", ""}}}
	for when, want := range map[string]string{
		"[" + steering.FreedInFree + "] whenever ": "confirmed with an earlier symptom, 2 of 2 runs: what the predicted free took along was used after it",
		"[" + steering.FreedInLoop + "] whenever ": "crashed elsewhere, 2 of 2 runs",
	} {
		opt := Options{Runs: 2, Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()}}
		verdicts, err := confirm(t.Context(), f.group([]Prediction{race}), []string{program, when}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts[0].String(); !strings.HasPrefix(got, want) {
			t.Errorf("freed %q: %s", when, got)
		}
		s, err := Load(filepath.Join(opt.Dir, "race-abc.schedule.json"))
		if err != nil || len(race.Guard.Along) != 0 || verdicts[0].Status.Proven() != slices.Equal(s.Guard.Along, []CodePlace{{"lib.so", 0x331f}}) {
			t.Errorf("freed %q: %v, %+v", when, err, s)
		}
	}
}

// TestRefers: what a report refers to is bounded, and has names of modules.
func TestRefers(t *testing.T) {
	head := steeringtest.Expand("==7==<report.headline><report.fault> on address 0x8\n")
	line := func(place string) string {
		return steeringtest.Expand("<report.refers>7f01, 1 bytes inside of a freed block of 48 bytes<report.from>") + place + "\n"
	}
	for text, want := range map[string]int{
		line("/opt/lib.so+0x331f"):                                                    1,
		line("/opt/lib.so+0x331f") + line("/usr/lib.so+0x331f"):                       1,
		line("/opt/a+b.so+0x331f") + line("/opt/it's+0x1"):                            0,
		line("/opt/lib.so+0xz") + line("/opt/lib.so") + steering.ReportRefers + "1\n": 0,
		manyPlaces(line): refersMost,
	} {
		r := ParseReports(head + text)
		if len(r) != 1 || len(r[0].Refers) != want {
			t.Errorf("%.100q: %+v, want %d places", text, r, want)
		}
	}
	full := &Guard{Sites: make([]CodePlace, guardMax)}
	if g := full.with([]CodePlace{{"a", 1}}); g != nil {
		t.Errorf("no room, but %+v", g)
	}
}

func manyPlaces(line func(string) string) string {
	var b strings.Builder
	for i := range 100 {
		b.WriteString(line("/opt/lib.so+0x1" + strings.Repeat("0", i%15) + string(rune('a'+i%6))))
	}
	return b.String()
}
