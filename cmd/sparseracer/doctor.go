package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"sparseracer/internal/system"
)

// finding is the answer to one of doctor's questions.
type finding struct {
	what   string
	detail string // where it is, or what is wrong
	fix    string // how to get it, "" if it is there
	needed bool   // the main job fails without it
}

// state is a finding in a word.
func (f *finding) state() string {
	switch {
	case f.fix == "":
		return "ok"
	case f.needed:
		return "missing"
	}
	return "no"
}

// section is a group of questions.
type section struct {
	title    string
	findings []finding
}

func (t *tool) doctorCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "What is missing on this machine and how to get it",
		Long: `doctor looks at what the other verbs need: our own files, clang and LLVM, Qt and
whether the hooks fit it, what the kernel allows, and room on the disk. What is
"missing" keeps the main job from working, "no" is something less; either comes
with what to do about it. Ends with 2 if something is missing.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			sections := t.examine(c.Context())
			missing := 0
			for _, s := range sections {
				for i := range s.findings {
					if s.findings[i].state() == "missing" {
						missing++
					}
				}
			}
			if missing > 0 {
				t.code = exitError
			}
			if asJSON {
				return t.doctorJSON(sections)
			}
			t.doctorText(sections, missing)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

func (t *tool) examine(ctx context.Context) []section {
	clang := t.getenv("SPARSE_CLANG")
	if clang == "" {
		clang = "clang-19"
	}
	return []section{
		{"sparseracer", []finding{examineLibrary(system.RecorderLibrary), examineLibrary(system.HooksLibrary), examineLibrary(system.StockLibrary), examineUnwind(), examineCompiler(ctx)}},
		{"compilers", []finding{examineClang(ctx, clang), examineASan(ctx, clang), examineLinker(), examineSymbolizer()}},
		{"Qt", t.examineQts(ctx)},
		{"screen", []finding{t.examineScreen()}},
		{"this machine", []finding{
			examineASLR(), examineOvercommit(), examineAddressSpace(), examinePtrace(),
			t.examineDisk("room for recordings", "."), t.examineDisk("room for pipes", t.tempDir()), examineMemory(),
		}},
	}
}

func (t *tool) doctorText(sections []section, missing int) {
	for _, s := range sections {
		fmt.Fprintf(t.stdout, "%s\n", s.title)
		for i := range s.findings {
			f := &s.findings[i]
			fmt.Fprintf(t.stdout, "  %-7s  %-22s %s\n", f.state(), f.what, f.detail)
			if f.fix != "" {
				fmt.Fprintf(t.stdout, "           %-22s -> %s\n", "", f.fix)
			}
		}
	}
	if missing > 0 {
		things := "needed things are"
		if missing == 1 {
			things = "needed thing is"
		}
		fmt.Fprintf(t.stdout, "%d %s missing\nnext: do what stands after ->, then sparseracer doctor\n", missing, things)
		return
	}
	fmt.Fprintln(t.stdout, "next: CXX=sparse-c++ cmake …, then sparseracer record -- ./app")
}

// doctorJSON is `doctor --json`; docs/cli.md has its contract.
func (t *tool) doctorJSON(sections []section) error {
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
		for i := range s.findings {
			f := &s.findings[i]
			out.Findings = append(out.Findings, one{s.title, f.what, f.state(), f.detail, f.fix})
		}
	}
	e := json.NewEncoder(t.stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}
