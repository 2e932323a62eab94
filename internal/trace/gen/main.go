// Command gen makes kinds_gen.go from the recorder's table of records, so that
// C and Go cannot disagree. Usage: gen EVENTS.DEF OUT.GO
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
)

// firstDefinition is the code from which on records describe instead of being
// operations.
const firstDefinition = "22"

var goNames = map[string]string{"enterloop": "EnterLoop", "exitloop": "ExitLoop"}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gen EVENTS.DEF OUT.GO")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func generate(in, out string) error {
	def, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	version := regexp.MustCompile(`#define SPARSE_TRACE_VERSION (\d+)`).FindSubmatch(def)
	records := regexp.MustCompile(`(?m)^SPARSE_RECORD\((\w+),\s*(\d+),\s*"(\w*)"\)`).FindAllSubmatch(def, -1)
	if version == nil || len(records) == 0 {
		return fmt.Errorf("%s: no version or no records", in)
	}
	var consts, names, defs, fields bytes.Buffer
	for _, r := range records {
		name, code, shape := string(r[1]), string(r[2]), string(r[3])
		if len(code) == 2 && code >= firstDefinition {
			fmt.Fprintf(&defs, "def%s Kind = %s\n", title(name), code)
			fmt.Fprintf(&fields, "def%s: %q,\n", title(name), shape)
			continue
		}
		fmt.Fprintf(&consts, "%s Kind = %s\n", title(name), code)
		fmt.Fprintf(&names, "%s: %q,\n", title(name), name)
		fmt.Fprintf(&fields, "%s: %q,\n", title(name), shape)
	}
	src := fmt.Sprintf(`// Code generated from events.def. DO NOT EDIT.

package trace

// Version is the protocol version of the binary form.
const Version = %s

// Kind is the kind of an operation; the names are the trace language's.
type Kind uint8

const (
%s)

// Definitions describe; they are no operations.
const (
	firstDefinition Kind = %s
%s)

var kindNames = [...]string{
%s}

// recordFields are the fields of each record, letters as in events.def.
var recordFields = [32]string{
%s}
`, version[1], consts.String(), firstDefinition, defs.String(), names.String(), fields.String())
	formatted, err := format.Source([]byte(src))
	if err != nil {
		return err
	}
	return os.WriteFile(out, formatted, 0o644)
}

func title(s string) string {
	if n, ok := goNames[s]; ok {
		return n
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
