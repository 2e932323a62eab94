package ctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// How CTest decides about a run, and the variables and the place in the list that it gives a test.

// Skipped is what a test is that says itself that it cannot run here.
const Skipped = "skipped"

// Judge says as CTest does how a test ended that ran to its end with this exit status and printed that: "" for as it should.
func (t *Test) Judge(code int, said []byte) string {
	matches := func(e *regexp.Regexp) bool { return e.Match(said) }
	passed := code == 0 || len(t.Pass) > 0 // what it prints decides then
	how := fmt.Sprintf("ended with %d", code)
	switch {
	case t.SkipCode != nil && *t.SkipCode == code, slices.ContainsFunc(t.Skip, matches):
		return Skipped
	case len(t.Pass) > 0 && !slices.ContainsFunc(t.Pass, matches):
		passed, how = false, "did not print what PASS_REGULAR_EXPRESSION asks for"
	}
	if i := slices.IndexFunc(t.Fail, matches); i >= 0 {
		passed, how = false, fmt.Sprintf("printed %q (FAIL_REGULAR_EXPRESSION)", t.Fail[i].Find(said))
	}
	switch {
	case t.WillFail && passed:
		return "passed, where it is to fail"
	case t.WillFail || passed:
		return ""
	}
	return how
}

// Judges says whether what it prints decides.
func (t *Test) Judges() bool { return len(t.Pass)+len(t.Fail)+len(t.Skip) > 0 }

// Environ are the variables that it runs with, where CTest has those.
func (t *Test) Environ(own []string) []string {
	own = append(slices.Clone(own), t.Env...)
	env := slices.Clone(own)
	for _, m := range t.Modify {
		env = m.apply(env, own)
	}
	return env
}

// Change is one of ENVIRONMENT_MODIFICATION.
type Change struct{ Name, Op, Value string }

// separators of the operations that put a value before or behind what is there.
var separators = map[string]string{"string": "", "path_list": ":", "cmake_list": ";"}

// changeOf reads NAME=OP:VALUE.
func changeOf(text string) (Change, error) {
	name, rest, ok := strings.Cut(text, "=")
	op, value, _ := strings.Cut(rest, ":")
	list, how := cutLast(op)
	_, joins := separators[list]
	if joins = joins && (how == "append" || how == "prepend"); !ok || !joins && op != "set" && op != "unset" && op != "reset" {
		return Change{}, fmt.Errorf("%q is not NAME=OPERATION:VALUE", text)
	}
	return Change{name, op, value}, nil
}

func (c Change) apply(env, own []string) []string {
	old, has := lookup(env, c.Name)
	env = slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, c.Name+"=") })
	value := c.Value
	switch c.Op {
	case "unset":
		return env
	case "reset":
		if value, has = lookup(own, c.Name); !has {
			return env
		}
	case "set":
	default:
		list, how := cutLast(c.Op)
		if old != "" && how == "append" {
			value = old + separators[list] + value
		} else if old != "" {
			value += separators[list] + old
		}
	}
	return append(env, c.Name+"="+value)
}

// cutLast cuts path_list_append into the list and what is done with it.
func cutLast(op string) (list, how string) {
	i := strings.LastIndexByte(op, '_')
	return op[:max(i, 0)], op[i+1:]
}

func lookup(env []string, name string) (value string, has bool) {
	for _, v := range env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value, has = rest, true // the last one counts
		}
	}
	return value, has
}

// order are the tests as CTest runs them one at a time: each behind those that it depends on, else as they are listed.
func order(tests []Test) []Test {
	var out []Test
	begun := map[*Test]bool{} // two folders may have a test of one name each
	var put func(*Test)
	put = func(t *Test) {
		if begun[t] {
			return
		}
		begun[t] = true
		for i := range tests {
			if slices.Contains(t.Depends, tests[i].Name) {
				put(&tests[i])
			}
		}
		out = append(out, *t)
	}
	for i := range tests {
		put(&tests[i])
	}
	return out
}
