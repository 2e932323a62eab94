package main

import (
	"fmt"
	"io"
	"slices"
)

// row is one program: what each seed reached, by exercise and by random input.
type row struct {
	program string
	by      [2][]counts
}

func writeTable(w io.Writer, rows []row) error {
	_, err := fmt.Fprint(w, "| program | nested loops: exercise | random | ratio | dialogs: exercise | random | handlers: exercise | random | sessions: exercise | random |\n"+
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		loops := func(c counts) int { return c.loops }
		dialogs := func(c counts) int { return c.dialogs }
		handlers := func(c counts) int { return c.handlers }
		sessions := func(c counts) int { return c.sessions }
		if err == nil {
			_, err = fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", r.program, r.pair(loops), r.ratio(loops), r.pair(dialogs), r.pair(handlers), r.pair(sessions))
		}
	}
	return err
}

// pair are the two cells of a measure: medians, with the range where runs differ.
func (r *row) pair(of func(counts) int) string {
	return cell(values(r.by[0], of)) + " | " + cell(values(r.by[1], of))
}

// ratio is that of the medians.
func (r *row) ratio(of func(counts) int) string {
	other := median(values(r.by[1], of))
	if other == 0 {
		return "none by random input"
	}
	return fmt.Sprintf("%.1f", median(values(r.by[0], of))/other)
}

func values(list []counts, of func(counts) int) (out []int) {
	for _, c := range list {
		out = append(out, of(c))
	}
	slices.Sort(out)
	return out
}

func cell(sorted []int) string {
	text := fmt.Sprintf("%g", median(sorted))
	if lo, hi := sorted[0], sorted[len(sorted)-1]; lo != hi {
		text += fmt.Sprintf(" (%d to %d)", lo, hi)
	}
	return text
}

func median(sorted []int) float64 {
	n := len(sorted)
	return float64(sorted[(n-1)/2]+sorted[n/2]) / 2
}
