// Command lines counts the lines of each room, tests apart; with --base, those of a
// revision stand beside them. Usage: lines [--base REV]
package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

// kinds of lines. Data that no person writes, traces and recorded logs, is a test's, and
// so are the rooms that only tests import; generated code is what a program of this
// tree writes.
const (
	code = iota
	tests
	prose
	generated
	kinds
)

// forTests are rooms that only tests import.
var forTests = []string{"internal/archtest", "internal/builds", "internal/corners", "internal/needs", "internal/words",
	"sparsehb/randomtrace", "sparsehb/semantics"}

type counts map[string]*[kinds]int

func main() {
	base := flag.String("base", "", "count this revision too")
	flag.Parse()
	if err := run(*base, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(2)
	}
}

func run(base string, w io.Writer) error {
	before := counts{}
	if base != "" {
		var err error
		if before, err = count(base); err != nil {
			return err
		}
	}
	tree, err := exec.Command("git", "stash", "create").Output() // the work tree, as a commit that nobody keeps
	if err != nil {
		return err
	}
	rev := strings.TrimSpace(string(tree))
	if rev == "" {
		rev = "HEAD"
	}
	now, err := count(rev)
	if err != nil {
		return err
	}
	return write(w, before, now, base != "")
}

// count reads a revision as git packs it.
func count(rev string) (counts, error) {
	cmd := exec.Command("git", "archive", rev, ":/")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rev, err)
	}
	c := counts{}
	for r := tar.NewReader(bytes.NewReader(out)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return c, nil
		} else if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if bytes.IndexByte(body, 0) >= 0 {
			continue // no text
		}
		room := roomOf(h.Name)
		if c[room] == nil {
			c[room] = &[kinds]int{}
		}
		c[room][kindOf(h.Name)] += bytes.Count(body, []byte("\n"))
	}
}

// roomOf is the folder, two deep where the first one only gathers rooms.
func roomOf(file string) string {
	parts := strings.Split(path.Dir(file), "/")
	switch {
	case parts[0] == ".":
		return "(top)"
	case len(parts) > 1 && slices.Contains([]string{"cmd", "internal", "tools", "sparsehb", "llvmpass"}, parts[0]) &&
		parts[1] != "testdata":
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

func kindOf(file string) int {
	for _, part := range strings.Split(path.Dir(file), "/") {
		if part == "testdata" || strings.HasSuffix(part, "test") {
			return tests
		}
	}
	switch {
	case strings.HasSuffix(file, "_test.go") || slices.Contains(forTests, path.Dir(file)):
		return tests
	case strings.HasSuffix(file, "_gen.go") || file == "llvmpass/hooks.ll":
		return generated
	case strings.HasSuffix(file, ".md") || path.Dir(file) == "docs/man":
		return prose
	}
	return code
}

func write(w io.Writer, before, now counts, compare bool) error {
	rooms := []string{}
	for _, c := range []counts{before, now} {
		for room := range c {
			if !slices.Contains(rooms, room) {
				rooms = append(rooms, room)
			}
		}
	}
	slices.Sort(rooms)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if compare {
		fmt.Fprintln(t, "code before\tnow\t\ttests before\tnow\tprose before\tnow\tgenerated before\tnow\t  room")
	} else {
		fmt.Fprintln(t, "code\ttests\tprose\tgenerated\t  room")
	}
	var was, is [kinds]int
	row := func(room string, b, n [kinds]int) {
		if compare {
			fmt.Fprintf(t, "%d\t%d\t%+d\t%d\t%d\t%d\t%d\t%d\t%d\t  %s\n",
				b[code], n[code], n[code]-b[code], b[tests], n[tests], b[prose], n[prose], b[generated], n[generated], room)
		} else {
			fmt.Fprintf(t, "%d\t%d\t%d\t%d\t  %s\n", n[code], n[tests], n[prose], n[generated], room)
		}
	}
	for _, room := range rooms {
		var b, n [kinds]int
		if before[room] != nil {
			b = *before[room]
		}
		if now[room] != nil {
			n = *now[room]
		}
		for k := range kinds {
			was[k] += b[k]
			is[k] += n[k]
		}
		row(room, b, n)
	}
	row("all", was, is)
	return t.Flush()
}
