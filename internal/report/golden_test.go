package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with testdata/NAME.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := 0; i < max(len(g), len(w)); i++ {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s:%d differs (-update rewrites it)\n got: %q\nwant: %q\nwhole:\n%s", path, i+1, lineAt(g, i), lineAt(w, i), got)
		}
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

func TestGoldens(t *testing.T) {
	nestedReport := func(t *testing.T) *Report { return New(nested(t).result, editor(), Options{Trace: "editor.4711.srt"}) }
	plainReport := func(all bool) func(t *testing.T) *Report {
		return func(t *testing.T) *Report {
			return New(stackless(t).result, &fake{}, Options{Trace: "plain.trace", All: all})
		}
	}
	analyzed := func(name string) func(t *testing.T) *Report {
		return func(t *testing.T) *Report {
			src, err := trace.OpenFile("testdata/" + name)
			if err != nil {
				t.Fatal(err)
			}
			result, err := sparsehb.Analyze(src, sparsehb.Options{ReadWrite: true})
			if err != nil {
				t.Fatal(err)
			}
			return New(result, &fake{}, Options{Trace: name, All: true})
		}
	}
	coverage, threads := analyzed("coverage.trace"), analyzed("threads.trace")
	text := func(s Style) func(*Report, *bytes.Buffer) error {
		return func(r *Report, w *bytes.Buffer) error { return r.Text(w, s) }
	}
	json := func(r *Report, w *bytes.Buffer) error { return r.JSON(w) }
	explain := func(r *Report, w *bytes.Buffer) error { return r.Explain(w, r.Races[0].ID, Style{}) }
	for name, c := range map[string]struct {
		report func(t *testing.T) *Report
		write  func(*Report, *bytes.Buffer) error
	}{
		"nested.analyze":          {nestedReport, text(Style{})},
		"nested.analyze-width-50": {nestedReport, text(Style{Width: 50})},
		"nested.analyze-colour":   {nestedReport, text(Style{Colour: true})},
		"nested.analyze-json":     {nestedReport, json},
		"nested.explain":          {nestedReport, explain},
		"plain.analyze":           {plainReport(false), text(Style{})},
		"plain.analyze-all":       {plainReport(true), text(Style{})},
		"plain.analyze-all-json":  {plainReport(true), json},
		"plain.explain":           {plainReport(false), explain},
		"coverage.analyze":        {coverage, text(Style{})},
		"coverage.analyze-json":   {coverage, json},
		"threads.explain":         {threads, explain},
		"threads.explain-2":       {threads, func(r *Report, w *bytes.Buffer) error { return r.Explain(w, r.Races[1].ID, Style{}) }},
	} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := c.write(c.report(t), &got); err != nil {
				t.Fatal(err)
			}
			golden(t, name, got.Bytes())
		})
	}
}

func TestOrderAndInfoGoldens(t *testing.T) {
	for _, name := range []string{"nested", "plain"} {
		in := load(t, name)
		write := map[string]func(w *bytes.Buffer) error{
			"order":      func(w *bytes.Buffer) error { return OrderText(w, in.result.Order, in.result.Tables, false) },
			"order-json": func(w *bytes.Buffer) error { return OrderJSON(w, in.result.Order, in.result.Tables, false) },
			"info":       func(w *bytes.Buffer) error { return WriteInfo(w, name+".trace", stats(t, name)) },
			"info-json":  func(w *bytes.Buffer) error { return WriteInfoJSON(w, stats(t, name)) },
		}
		for flags, f := range write {
			t.Run(name+"."+flags, func(t *testing.T) {
				var got bytes.Buffer
				if err := f(&got); err != nil {
					t.Fatal(err)
				}
				golden(t, name+"."+flags, got.Bytes())
			})
		}
	}
}
