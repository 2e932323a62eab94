package steer

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata")

// TestReportGoldens parses stored reports of clang's and gcc's runtimes, -O0
// and -O2, with and without symbols.
func TestReportGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.asan")
	if err != nil || len(paths) < 6 {
		t.Fatalf("%d stored reports (%v)", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(ParseReports(string(text)), "", " ")
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(path, ".asan") + ".json"
			if *update {
				if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			firstDifference(t, string(got)+"\n", string(want))
		})
	}
}

func firstDifference(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g) || i >= len(w):
			t.Fatalf("%d lines, want %d", len(g), len(w))
		case g[i] != w[i]:
			t.Fatalf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
}

func TestParseFrame(t *testing.T) {
	for _, c := range []struct {
		line string
		want Frame
	}{
		{"#0 0x10 in main /a/b.cpp:3:10", Frame{Function: "main", File: "/a/b.cpp", Line: 3, Column: 10, PC: 16}},
		{"#0 0x10 in main /a/b.cpp:3", Frame{Function: "main", File: "/a/b.cpp", Line: 3, PC: 16}},
		{"#0 0x10 in main /a/b.cpp", Frame{Function: "main", File: "/a/b.cpp", PC: 16}},
		{"#0 0x10 in f(int, A const&) const /a dir/b c.cpp:3:1 (/x y/app+0x1f)",
			Frame{Function: "f(int, A const&) const", File: "/a dir/b c.cpp", Line: 3, Column: 1, Module: "/x y/app", Offset: 31, PC: 16}},
		{"#12 0x10 in operator/(A, B) src/b.cpp:7", Frame{Function: "operator/(A, B)", File: "src/b.cpp", Line: 7, PC: 16}},
		{"#1 0x10 in f(A, B) (/usr/lib/x.so+0x20) (BuildId: ab12)", Frame{Function: "f(A, B)", Module: "/usr/lib/x.so", Offset: 32, PC: 16}},
		{"#1 0x10  (/usr/lib/x.so+0x20) (BuildId: ab12)", Frame{Module: "/usr/lib/x.so", Offset: 32, PC: 16}},
		{"#1 0x10", Frame{PC: 16}},
		{"#1 0x10 in (anonymous namespace)::f()", Frame{Function: "(anonymous namespace)::f()", PC: 16}},
	} {
		got, ok := parseFrame(c.line)
		if !ok || got != c.want {
			t.Errorf("%s\n got %+v\nwant %+v", c.line, got, c.want)
		}
	}
	for _, bad := range []string{"#0", "# 1", "#0 in main", "#0 0xzz in main"} {
		if f, ok := parseFrame(bad); ok {
			t.Errorf("%q: %+v, want no frame", bad, f)
		}
	}
}

func TestSeveralReports(t *testing.T) {
	text, err := os.ReadFile("testdata/bad-free.asan")
	if err != nil {
		t.Fatal(err)
	}
	one := ParseReports(string(text))
	three := ParseReports("noise\n" + string(text) + "more noise\n" + string(text) + string(text))
	if len(one) != 1 || len(three) != 3 {
		t.Fatalf("%d and %d reports", len(one), len(three))
	}
	if !reflect.DeepEqual(one[0].Use, three[2].Use) || three[1].Kind != "bad-free" {
		t.Errorf("%+v", three)
	}
	if got := ParseReports("==12==WARNING: something\n==x==ERROR: AddressSanitizer: SEGV\n"); len(got) != 0 {
		t.Errorf("%+v, want none", got)
	}
	// cut short by a kill, before the summary
	cut := ParseReports("==7==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:\n    #0 0x1 in f /a.c:1")
	if len(cut) != 1 || cut[0].Kind != "double-free" || len(cut[0].Use) != 1 || cut[0].PID != 7 {
		t.Errorf("%+v", cut)
	}
}

// TestFilled: what the registers hold decides, where the report shows them.
func TestFilled(t *testing.T) {
	data, err := os.ReadFile("testdata/fault-on-freed.asan")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	start := strings.Index(text, "==Register values:")
	end := strings.Index(text, "AddressSanitizer can not provide")
	line := strings.LastIndex(text[:start], "\n") + 1
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"pattern":        {text, true},
		"no pattern":     {strings.ReplaceAll(text, "1fdfdfdfdfdfdfdf", "2222222222222222"), false},
		"with an offset": {strings.ReplaceAll(text, "1fdfdfdfdfdfdfdf", "fefefefefefeff0e"), true},
		"the other way":  {strings.ReplaceAll(text, "1fdfdfdfdfdfdfdf", "0101010101010101"), true},
		"a number":       {strings.Replace(strings.ReplaceAll(text, "1fdfdfdfdfdfdfdf", "0101010101010101"), "address (pc", "address 0x000000000008 (pc", 1), false},
		"no registers":   {text[:line] + text[end:], true},
		"null pointer":   {strings.Replace(text[:line]+text[end:], "address (pc", "address 0x000000000000 (pc", 1), false},
	} {
		if r := ParseReports(c.text); len(r) != 1 || r[0].Kind != "SEGV" || r[0].Filled != c.want {
			t.Errorf("%s: %+v, want filled %v", name, r, c.want)
		}
	}
}

// FuzzParseReports: any text, no panic, and nothing invented.
func FuzzParseReports(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.asan")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("==1==ERROR: AddressSanitizer: \n#0 0x1 in  /:\n#0 0x1 (+0x1)\n#0 0x1 (")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range ParseReports(text) {
			if !strings.Contains(text, r.Text) {
				t.Fatal("a report holds text that was not there")
			}
			for _, stack := range [][]Frame{r.Use, r.Free, r.Alloc} {
				if len(stack) > framesMax {
					t.Fatalf("%d frames", len(stack))
				}
				for _, f := range stack {
					simplify(f.Function)
				}
			}
			MatchReport(&r, Expect{Use: []string{"f"}, Free: []string{"g"}})
		}
	})
}
