package recording

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sparseracer/internal/regular"
)

// A script of a session is read before the program starts: a step that the player
// (qtpatch/player/session.cpp) does not know, or whose numbers it would take for 0, is an
// error with its line. docs/sessions.md has the steps; a test holds all three together.

// argument says what one of a step's arguments is.
type argument struct {
	name        string
	least, most int      // of a number; both 0: text to the end of the line
	may         bool     // it may be absent
	one         []string // what it may be, nil: anything
	form        func(given string) error
}

const longestWait = 3_600_000 // ms

var (
	percent = func(name string) argument { return argument{name: name, most: 100} }
	text    = func(name string) argument { return argument{name: name} }
	rest    = func(name string) argument { return argument{name: name, may: true} }
)

// Steps are those of a script, with what follows each.
var steps = sync.OnceValue(func() map[string][]argument {
	return map[string][]argument{
		"wait":        {{name: "MS", most: longestWait}},
		"key":         {text("SEQUENCE")},
		"text":        {text("WORDS")},
		"preedit":     {rest("WORDS")},
		"commit":      {text("WORDS")},
		"click":       {text("CLASS"), rest("TEXT")},
		"item":        {text("TEXT")},
		"hover":       {text("TEXT")},
		"field":       {text("CLASS"), rest("NAME")},
		"context":     {percent("X"), percent("Y")},
		"at":          {percent("X"), percent("Y")},
		"double":      {percent("X"), percent("Y")},
		"drag":        {{name: "TARGET to TARGET", form: checkDrag("drag")}},
		"lift":        {{name: "TARGET to TARGET", form: checkDrag("lift")}},
		"drop":        nil,
		"touch":       {{name: "TARGET", form: checkTap("touch")}},
		"pen":         {{name: "TARGET", form: checkTap("pen")}},
		"erase":       {{name: "TARGET to TARGET", form: checkDrag("erase")}},
		"pinch":       {{name: "TARGET PERCENT", form: checkPinch}},
		"gesture":     {{name: "WHAT TARGET N", form: checkGesture}},
		"near":        {{name: "TARGET", form: checkTap("near")}},
		"stroke":      {{name: "TARGET to TARGET", form: checkDrag("stroke")}},
		"wheel":       {percent("X"), percent("Y"), {name: "N", least: -1000, most: 1000}},
		"scroll":      {percent("X"), percent("Y"), {name: "PIXELS", least: -10000, most: 10000}},
		"close":       nil,
		"closemain":   nil,
		"closewindow": {text("CLASS"), rest("NAME")},
		"closeall":    nil,
		"elsewhere":   {text("CLASS"), rest("TEXT")},
		"shortcut":    {text("CLASS"), text("SEQUENCE")},
		"outside":     {{name: "WHAT", one: []string{"processes", "connections", "files", "removals", "terminate", "hangup", "theme", "hour"}}},
		"answer":      {{name: "MS", most: longestWait}},
		"dismiss":     nil,
		"quit":        nil,
		"shot":        {text("FILE")},
		"listen":      {{name: "MS", most: longestWait}},
		"monkey":      {{name: "SEED", most: 1<<31 - 1}, {name: "N", most: 1_000_000}, {name: "MS", most: longestWait}, {name: "FROM", most: 1_000_000, may: true}},
	}
})

