// Command gen makes words_gen.go from the definition of steering, so that C and Go
// cannot disagree. Usage: gen STEERING.DEF OUT.GO
package main

import (
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen STEERING.DEF OUT.GO")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	def, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	src, err := generate(string(def))
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return os.WriteFile(out, src, 0o644)
}

// Rows of the definition, one a line.
var (
	version    = regexp.MustCompile(`(?m)^#define STEERING_VERSION (\d+)$`)
	word       = regexp.MustCompile(`^STEERING_WORD\((\w+), (\w+), ("[^"\\]*")\)$`)
	divergence = regexp.MustCompile(`^STEERING_DIVERGENCE\((\w+), ("[^"\\]*"), "[^"\\]*"\)$`)
	limit      = regexp.MustCompile(`^STEERING_LIMIT\((\w+), (\d+)\)$`)
)

func generate(def string) ([]byte, error) {
	v := version.FindStringSubmatch(def)
	if v == nil {
		return nil, fmt.Errorf("no version")
	}
	var words, limits, table strings.Builder
	for n, line := range strings.Split(def, "\n") {
		if !strings.HasPrefix(line, "STEERING_") {
			continue
		}
		var group, name, text string
		if m := word.FindStringSubmatch(line); m != nil {
			group, name, text = m[1], m[2], m[3]
		} else if m := divergence.FindStringSubmatch(line); m != nil {
			group, name, text = "diverged", m[1], m[2]
		} else if m := limit.FindStringSubmatch(line); m != nil {
			fmt.Fprintf(&limits, "\tMost%s = %s\n", title(m[1]), m[2])
			continue
		} else {
			return nil, fmt.Errorf("line %d: %s: no row", n+1, line)
		}
		fmt.Fprintf(&words, "\t%s%s = %s\n", title(group), title(name), text)
		fmt.Fprintf(&table, "\t{%q, %q, %s},\n", group, name, text)
	}
	return format.Source([]byte(`// Code generated from steering.def. DO NOT EDIT.

package steering

// Version is that of the definition.
const Version = ` + v[1] + `

// The words, by their groups.
const (
` + words.String() + `)

// The most that the libraries have room for.
const (
` + limits.String() + `)

// Words are all of them.
var Words = []Word{
` + table.String() + `}
`))
}

// title makes HoldTimeout of hold_timeout.
func title(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
