package explore

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"sparseracer/internal/htmlpage"
	"sparseracer/internal/steering"
)

// The report is static: a page for all, and one for each run that is not as the one it
// came from, with what the windows showed in both. Everything in it is untrusted text,
// escaped by html/template; pictures are the files beside it.

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string

	pages = htmlpage.New(pageText, pageStyle, "", true)
)

// reportFile is the page to open.
const reportFile = "report.html"

// overview is what the page for all shows.
type overview struct {
	Program string
	Kept    *Kept
	All     Counts
	Share   int // percent of places that need no run
	Depths  []depth
	Runs    []entry
	Refused []refusal
}

type depth struct {
	Reversals int
	Counts
}

// entry is a line of the table of runs.
type entry struct {
	*Run
	Page   string
	Turn   turn
	Reason string
}

type refusal struct {
	Reason string
	Times  int
}

// detail is the page of one run.
type detail struct {
	*Run
	Program  string
	Chain    []turn
	Facts    []Difference
	Pictures []pictures
	Failing  string // the file of its schedule
}

// pictures of one window in two runs; "" where there is none.
type pictures struct {
	Window, Was, Is string
	Same            bool
	Noise           bool // it differs by itself
}

// Pages writes the report into the folder of the exploration and gives its file.
func (k *Kept) Pages(dir string) (string, error) {
	o := overview{Program: strings.Join(k.Program, " "), Kept: k, All: k.Counts(0)}
	if o.All.Enabled > 0 {
		o.Share = 100 * o.All.Pruned / o.All.Enabled
	}
	for d := 1; d <= k.Depth(); d++ {
		o.Depths = append(o.Depths, depth{d, k.Counts(d)})
	}
	refused := map[string]int{}
	for i := range k.State.Runs {
		switch r := &k.State.Runs[i]; {
		case r.Refused != "":
			refused[r.Refused]++
		case r.Finding != nil:
			e, err := k.entry(dir, r)
			if err != nil {
				return "", err
			}
			o.Runs = append(o.Runs, e)
		}
	}
	slices.SortStableFunc(o.Runs, func(a, b entry) int { return rank(a.Finding.Class) - rank(b.Finding.Class) })
	for _, why := range slices.Sorted(maps.Keys(refused)) {
		o.Refused = append(o.Refused, refusal{why, refused[why]})
	}
	path := filepath.Join(dir, reportFile)
	return path, writePage(path, "overview", "Orders that were tried", o)
}

// rank puts what is worth a look first.
func rank(c Class) int { return slices.Index([]Class{Different, Harmless, NotReached, Equal}, c) }

// entry writes the page of a run that has something to show.
func (k *Kept) entry(dir string, r *Run) (entry, error) {
	e := entry{Run: r, Turn: r.turn(), Reason: r.Finding.Why}
	if len(r.Finding.Differences) == 0 {
		return e, nil
	}
	d := detail{Run: r, Program: strings.Join(k.Program, " "), Facts: r.Finding.Differences, Chain: k.chain(r)}
	was, err := readFacts(runFolder(dir, r.Parent))
	if err != nil {
		return e, err
	}
	is, err := readFacts(runFolder(dir, r.ID))
	if err != nil {
		return e, err
	}
	d.Pictures = beside(was, is, r, k.Noise)
	d.Facts = slices.DeleteFunc(slices.Clone(d.Facts), func(f Difference) bool { return strings.HasPrefix(f.What, steering.LookWindow) })
	if r.Failing(nil) != nil {
		d.Failing = scheduleFile(r.ID)
	}
	e.Page = fmt.Sprintf("run-%04d.html", r.ID)
	return e, writePage(filepath.Join(dir, e.Page), "detail", "One order beside another", d)
}

// chain is all that was turned round on the way from the first run.
func (k *Kept) chain(r *Run) []turn {
	by := map[int]*Run{}
	for i := range k.State.Runs {
		by[k.State.Runs[i].ID] = &k.State.Runs[i]
	}
	var list []turn
	for ; r != nil && r.ID != 0; r = by[r.Parent] {
		list = append(list, r.turn())
	}
	slices.Reverse(list)
	return list
}

var pictureName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+x[0-9]+ ([0-9a-f]{16}\.png)$`) })

// beside pairs the windows of two runs.
func beside(was, is Facts, r *Run, but noise) []pictures {
	file := func(f Facts, window string, id int) string {
		if m := pictureName().FindStringSubmatch(f[window]); m != nil {
			return runFolder("", id) + "/" + m[1]
		}
		return ""
	}
	var list []pictures
	names := maps.Clone(was)
	maps.Copy(names, is)
	for _, what := range slices.Sorted(maps.Keys(names)) {
		if window, ok := strings.CutPrefix(what, steering.LookWindow); ok {
			list = append(list, pictures{window, file(was, what, r.Parent), file(is, what, r.ID), was[what] == is[what], but[what] == whole})
		}
	}
	slices.SortStableFunc(list, func(a, b pictures) int {
		switch quiet, other := a.Same || a.Noise, b.Same || b.Noise; {
		case quiet == other:
			return 0
		case quiet:
			return 1
		}
		return -1
	})
	return list
}

func writePage(path, name, title string, data any) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NOFOLLOW, 0o600) // it shows what was typed
	if err != nil {
		return err
	}
	err = pages.Write(f, name, title, data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