// checkScript is the first fault of a script, as FILE:LINE; getenv is of the program.
func checkScript(name, script string, getenv func(string) (string, bool)) error {
	for i, line := range strings.Split(script, "\n") {
		if err := checkStep(strings.TrimSpace(expand(line, getenv))); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return nil
}

func checkStep(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	word, tail, _ := strings.Cut(line, " ")
	want, known := steps()[word]
	if !known {
		return fmt.Errorf("%.80q is no step of a session (docs/sessions.md): %s", word, strings.Join(stepWords(), ", "))
	}
	tail = strings.TrimSpace(tail)
	for i, a := range want {
		one := tail
		if i < len(want)-1 || a.least != a.most {
			one, tail, _ = strings.Cut(tail, " ")
			tail = strings.TrimSpace(tail)
		} else {
			tail = ""
		}
		if err := a.check(word, one); err != nil {
			return err
		}
	}
	if tail != "" {
		return fmt.Errorf("%.80q is more than %s takes: %s", tail, word, usage(word))
	}
	return nil
}

func (a *argument) check(word, given string) error {
	if given == "" && !a.may {
		return fmt.Errorf("%s is missing: %s", a.name, usage(word))
	}
	if a.one != nil && !slices.Contains(a.one, given) {
		return fmt.Errorf("%s: %.80q, want one of %s", a.name, given, strings.Join(a.one, ", "))
	}
	if a.form != nil {
		return a.form(given)
	}
	if a.least == a.most || given == "" {
		return nil
	}
	if n, err := strconv.Atoi(given); err != nil || n < a.least || n > a.most {
		return fmt.Errorf("%s: %.80q, want a number from %d to %d: %s", a.name, given, a.least, a.most, usage(word))
	}
	return nil
}

// checkDrag: between two targets, or two places by their numbers alone.
func checkDrag(word string) func(given string) error {
	return func(given string) error { return checkBetween(word+" TARGET to TARGET", given) }
}

func checkBetween(form, given string) error {
	if given[0] >= '0' && given[0] <= '9' {
		return checkPlaces(form, strings.Fields(given), "X", "Y", "TOX", "TOY")
	}
	var why error
	for at := 0; ; {
		next := strings.Index(given[at:], " to ")
		if next < 0 {
			break
		}
		from, to := given[:at+next], given[at+next+len(" to "):]
		if why = checkTarget(form, from); why == nil {
			why = checkDrop(form, to)
		}
		if why == nil {
			return nil
		}
		at += next + 1
	}
	if why == nil {
		why = fmt.Errorf("%.80q has no place to go to: %s", given, form)
	}
	return why
}

// checkTap: a target, or a button as `click` has it.
func checkTap(word string) func(given string) error {
	return func(given string) error { return tap(word+" TARGET", given) }
}

func tap(form, target string) error {
	if kind, _, _ := strings.Cut(target, " "); slices.Contains([]string{"item", "field", "at"}, kind) {
		return checkTarget(form, target)
	}
	return nil
}

// From finger to finger a screen has so much room.
const leastPinch, mostPinch = 10, 1000

// checkPinch: what a tap has, and how far apart two fingers are in the end.
func checkPinch(given string) error {
	return tapBy("pinch TARGET PERCENT", given, "PERCENT", leastPinch, mostPinch)
}

// checkGesture: likewise, behind what is done on a touchpad.
func checkGesture(given string) error {
	const form = "gesture WHAT TARGET N"
	what, tail, _ := strings.Cut(given, " ")
	switch what {
	case "zoom":
		return tapBy(form, tail, "N", leastPinch, mostPinch)
	case "rotate":
		return tapBy(form, tail, "N", -360, 360)
	case "swipe":
		return tapBy(form, tail, "N", -10000, 10000)
	}
	return fmt.Errorf("WHAT: %.80q, want one of zoom, rotate, swipe: %s", what, form)
}

// tapBy: what a tap has, and a number.
func tapBy(form, given, name string, least, most int) error {
	at := strings.LastIndexByte(given, ' ')
	if at < 0 {
		return fmt.Errorf("%s is missing: %s", name, form)
	}
	if n, err := strconv.Atoi(given[at+1:]); err != nil || n < least || n > most {
		return fmt.Errorf("%s: %.80q, want a number from %d to %d: %s", name, given[at+1:], least, most, form)
	}
	return tap(form, strings.TrimSpace(given[:at]))
}

// checkDrop: a target, or one in another window, where no place says which window. A pen goes over one.
func checkDrop(form, target string) error {
	elsewhere, is := strings.CutPrefix(strings.TrimSpace(target), "elsewhere ")
	if word, _, _ := strings.Cut(elsewhere, " "); is && (word == "at" || strings.HasPrefix(form, "stroke ") || strings.HasPrefix(form, "erase ")) {
		return fmt.Errorf("%.80q is no target: %s", target, form)
	}
	return checkTarget(form, elsewhere)
}

// checkTarget: what a drag begins or ends at.
func checkTarget(form, target string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(target), " ")
	switch {
	case word == "at":
		return checkPlaces(form, strings.Fields(rest), "X", "Y")
	case (word == "item" || word == "field") && rest != "":
		return nil
	}
	return fmt.Errorf("%.80q is no target, want item TEXT, field CLASS NAME or at X Y: %s", target, form)
}

func checkPlaces(form string, given []string, names ...string) error {
	for i, name := range names {
		if i >= len(given) {
			return fmt.Errorf("%s is missing: %s", name, form)
		}
		if n, err := strconv.Atoi(given[i]); err != nil || n < 0 || n > 100 {
			return fmt.Errorf("%s: %.80q, want a number from 0 to 100: %s", name, given[i], form)
		}
	}
	if len(given) > len(names) {
		return fmt.Errorf("%.80q is more than a place takes: %s", given[len(names)], form)
	}
	return nil
}

func usage(word string) string {
	for _, a := range steps()[word] {
		word += " " + a.name
	}
	return word
}

func stepWords() []string {
	var list []string
	for word := range steps() {
		list = append(list, word)
	}
	slices.Sort(list)
	return list
}

var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$[\pL\pN_]+`) })

// expand puts values in place of $NAME, as the player does; a name that is not set stays.
func expand(line string, getenv func(string) (string, bool)) string {
	return variable().ReplaceAllStringFunc(line, func(name string) string {
		if value, set := getenv(name[1:]); set {
			return value
		}
		return name
	})
}

// readScript reads a script and checks it. timePasses: one of its steps lets time pass.
func readScript(path string, env []string) (timePasses bool, err error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return false, err
	}
	for line := range strings.Lines(string(data)) {
		timePasses = timePasses || slices.Equal(strings.Fields(line), []string{"outside", "hour"})
	}
	return timePasses, checkScript(path, string(data), func(name string) (value string, set bool) {
		for _, v := range env {
			if n, of, _ := strings.Cut(v, "="); n == name {
				value, set = of, true
			}
		}
		return value, set
	})
}
