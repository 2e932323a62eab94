package faults

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// designed are differences between a program alone and with us that are meant.
type designed struct {
	rows []row
	mu   sync.Mutex
	seen map[int]bool
}

// row is a line of testdata/designed.txt: lines that are there with us only, or alone only,
// in some modes, and why.
type row struct {
	only  byte // '+' with us, '-' alone
	modes []string
	line  *regexp.Regexp // all of a line
	why   string
}

func readDesigned(t *testing.T) *designed {
	t.Helper()
	text, err := os.ReadFile("testdata/designed.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := &designed{seen: map[int]bool{}}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || f[0] != "+" && f[0] != "-" {
			t.Fatalf("testdata/designed.txt: %q is not: + or -, modes, a line, the reason", line)
		}
		d.rows = append(d.rows, row{f[0][0], strings.Split(f[1], ","), regexp.MustCompile("^(?:" + f[2] + ")$"), f[3]})
	}
	page, err := os.ReadFile("../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range d.rows {
		if !strings.Contains(string(page), "| "+r.why+" |") {
			t.Errorf("docs/limits.md does not have the reason %q", r.why)
		}
	}
	return d
}

// and has lines, by an expression, that may be on either side, too.
func (d *designed) and(line string) *designed {
	if line == "" {
		return d
	}
	more := &designed{rows: slices.Clone(d.rows), seen: map[int]bool{}}
	for _, only := range []byte("+-") {
		more.rows = append(more.rows, row{only, []string{"all"}, regexp.MustCompile("^(?:" + line + ")$"), ""})
	}
	return more
}

// forOthers: where our libraries lie in a folder that is closed to others, as /root is, the loader
// says so of them to a program that has become another user.
func (d *designed) forOthers(root, scenario string) *designed {
	if scenario != "other-user" || isOpen(root) {
		return d
	}
	return d.and(`ERROR: ld\.so: object '` + regexp.QuoteMeta(root) + `/lib/\$PLATFORM/libsparse[a-z]+\.so' from LD_PRELOAD cannot be preloaded \(cannot open shared object file\): ignored\.`)
}

// isOpen: everybody may go into the folder.
func isOpen(folder string) bool {
	for ; ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err != nil || info.Mode()&1 == 0 {
			return false
		}
		if folder == filepath.Dir(folder) {
			return true
		}
	}
}

// isDesigned: a row has the line.
func (d *designed) isDesigned(only byte, mode, line string) bool {
	for i, r := range d.rows {
		if r.only == only && (slices.Contains(r.modes, mode) || slices.Contains(r.modes, "all")) && r.line.MatchString(line) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.seen[i] = true
			return true
		}
	}
	return false
}

// differences are the lines that one of two outputs has and the other has not at its place,
// but for the designed ones.
func (d *designed) differences(mode, alone, with string) string {
	a, b := strings.Split(alone, "\n"), strings.Split(with, "\n")
	var out []string
	note := func(only byte, line string) {
		if !d.isDesigned(only, mode, line) {
			out = append(out, string(only)+" "+line)
		}
	}
	common := inBoth(a, b)
	i, j := 0, 0
	for _, next := range append(common, [2]int{len(a), len(b)}) {
		for ; i < next[0]; i++ {
			note('-', a[i])
		}
		for ; j < next[1]; j++ {
			note('+', b[j])
		}
		i, j = next[0]+1, next[1]+1
	}
	return strings.Join(out, "\n")
}

// inBoth is a longest list of lines that both have in that order, by their numbers in each.
func inBoth(a, b []string) (pairs [][2]int) {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = 1 + length[i+1][j+1]
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// checkAllSeen: what no scenario shows any more is no difference.
func (d *designed) checkAllSeen(t *testing.T) {
	t.Helper()
	for i, r := range d.rows {
		if !d.seen[i] {
			t.Errorf("testdata/designed.txt: no scenario shows %q: %s", r.line, r.why)
		}
	}
}

// The comparison tells a difference from none, wherever it is.
func TestDifferences(t *testing.T) {
	d := &designed{seen: map[int]bool{}, rows: []row{
		{'+', []string{"recorded"}, regexp.MustCompile(`^(?:extra \d)$`), "because"},
		{'-', []string{"all"}, regexp.MustCompile(`^(?:less)$`), "because"},
	}}
	for _, c := range []struct{ mode, alone, with, want string }{
		{"recorded", "a\nb", "a\nb", ""},
		{"recorded", "a\nb", "a\nextra 5\nb", ""},
		{"stock", "a\nb", "a\nextra 5\nb", "+ extra 5"},
		{"recorded", "a\nb", "a\nextra 5 \nb", "+ extra 5 "},
		{"recorded", "a\nextra 5", "a", "- extra 5"},
		{"stock", "less\na\nless", "a", ""},
		{"stock", "a", "less\na", "+ less"},
		{"stock", "a\nb\nc", "b\na\nc", "- a\n+ a"},
		{"stock", "a = 1\nb", "a = 2\nb", "- a = 1\n+ a = 2"},
		{"stock", "", "a", "- \n+ a"},
	} {
		if got := d.differences(c.mode, c.alone, c.with); got != c.want {
			t.Errorf("%q and %q, %s: %q, expected %q", c.alone, c.with, c.mode, got, c.want)
		}
	}
}
