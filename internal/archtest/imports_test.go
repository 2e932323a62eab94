// Package archtest holds the shape of the project to its word: imports point
// one way, the C rules are kept.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"sort"
	"strings"
	"testing"
)

const module = "sparseracer"

// mayImport says for each room which other rooms it may look at. A room that
// is missing here may import none and be imported by none.
var mayImport = map[string][]string{
	"internal/system":              {"internal/needs"},
	"internal/regular":             {},
	"internal/lazyregexp":          {},
	"internal/probe":               {},
	"internal/ctest":               {"internal/needs"},
	"internal/mend":                {"internal/ctree", "internal/system", "internal/needs", "internal/regular"},
	"internal/ctree":               {"internal/needs", "internal/regular"},
	"internal/spinning":            {"internal/ctree", "internal/plain", "internal/needs", "internal/regular"},
	"internal/exporttest":          {"internal/lazyregexp", "internal/plain", "internal/steer", "internal/steering", "internal/regular"},
	"internal/exercise":            {"internal/probe"},
	"internal/sandbox":             {"internal/needs"},
	"internal/install":             {"internal/steering", "internal/system", "internal/qtbuild"},
	"internal/doctor":              {"internal/selftest", "internal/steering", "internal/steering/steeringtest", "internal/install", "internal/system", "internal/qtbuild", "internal/symbols", "internal/needs"},
	"internal/interrupt":           {},
	"internal/recording":           {"internal/interrupt", "internal/steering", "internal/plain", "internal/install", "internal/system", "internal/qtbuild", "internal/steer", "internal/trace", "internal/needs", "internal/regular"},
	"internal/selftest":            {"internal/install", "internal/steering", "internal/symbols", "internal/system", "internal/trace", "internal/needs"},
	"tools/lines":                  {},
	"internal/steering":            {},
	"internal/steering/gen":        {},
	"internal/trace":               {},
	"internal/trace/gen":           {},
	"internal/tracegen":            {"internal/trace"},
	"internal/eventracer":          {"internal/trace"},
	"internal/tasks":               {"internal/trace"},
	"sparsehb/semantics":           {"internal/trace"},
	"sparsehb/randomtrace":         {"internal/trace"},
	"sparsehb/clock":               {},
	"sparsehb/gen":                 {},
	"sparsehb/walk":                {"internal/trace"},
	"sparsehb/heap":                {"internal/trace"},
	"sparsehb/order":               {"internal/system", "internal/trace", "sparsehb/clock", "sparsehb/walk", "sparsehb/heap", "sparsehb/semantics", "sparsehb/randomtrace"},
	"sparsehb/race":                {"internal/trace", "sparsehb/clock", "sparsehb/walk", "sparsehb/heap", "sparsehb/order", "sparsehb/semantics", "sparsehb/randomtrace"},
	"sparsehb/filter":              {"internal/system", "internal/trace", "sparsehb/walk", "sparsehb/heap", "sparsehb/order", "sparsehb/race", "sparsehb/semantics", "sparsehb/randomtrace"},
	"sparsehb":                     {"internal/trace", "internal/tracegen", "sparsehb/semantics", "sparsehb/randomtrace", "sparsehb/walk", "sparsehb/heap", "sparsehb/order", "sparsehb/race", "sparsehb/filter", "sparsehb/flow"},
	"sparsehb/flow":                {"internal/system", "internal/trace"},
	"sparsehb/bench":               {"internal/trace", "internal/tracegen", "internal/symbols", "internal/report", "internal/eventracer", "sparsehb", "sparsehb/order", "sparsehb/race"},
	"internal/sites":               {"internal/needs"},
	"internal/symbols":             {"internal/callee", "internal/system", "internal/trace", "internal/sites", "internal/moc", "internal/needs"},
	"internal/machine":             {},
	"internal/callee":              {"internal/machine", "internal/system", "internal/builds", "internal/needs"},
	"internal/moc":                 {"internal/machine", "internal/needs"},
	"internal/audit":               {"internal/trace", "sparsehb"},
	"internal/htmlpage":            {},
	"internal/plain":               {},
	"internal/report":              {"internal/htmlpage", "internal/plain", "internal/system", "internal/trace", "sparsehb", "sparsehb/filter", "sparsehb/flow", "internal/symbols", "internal/sites", "internal/audit"},
	"internal/crashreport":         {"internal/lazyregexp", "internal/plain", "internal/steer", "internal/needs", "internal/regular"},
	"internal/crashmatch":          {"internal/lazyregexp", "internal/crashreport", "internal/machine", "internal/report", "internal/symbols", "internal/system", "sparsehb", "internal/needs"},
	"internal/suppress":            {"internal/symbols", "internal/report"},
	"internal/triage":              {"internal/plain", "internal/regular"},
	"internal/perfetto":            {"internal/perfetto/perfettotest", "internal/trace", "internal/symbols", "internal/report", "sparsehb"},
	"internal/sarif":               {"internal/sarif/sariftest", "internal/symbols", "internal/plain", "internal/report"},
	"internal/mcpserver":           {},
	"internal/farm":                {"internal/needs"},
	"internal/farm/store":          {"internal/farm", "internal/farm/farmtest"},
	"internal/farm/work":           {"internal/farm", "internal/farm/store", "internal/farm/farmtest"},
	"internal/farm/page":           {"internal/webui/browser", "internal/farm", "internal/farm/store", "internal/farm/work", "internal/farm/farmtest", "internal/htmlpage", "internal/plain", "internal/needs"},
	"internal/timeline":            {"internal/trace", "internal/tracegen"},
	"internal/layered":             {},
	"internal/webui":               {"internal/webui/browser", "internal/htmlpage", "internal/system", "internal/trace", "internal/tracegen", "internal/symbols", "internal/report", "internal/timeline", "internal/layered", "sparsehb", "sparsehb/filter", "sparsehb/flow", "internal/needs", "internal/builds"},
	"internal/steer":               {"internal/steering", "internal/steering/steeringtest", "internal/symbols", "internal/system", "internal/trace", "sparsehb", "internal/needs", "internal/regular"},
	"internal/fuzz":                {"internal/steering", "internal/steer", "internal/trace", "sparsehb"},
	"internal/explore":             {"internal/steering", "internal/steering/steeringtest", "internal/htmlpage", "internal/system", "internal/steer", "internal/trace", "sparsehb"},
	"llvmpass/llvmc":               {},
	"llvmpass":                     {"internal/sites", "internal/system", "llvmpass/llvmc", "llvmpass/ignorelist", "internal/needs"},
	"llvmpass/ignorelist":          {},
	"llvmpass/ccwrap":              {"internal/system", "internal/sites"},
	"cmd/sparse-cc":                {"llvmpass/ccwrap", "internal/needs"},
	"cmd/sparse-instrument":        {"llvmpass", "llvmpass/ignorelist"},
	"cmd/sparseracer":              {"internal/interrupt", "internal/selftest", "internal/steering", "internal/install", "internal/doctor", "internal/recording", "internal/system", "internal/tasks", "internal/trace", "sparsehb", "sparsehb/flow", "internal/symbols", "internal/plain", "internal/regular", "internal/report", "internal/crashreport", "internal/crashmatch", "internal/suppress", "internal/triage", "internal/sarif", "internal/perfetto", "internal/steer", "internal/exporttest", "internal/mend", "internal/ctree", "internal/spinning", "internal/fuzz", "internal/explore", "internal/probe", "internal/exercise", "internal/sandbox", "internal/ctest", "internal/qtbuild", "internal/audit", "internal/webui", "internal/mcpserver", "internal/farm", "internal/farm/store", "internal/farm/work", "internal/farm/page", "internal/perfetto/perfettotest", "internal/sarif/sariftest", "internal/eventracer", "internal/needs", "internal/builds", "internal/crosscheck"},
	"internal/archtest":            {},
	"tracelib/test":                {"internal/trace", "internal/needs", "internal/builds"},
	"cmd/sparse-cc/bench/building": {},
	"tracelib/bench/recording":     {},
	"qtpatch/bench/posts":          {},
	"stocklib/bench/heap":          {},
	"stocklib/test":                {"internal/steering", "internal/needs"},
	"flowlib/test":                 {"internal/needs"},
	"loopcore/test":                {"internal/steering", "internal/needs", "internal/trace"},
	"qtpatch/test":                 {"internal/selftest", "internal/steering", "internal/trace", "internal/crosscheck", "internal/needs", "internal/builds"},
	"internal/corners":             {"internal/system", "internal/trace", "internal/needs"},
	"uvpatch/test":                 {"internal/corners", "internal/builds", "internal/needs", "internal/system", "internal/trace"},
	"faults":                       {"internal/needs"},
	"glibpatch/test":               {"internal/corners", "internal/builds", "internal/needs", "internal/trace"},
	"qtpatch/patches":              {},
	"internal/qtbuild":             {"qtpatch/patches", "internal/needs"},
	"internal/needs":               {},
	"internal/builds":              {"internal/system"},
	"internal/crosscheck":          {"internal/qtbuild", "internal/needs"},
	"tools/patchedqt":              {"internal/qtbuild", "internal/crosscheck"},
	"tools/figures":                {},
	"tools/fuzz":                   {"internal/needs"},
	"tools/farm":                   {"internal/trace"},
	"tools/crashes":                {"internal/selftest", "internal/steer", "internal/steering", "tools/samplebuilds"},
	"tools/samplebuilds":           {},
	"tools/suites/table":           {},
	"internal/words":               {},
	"tools/countests":              {},
	"tools/remedies":               {"tools/samplebuilds"},
	"tools/reduction":              {"sparsehb/filter"},
	"tools/ring":                   {},
	"tools/exercised":              {"internal/trace"},
	"tools/applications":           {},
	"tools/suites":                 {"internal/needs"},

	// Readers of what is written, for tests.
	"internal/perfetto/perfettotest": {},
	"internal/steering/steeringtest": {"internal/steering", "internal/needs"},
	"internal/sarif/sariftest":       {},

	// Databases and a store that go with a test.
	"internal/farm/farmtest": {"internal/needs"},

	// A browser that looks at pages.
	"internal/webui/browser": {"internal/builds", "internal/needs"},
}

