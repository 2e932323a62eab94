package recording

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestScript: the faults of a script are said with their line before a program starts.
func TestScript(t *testing.T) {
	set := func(name string) (string, bool) { return "40", name == "FORTY" }
	for script, want := range map[string]string{
		"":                                  "",
		"# note\n\n  wait 20 \nclose":       "",
		"wait $FORTY\nwheel 1 2 -3":         "",
		"text $HOME and more":               "",
		"click QToolButton\nclick A two is": "",
		"close\njump 3":                     `s:2: "jump" is no step of a session`,
		"wait":                              "s:1: MS is missing: wait MS",
		"wait 2x":                           `s:1: MS: "2x", want a number from 0 to 3600000: wait MS`,
		"\nat 50 101":                       `s:2: Y: "101", want a number from 0 to 100: at X Y`,
		"drag 1 2 3":                        "s:1: TOY is missing: drag TARGET to TARGET",
		"drag 1 2 3 4":                      "",
		"drag item A to B to at 5 6":        "",
		"drag item A to field QLabel b":     "",
		"drag item A":                       `s:1: "item A" has no place to go to`,
		"drag item A to row B":              `s:1: "row B" is no target`,
		"drag at 1 2 to at 3 101":           `s:1: Y: "101", want a number from 0 to 100`,
		"drag at 1 2 9 to at 3 4":           `s:1: "9" is more than a place takes`,
		"drag":                              "s:1: TARGET to TARGET is missing",
		"lift item A to item B\ndrop":       "",
		"lift 1 2 3":                        "s:1: TOY is missing: lift TARGET to TARGET",
		"preedit ni\ncommit 你 好\npreedit":   "",
		"commit":                            "s:1: WORDS is missing: commit WORDS",
		"touch QPushButton Go on":           "",
		"touch item A":                      "",
		"touch at 5 6":                      "",
		"touch at 5 600":                    `s:1: Y: "600", want a number from 0 to 100: touch TARGET`,
		"touch field":                       `s:1: "field" is no target`,
		"touch":                             "s:1: TARGET is missing: touch TARGET",
		"pen QPushButton Go on\npen at 5 6": "",
		"near field":                        `s:1: "field" is no target, want item TEXT, field CLASS NAME or at X Y: near TARGET`,
		"pen field":                         `s:1: "field" is no target, want item TEXT, field CLASS NAME or at X Y: pen TARGET`,
		"pinch at 5 6 200\npinch item A 20": "",
		"pinch QLabel Map 3 50":             "",
		"pinch at 5 6":                      `s:1: PERCENT: "6", want a number from 10 to 1000: pinch TARGET PERCENT`,
		"pinch at 5 60":                     "s:1: Y is missing: pinch TARGET PERCENT",
		"pinch item A 2000":                 `s:1: PERCENT: "2000", want`,
		"gesture zoom at 5 6 200\ngesture rotate item A -90": "",
		"gesture swipe QLabel Map 300":                       "",
		"gesture zoom at 5 6":                                `s:1: N: "6", want a number from 10 to 1000: gesture WHAT TARGET N`,
		"gesture rotate item A 720":                          `s:1: N: "720", want a number from -360 to 360`,
		"gesture pull item A 7":                              `s:1: WHAT: "pull", want one of zoom, rotate, swipe`,
		"gesture zoom":                                       "s:1: N is missing: gesture WHAT TARGET N",
		"pinch":                                              "s:1: TARGET PERCENT is missing",
		"stroke 1 2 3 4":                                     "",
		"stroke item A to at 5 6":                            "",
		"stroke item A":                                      `s:1: "item A" has no place to go to: stroke TARGET to TARGET`,
		"drag item A to elsewhere item B":                    "",
		"lift item A to elsewhere field Q":                   "",
		"drag item A to elsewhere at 5 6":                    `s:1: "elsewhere at 5 6" is no target: drag TARGET to TARGET`,
		"drag elsewhere item A to item B":                    `s:1: "elsewhere item A" is no target`,
		"erase 1 2 3 4":                                      "",
		"erase item A to elsewhere item B":                   `s:1: "elsewhere item B" is no target: erase TARGET to TARGET`,
		"stroke item A to elsewhere item B":                  `s:1: "elsewhere item B" is no target: stroke TARGET to TARGET`,
		"drop here":                                          `s:1: "here" is more than drop takes: drop`,
		"wait $NONE":                                         `s:1: MS: "$NONE", want`,
		"close now":                                          `s:1: "now" is more than close takes: close`,
		"context 1 2 3":                                      `s:1: "3" is more than context takes: context X Y`,
		"key":                                                "s:1: SEQUENCE is missing",
		"monkey 3 -1 5":                                      `s:1: N: "-1", want`,
	} {
		err := checkScript("s", script, set)
		if got := ""; err != nil {
			got = err.Error()
			if want == "" || !strings.HasPrefix(got, want) {
				t.Errorf("%q: %s, want %q", script, got, want)
			}
		} else if want != "" {
			t.Errorf("%q passes, want %q", script, want)
		}
	}
}

// TestSessionLanguage: docs/sessions.md and the check have all steps that the player knows,
// and no others.
func TestSessionLanguage(t *testing.T) {
	read := func(path string) string {
		data, err := os.ReadFile(filepath.Join("../..", path))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	step := regexp.MustCompile(`(?:word == "|\t\t\{ ")([a-z]+)"`)
	known, ofGtk := map[string]bool{}, map[string]bool{"shot": true, "scroll": true, "touch": true, "pen": true, "stroke": true, "pinch": true, "near": true, "erase": true, "gesture": true, "preedit": true,
		"commit": true} // these are no steps there
	for _, m := range step.FindAllStringSubmatch(read("qtpatch/player/session.cpp"), -1) {
		known[m[1]] = true
	}
	for _, m := range step.FindAllStringSubmatch(read("gtkpatch/player/session.cpp")+read("gtkpatch/player/acts.cpp"), -1) {
		ofGtk[m[1]] = true
	}
	if !maps.Equal(known, ofGtk) {
		t.Errorf("the player of GTK knows %v, that of Qt %v", slices.Sorted(maps.Keys(ofGtk)), slices.Sorted(maps.Keys(known)))
	}
	documented := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)([^`]*)`").FindAllStringSubmatch(read("docs/sessions.md"), -1) {
		documented[m[1]] = m[1] + m[2]
	}
	for word := range steps() {
		if !known[word] {
			t.Errorf("the player does not know the step %q", word)
		}
		if documented[word] != usage(word) {
			t.Errorf("docs/sessions.md has %q, the check %q", documented[word], usage(word))
		}
		delete(known, word)
		delete(documented, word)
	}
	for word := range known {
		t.Errorf("the check does not know the player's step %q", word)
	}
	for word := range documented {
		t.Errorf("docs/sessions.md has the step %q, nobody else does", word)
	}
}
