package steer

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/steering/steeringtest"
)

// TestStillHad: a fault in code without instrumentation, below the predicted use, is the
// race where a register points into what the handler of the free freed.
func TestStillHad(t *testing.T) {
	data, err := os.ReadFile("testdata/fault-on-freed.asan")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "1fdfdfdfdfdfdfdf", "0000000000000992") // what stood in the block's first bytes
	freed := func(block string) string {
		return strings.Replace(ranBad, "goal free end\n", block+"goal free end\n", 1)
	}
	// The frame that was to use it has returned: the library's own, below it, goes on.
	below := regexp.MustCompile(`(?m)^    #[01] .*\n`).ReplaceAllString(text, "")
	for _, c := range []struct {
		name, goals string
		want        Status
	}{
		{"into the block", freed("block 0x7f88dff00068 16\n"), Confirmed}, // rcx
		{"at its start", freed("block 0x100 8\nblock 0x7f88dff00070 1\n"), Confirmed},
		{"behind it", freed("block 0x7f88dff00060 16\n"), CrashedElsewhere},
		{"before it", freed("block 0x7f88dff00071 16\n"), CrashedElsewhere},
		{"nothing freed", ranBad, CrashedElsewhere},
		{"below, into the block", freed("block 0x7f88dff00068 16\n"), EarlierSymptom},
		{"below, behind it", freed("block 0x7f88dff00060 16\n"), CrashedElsewhere},
		{"below, in another loop", freed("block 0x7f88dff00068 16\n") + "goal use pause\n", CrashedElsewhere},
		{"below, after the handler's end", freed("block 0x7f88dff00068 16\n") + "goal use end\n", CrashedElsewhere},
		{"before the free", "goal use begin\nblock 0x7f88dff00070 8\n", CrashedElsewhere},
	} {
		text := text
		if strings.HasPrefix(c.name, "below") {
			text = below
		}
		reports := ParseReports(text)
		g := parseGoals(steeringtest.Verdict(c.goals))
		if len(reports) != 1 || g.fault != nil {
			t.Fatalf("%d reports, %v", len(reports), g.fault)
		}
		s := sample()
		s.Expect = predicted
		f := findingOf(s, &Outcome{goals: g, Reports: reports, ExitCode: asanExitCode})
		if f.Status != c.want {
			t.Errorf("%s: %v, %s; want %v", c.name, f.Status, f.Reason, c.want)
		}
	}
	for _, line := range []string{"block", "block 12", "block 0x12", "block 0x12 many"} {
		if g := parseGoals(steeringtest.Verdict(line + "\n")); g.fault == nil {
			t.Errorf("%q is taken", line)
		}
	}
}
