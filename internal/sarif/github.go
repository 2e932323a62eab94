package sarif

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"sparseracer/internal/plain"
	"sparseracer/internal/report"
)

// GitHub writes the reported races as commands of a GitHub workflow, which shows each as
// an annotation beside the line.
func GitHub(w io.Writer, r *report.Report, o Options) error {
	out := bufio.NewWriter(w)
	for _, text := range r.Warnings {
		fmt.Fprintf(out, "::warning title=sparseracer::%s\n", commandData(text))
	}
	if why := r.Unanswered(); why != "" {
		fmt.Fprintf(out, "::error title=sparseracer::%s\n", commandData("no answer: "+why))
	}
	for _, race := range r.Reported() {
		at := ""
		if f := primary(race); f != nil {
			at = fmt.Sprintf("file=%s,line=%d,", commandProperty(o.relative(f.File)), f.Line)
			if f.Column > 0 {
				at += fmt.Sprintf("col=%d,", f.Column)
			}
		}
		fmt.Fprintf(out, "::%s %stitle=%s::%s\n", level(race), at, commandProperty(race.Title()+" "+race.ID), commandData(message(race)))
	}
	return out.Flush()
}

// level is error for what was seen, else warning: a prediction needs its order of events.
func level(r *report.Race) string {
	if r.Observed || r.Verdict == "confirmed" {
		return "error"
	}
	return "warning"
}

// What ends a command, a property or a property's name in GitHub's workflow commands is
// escaped as the runner takes it back.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func commandData(text string) string     { return dataEscapes.Replace(plain.Text(text)) }
func commandProperty(text string) string { return propertyEscapes.Replace(plain.Text(text)) }
