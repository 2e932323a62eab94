package sarif

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"sparseracer/internal/report"
)

// hostile is a report whose names try to end a line, a field or a command.
func hostile() *report.Report {
	r := race()
	r.First.Stack[0].Function = "f::g(a,b)\n::error::x\r\tz%0A"
	r.First.Stack[0].File = "/src/app/a,b:c%\t\n.cpp"
	r.Told.Why = []string{"because\n::add-mask::secret\x1b[2J\\n"}
	bare := &report.Race{ID: "aaaaaaaaaaaa", Kind: "read-write", Observed: true}
	return &report.Report{Races: []*report.Race{r, bare}, Warnings: []string{"lost\n::stop-commands::x"}}
}

func linesOf(t *testing.T, write func(io.Writer, *report.Report, Options) error, r *report.Report) []string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r, Options{SourceRoot: "/src/app"}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\r\u202e") || !strings.HasSuffix(b.String(), "\n") {
		t.Errorf("%q", b.String())
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// command takes a workflow command apart as GitHub's runner does.
func command(t *testing.T, line string) (name string, properties map[string]string, data string) {
	t.Helper()
	head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
	if !ok || !strings.HasPrefix(line, "::") {
		t.Fatalf("%q is no command", line)
	}
	name, rest, _ := strings.Cut(head, " ")
	properties = map[string]string{}
	for _, p := range strings.Split(rest, ",") {
		key, value, _ := strings.Cut(p, "=")
		properties[key] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(value)
	}
	return name, properties, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)
}

func TestGitHub(t *testing.T) {
	lines := linesOf(t, GitHub, hostile())
	if len(lines) != 3 {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	if name, p, data := command(t, lines[0]); name != "warning" || p["title"] != "sparseracer" || data != `lost\x0a::stop-commands::x` {
		t.Errorf("%s %v %q", name, p, data)
	}
	name, p, data := command(t, lines[1])
	if name != "warning" || p["file"] != `a,b:c%\x09\x0a.cpp` || p["line"] != "59" || p["col"] != "7" || p["title"] != "use-after-free ce0d11e36fef" || len(p) != 4 {
		t.Errorf("%s %v", name, p)
	}
	for _, want := range []string{"use-after-free (predicted): ", `because\x0a::add-mask::secret\x1b[2J`} {
		if !strings.Contains(data, want) {
			t.Errorf("%q is not in %q", want, data)
		}
	}
	if name, p, _ := command(t, lines[2]); name != "error" || len(p) != 1 {
		t.Errorf("a race without a place: %s %v", name, p)
	}
	if lines := linesOf(t, GitHub, &report.Report{Races: []*report.Race{race()}}); !strings.HasPrefix(lines[0], "::warning file=a viewer.cpp,line=59,col=7,title=use-after-free ce0d11e36fef::use-after-free (predicted): ") {
		t.Errorf("%q", lines[0])
	}
}

// undone reads a description as Qt Creator does.
func undone(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(text)
}

func TestTasks(t *testing.T) {
	lines := linesOf(t, Tasks, hostile())
	if len(lines) != 5 {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	if f := strings.Split(lines[0], "\t"); len(f) != 2 || f[0] != "warn" || undone(f[1]) != `sparseracer: lost\x0a::stop-commands::x` {
		t.Errorf("%q", f)
	}
	f := strings.Split(lines[1], "\t")
	if len(f) != 4 || f[0] != `/src/app/a,b:c%\x09\x0a.cpp` || f[1] != "59" || f[2] != "warn" ||
		!strings.Contains(undone(f[3]), `because\x0a::add-mask::secret\x1b[2J\n`) || !strings.HasSuffix(f[3], "[ce0d11e36fef]") {
		t.Errorf("%q", f)
	}
	if f := strings.Split(lines[2], "\t"); len(f) != 4 || f[0] != "/src/app/a viewer.cpp" || f[1] != "39" || f[2] != "note" || f[3] != "free in Viewer::~Viewer() [ce0d11e36fef]" {
		t.Errorf("%q", f)
	}
	if f := strings.Split(lines[3], "\t"); len(f) != 4 || f[0] != "/src/app/main.cpp" || !strings.HasPrefix(f[3], "alloc in main") {
		t.Errorf("%q", f)
	}
	if f := strings.Split(lines[4], "\t"); len(f) != 2 || f[0] != "err" {
		t.Errorf("a race without a place: %q", f)
	}
	r := race()
	r.First.Stack[0].File = "#hidden.cpp"
	var b bytes.Buffer
	if err := Tasks(&b, &report.Report{Races: []*report.Race{r}}, Options{}); err != nil || !strings.HasPrefix(b.String(), "./#hidden.cpp\t59\twarn\t") {
		t.Errorf("%v, %q", err, b.String())
	}
}
