// Package doctor looks at what the tool needs of a machine: its own files, clang and
// LLVM, Qt, what the kernel allows, and room. Each question is a function, its answer a
// Finding with what to do where something is wrong.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"sparseracer/internal/install"
	"sparseracer/internal/system"
)

// Finding is the answer to a question.
type Finding struct {
	What   string
	Detail string // where it is, or what is wrong
	Fix    string // how to get it, "" if it is there
	needed bool   // the main job fails without it
}

// is the finding that all is well.
func (f Finding) is(format string, args ...any) Finding {
	f.Detail, f.Fix = fmt.Sprintf(format, args...), ""
	return f
}

// but is the finding that it is not.
func (f Finding) but(format string, args ...any) Finding {
	f.Detail = fmt.Sprintf(format, args...)
	return f
}

// State is a finding in a word.
func (f *Finding) State() string {
	switch {
	case f.Fix == "":
		return "ok"
	case f.needed:
		return "missing"
	}
	return "no"
}

// Section is a group of questions.
type Section struct {
	Title    string
	Findings []Finding
}

// machine is what is examined, with the environment that programs get.
type machine struct {
	ctx context.Context
	env []string
}

// Examine asks all questions.
func Examine(ctx context.Context, env []string) []Section {
	m := machine{ctx, env}
	clang := install.Getenv(env, "SPARSE_CLANG")
	if clang == "" {
		clang = "clang-19"
	}
	temp := install.Getenv(env, "TMPDIR")
	if temp == "" {
		temp = "/tmp"
	}
	return []Section{
		{"sparseracer", []Finding{library(system.RecorderLibrary), library(system.HooksLibrary), library(system.StockLibrary), unwinder(), m.compilers()}},
		{"compilers", []Finding{m.clang(clang), m.asan(clang), linker(), symbolizer(), m.others()}},
		{"Qt", m.qts()},
		{"other event loops", m.loops()},
		{"screen", []Finding{m.screen()}},
		{"this machine", []Finding{randomisation(), overcommit(), addressSpace(), ptrace(),
			disk("room for recordings", "."), disk("room for pipes", temp), memory()}},
	}
}

// Missing is how many needed things are not there.
func Missing(sections []Section) int {
	n := 0
	for _, s := range sections {
		for i := range s.Findings {
			if s.Findings[i].State() == "missing" {
				n++
			}
		}
	}
	return n
}

// Write writes them for a person.
func Write(w io.Writer, sections []Section) {
	for _, s := range sections {
		fmt.Fprintf(w, "%s\n", s.Title)
		for i := range s.Findings {
			f := &s.Findings[i]
			fmt.Fprintf(w, "  %-7s  %-22s %s\n", f.State(), f.What, f.Detail)
			if f.Fix != "" {
				fmt.Fprintf(w, "           %-22s -> %s\n", "", f.Fix)
			}
		}
	}
	switch n := Missing(sections); n {
	case 0:
		fmt.Fprintln(w, "next: CXX=sparse-c++ cmake …, then sparseracer record -- ./app")
	case 1:
		fmt.Fprint(w, "1 needed thing is missing\n", next)
	default:
		fmt.Fprintf(w, "%d needed things are missing\n%s", n, next)
	}
}

const next = "next: do what stands after ->, then sparseracer doctor\n"

// JSON is `doctor --json`; docs/cli.md has its contract.
func JSON(w io.Writer, sections []Section) error {
	type one struct {
		Section string `json:"section"`
		What    string `json:"what"`
		State   string `json:"state"`
		Detail  string `json:"detail"`
		Fix     string `json:"fix,omitempty"`
	}
	out := struct {
		Version  int   `json:"version"`
		Findings []one `json:"findings"`
	}{Version: 1, Findings: []one{}}
	for _, s := range sections {
		for i := range s.Findings {
			f := &s.Findings[i]
			out.Findings = append(out.Findings, one{s.Title, f.What, f.State(), f.Detail, f.Fix})
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}