// goPackage is the part of `go list -json` that counts.
type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	CgoFiles                           []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-tags=llvm19,mcp,farm", "-json=ImportPath,Imports,TestImports,XTestImports,CgoFiles", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func room(path string) string { return strings.TrimPrefix(path, module+"/") }

// wrongImports are the arrows that point where mayImport has none. The C test
// rooms may import what their tests need too; other tests may look down only.
func wrongImports(list []goPackage, allowed map[string][]string) []string {
	var wrong []string
	for _, p := range list {
		to, known := allowed[room(p.ImportPath)]
		if !known {
			wrong = append(wrong, room(p.ImportPath)+" is not in the picture")
			continue
		}
		may := map[string]bool{room(p.ImportPath): true}
		for _, r := range to {
			may[r] = true
		}
		for _, imp := range append(append(append([]string{}, p.Imports...), p.TestImports...), p.XTestImports...) {
			if strings.HasPrefix(imp, module+"/") && !may[room(imp)] {
				wrong = append(wrong, room(p.ImportPath)+" imports "+room(imp))
			}
		}
	}
	sort.Strings(wrong)
	return wrong
}

func TestImportsPointOneWay(t *testing.T) {
	for _, w := range wrongImports(listPackages(t), mayImport) {
		t.Error(w)
	}
}

// TestCgoStaysInOneRoom: the tool and the compilers' front must build without
// a C compiler, and start without libLLVM.
func TestCgoStaysInOneRoom(t *testing.T) {
	for _, p := range listPackages(t) {
		r := room(p.ImportPath)
		if len(p.CgoFiles) > 0 && r != "llvmpass/llvmc" {
			t.Errorf("%s uses cgo", r)
		}
	}
}

// TestWrongImportIsSeen: an arrow that points up is found.
func TestWrongImportIsSeen(t *testing.T) {
	list := []goPackage{
		{ImportPath: module + "/sparsehb", Imports: []string{module + "/internal/report", "fmt"}},
		{ImportPath: module + "/internal/trace", TestImports: []string{module + "/sparsehb"}},
		{ImportPath: module + "/attic"},
	}
	got := strings.Join(wrongImports(list, mayImport), "; ")
	want := "attic is not in the picture; internal/trace imports sparsehb; sparsehb imports internal/report"
	if got != want {
		t.Errorf("got %q, expected %q", got, want)
	}
}
