package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"sparseracer/internal/perfetto"
	"sparseracer/internal/report"
	"sparseracer/internal/sarif"
	"sparseracer/internal/suppress"
)

// suppressionsFormat is the format of --print-suppressions, which is no name
// for --format.
const suppressionsFormat = "\x00suppressions"

// formats of --format, by name; docs/cli.md has their meaning.
var formats = map[string]func(t *tool, a *analysis, opt analyzeOptions, w io.Writer) error{
	"text": func(t *tool, a *analysis, opt analyzeOptions, w io.Writer) error {
		style, err := t.style(opt.colour, w)
		if err != nil {
			return err
		}
		style.Stories = opt.limit
		return a.report.Text(w, style)
	},
	"json": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error { return a.report.JSON(w) },
	"dot": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		return a.report.DOT(w, a.result.Order, a.result.Tables)
	},
	"html": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error { return a.report.HTML(w, true) },
	"perfetto": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		return perfetto.Write(w, a.result, a.report)
	},
	"sarif":       besideCode(sarif.Write),
	"codequality": besideCode(sarif.CodeQuality),
	"github":      besideCode(sarif.GitHub),
	"tasks":       besideCode(sarif.Tasks),
	"issue": func(_ *tool, a *analysis, opt analyzeOptions, w io.Writer) error {
		return a.report.Issue(w, version, opt.limit)
	},
	suppressionsFormat: func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		return suppress.Write(w, a.report)
	},
}

// besideCode is a format that shows races beside the lines of code, whose files it names
// relative to the current folder.
func besideCode(write func(io.Writer, *report.Report, sarif.Options) error) func(*tool, *analysis, analyzeOptions, io.Writer) error {
	return func(t *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		where, err := os.Getwd()
		if err != nil {
			return err
		}
		return write(w, a.report, sarif.Options{SourceRoot: where, Version: version, Arguments: t.args})
	}
}

// formatNames are those that a user may ask for.
func formatNames() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(formats)), func(s string) bool { return s == suppressionsFormat })
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func checkFormat(name string) error {
	if formats[name] == nil {
		return fmt.Errorf("--format=%s: expected %s", name, formatNames())
	}
	return nil
}
