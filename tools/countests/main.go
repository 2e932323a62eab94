// Command countests reads the output of `go test -json`, shows what failed and
// ends with "N passed, N failed, N skipped". It exits with 1 if anything failed
// or nothing ran. Subtests are counted with their parents' names.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is the part of a test2json event that counts.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

func main() { os.Exit(count(os.Stdin, os.Stdout)) }

func count(in io.Reader, out io.Writer) int {
	var passed, failed, skipped int
	output := map[string]*strings.Builder{}
	failedIn := map[string]bool{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text()) // a build error, say
			continue
		}
		key := e.Package + e.ImportPath + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
			continue
		case "build-fail":
			fmt.Fprintf(out, "FAIL to build %s\n%s", e.ImportPath, text(output[key]))
		case "pass":
			if e.Test != "" {
				passed++
			} else {
				fmt.Fprintf(out, "ok   %s %.1fs\n", e.Package, e.Elapsed)
			}
		case "skip":
			if e.Test != "" {
				skipped++
				fmt.Fprintf(out, "skip %s %s\n%s", e.Package, e.Test, text(output[key]))
			}
		case "fail":
			// A package fails with its tests; alone when it does not build or crashes.
			if e.Test != "" {
				failedIn[e.Package] = true
			}
			if e.Test != "" || !failedIn[e.Package] {
				failed++
			}
			fmt.Fprintf(out, "FAIL %s %s\n%s", e.Package, e.Test, text(output[key]))
		default:
			continue
		}
		delete(output, key)
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(out, "countests:", err)
		failed++
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if failed > 0 || passed == 0 {
		return 1
	}
	return 0
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}
