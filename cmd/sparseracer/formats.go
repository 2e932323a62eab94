package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"sparseracer/internal/perfetto"
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
	"sarif": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		where, err := os.Getwd()
		if err != nil {
			return err
		}
		return sarif.Write(w, a.report, sarif.Options{SourceRoot: where, Version: version})
	},
	"codequality": func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		where, err := os.Getwd()
		if err != nil {
			return err
		}
		return sarif.CodeQuality(w, a.report, sarif.Options{SourceRoot: where, Version: version})
	},
	suppressionsFormat: func(_ *tool, a *analysis, _ analyzeOptions, w io.Writer) error {
		return suppress.Write(w, a.report)
	},
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
