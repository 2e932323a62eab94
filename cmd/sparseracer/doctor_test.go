package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"sparseracer/internal/system"
)

type found struct {
	Version  int
	Findings []struct{ Section, What, State, Detail, Fix string }
}

func doctorSays(t *testing.T, args ...string) (found, string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), append([]string{"doctor"}, args...), strings.NewReader(""), &out, &errs)
	if errs.Len() > 0 {
		t.Fatal(errs.String())
	}
	var f found
	if len(args) > 0 {
		if err := json.Unmarshal(out.Bytes(), &f); err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
	}
	return f, out.String(), code
}

// Every finding says what it is about, and what to do where something is wrong;
// text and JSON tell the same.
func TestDoctor(t *testing.T) {
	t.Setenv("SPARSE_CLANG", "/nowhere/clang")
	t.Setenv("TMPDIR", "/nowhere")
	t.Setenv("DISPLAY", ":7")
	t.Setenv("WAYLAND_DISPLAY", "")
	f, _, code := doctorSays(t, "--json")
	_, text, textCode := doctorSays(t)
	if code != exitError || textCode != exitError || !strings.Contains(text, "missing\nnext: do what stands after ->, then sparseracer doctor\n") {
		t.Errorf("without a clang doctor ended with %d and %d:\n%s", code, textCode, text)
	}
	states := map[string]string{}
	for _, one := range f.Findings {
		states[one.What] = one.State
		if one.What == "" || one.Section == "" || one.Detail == "" || (one.State == "ok") != (one.Fix == "") {
			t.Errorf("%+v", one)
		}
		if !strings.Contains(text, one.What) || !strings.Contains(text, one.Fix) {
			t.Errorf("the text has no %+v", one)
		}
	}
	for what, want := range map[string]string{
		"clang 19": "missing", "AddressSanitizer": "missing", "room for pipes": "no", "display": "ok",
		"address randomisation": "ok", "ptrace": "ok", system.RecorderLibrary: "missing", // a test binary has no libraries beside it
	} {
		if states[what] != want {
			t.Errorf("%s: %q, expected %q", what, states[what], want)
		}
	}
}
