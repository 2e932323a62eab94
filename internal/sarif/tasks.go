package sarif

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"sparseracer/internal/plain"
	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
)

// Tasks writes the reported races as a list of tasks for Qt Creator's pane *Issues*: a line
// is FILE, LINE, TYPE and DESCRIPTION with a tab between. A race stands at its use, and once
// more at its free and its allocation.
func Tasks(w io.Writer, r *report.Report, o Options) error {
	out := bufio.NewWriter(w)
	for _, text := range r.Warnings {
		fmt.Fprintf(out, "warn\t%s\n", taskText("sparseracer: "+text))
	}
	if why := r.Unanswered(); why != "" {
		fmt.Fprintf(out, "err\t%s\n", taskText("sparseracer: no answer: "+why))
	}
	for _, race := range r.Reported() {
		kind := "warn"
		if level(race) == "error" {
			kind = "err"
		}
		main := primary(race)
		fmt.Fprintf(out, "%s%s\t%s\n", o.taskPlace(main), kind, taskText(message(race)+" ["+race.ID+"]"))
		for _, p := range []*report.Place{&race.First, &race.Second, race.Alloc} {
			if p == nil {
				continue
			}
			if f := known(p.Frame()); f != nil && f != main {
				fmt.Fprintf(out, "%snote\t%s\n", o.taskPlace(f), taskText(p.Act()+" in "+f.Name()+" ["+race.ID+"]"))
			}
		}
	}
	return out.Flush()
}

// taskPlace is file and line with the tabs after them, "" for none. The file is absolute: of
// others the editor looks for them beside the list, wherever that lies.
func (o Options) taskPlace(f *symbols.Frame) string {
	if f == nil {
		return ""
	}
	file := f.File
	if !filepath.IsAbs(file) && o.SourceRoot != "" {
		file = filepath.Join(o.SourceRoot, file)
	}
	if strings.HasPrefix(file, "#") { // a comment
		file = "./" + file
	}
	return fmt.Sprintf("%s\t%d\t", plain.Text(file), f.Line)
}

// taskText is a description: the editor takes \\ for a backslash, and \n and \t for what
// they are elsewhere.
func taskText(text string) string { return strings.ReplaceAll(plain.Text(text), `\`, `\\`) }
