package crashreport

import (
	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/plain"
)

// coloured are the sequences by which a terminal was told to colour what people paste.
var coloured = lazyregexp.New(`\x1b\[[0-9;]*m`)

// clean makes visible what a terminal would obey: a report is anybody's text, and its names are
// repeated in answers.
func (r *Report) clean() *Report {
	if r == nil {
		return nil
	}
	texts := []*string{&r.Program, &r.Signal, &r.Fault}
	for _, list := range [][]string{r.Said, r.Warnings} {
		for i := range list {
			texts = append(texts, &list[i])
		}
	}
	for i := range r.Modules {
		texts = append(texts, &r.Modules[i].Path, &r.Modules[i].BuildID)
	}
	stacks := [][]Frame{r.Free, r.Alloc}
	for i := range r.Threads {
		texts = append(texts, &r.Threads[i].Name)
		stacks = append(stacks, r.Threads[i].Frames)
	}
	for _, frames := range stacks {
		for i := range frames {
			f := &frames[i]
			texts = append(texts, &f.Function, &f.Args, &f.File, &f.Module)
		}
	}
	for _, s := range texts {
		*s = plain.Text(*s)
	}
	return r
}
