package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// client is the SDK's own client of the tool's server.
type client struct {
	*mcp.ClientSession
	t *testing.T
}

func newClient(t *testing.T, args ...string) *client {
	t.Helper()
	cmd := exec.Command(built(t, "bin/sparseracer"), append([]string{"mcp"}, args...)...)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+t.TempDir())
	cmd.Stderr = os.Stderr
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &client{s, t}
}

// ask calls a tool whose answer goes into out; both forms of the answer are the same.
func (c *client) ask(out any, tool string, args map[string]any) {
	c.t.Helper()
	r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		c.t.Fatalf("%s: %s", tool, text)
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		c.t.Fatalf("%s: %v in %s", tool, err, text)
	}
	again, err := json.Marshal(r.StructuredContent)
	var a, b any
	if err != nil || json.Unmarshal(again, &a) != nil || json.Unmarshal([]byte(text), &b) != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	if x, y := mustJSON(c.t, a), mustJSON(c.t, b); x != y {
		c.t.Errorf("%s: the text and the structured content differ:\n%s\n%s", tool, x, y)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// refused calls a tool that has to say why it does not do it.
func (c *client) refused(why, tool string, args map[string]any) {
	c.t.Helper()
	r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; !r.IsError || !strings.Contains(text, why) {
		c.t.Errorf("%s %v: %q, expected %q", tool, args, text, why)
	}
}

// TestAgent goes the whole way as an agent does: from a program to a proven crash, by the
// protocol alone.
func TestAgent(t *testing.T) {
	t.Parallel()
	b := buildSamples(t, "5")
	dir := t.TempDir()
	scripts := t.TempDir()
	if err := os.WriteFile(filepath.Join(scripts, "waits"), []byte("#!/bin/sh\necho waiting\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := newClient(t, "--traces", dir, "--programs", b.recorded, "--programs", b.asan, "--programs", scripts)

	var recorded struct {
		Trace    string
		Status   int
		TimedOut bool `json:"timed_out"`
		Said     string
		Info     struct{ Complete bool }
	}
	c.ask(&recorded, "record", map[string]any{"program": filepath.Join(b.recorded, "viewer_race"), "output": "viewer.srt"})
	if recorded.Trace != filepath.Join(dir, "viewer.srt") || recorded.Status != 0 || recorded.TimedOut || !recorded.Info.Complete {
		t.Fatalf("recorded %+v", recorded)
	}
	var info struct{ Kinds map[string]int }
	if c.ask(&info, "trace_info", map[string]any{"trace": "viewer.srt"}); info.Kinds["pause"] == 0 {
		t.Errorf("%+v", info)
	}

	var list struct {
		Races []struct {
			ID, Kind, Summary string
			Use               struct{ Stack []struct{ Function string } }
		}
		Part struct{ All int }
	}
	c.ask(&list, "list_races", map[string]any{"trace": "viewer.srt"})
	want := b.expectation(t, "viewer_race")
	if list.Part.All != 1 || len(list.Races) != 1 || list.Races[0].ID != want.id || len(list.Races[0].Use.Stack) != 1 || !hasFunction(list.Races[0].Use.Stack, want.use) {
		t.Fatalf("%+v, expected race %s with the use in %s", list, want.id, want.use)
	}
	var none struct{ Races []any }
	if c.ask(&none, "list_races", map[string]any{"trace": "viewer.srt", "offset": 1}); len(none.Races) != 0 {
		t.Errorf("races beyond the last: %v", none)
	}
	var told struct {
		Race  struct{ ID string }
		Story []struct{ Text string }
		Why   []string
	}
	if c.ask(&told, "explain_race", map[string]any{"trace": "viewer.srt", "race": want.id[:6]}); told.Race.ID != want.id || len(told.Story) < 4 || len(told.Why) == 0 {
		t.Errorf("%+v", told)
	}
	var loops struct {
		Places []struct {
			What   string
			AtRisk int `json:"at_risk"`
		}
	}
	if c.ask(&loops, "list_loops", map[string]any{"trace": "viewer.srt"}); len(loops.Places) == 0 || loops.Places[0].What != "QDialog::exec" {
		t.Errorf("%+v", loops)
	}

	for format, want := range map[string]string{"issue": "# Use-after-free in `Viewer::openFile()", "sarif": `"version": "2.1.0"`, "github": "::warning file=", "tasks": "\twarn\t"} {
		r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "export", Arguments: map[string]any{"trace": "viewer.srt", "format": format}})
		if err != nil || r.IsError || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, want) {
			t.Errorf("export as %s: %v, %+v", format, err, r)
		}
	}

	type verdict struct {
		ID, Verdict, Schedule, Report string
		Proven, Runs                  int
	}
	var proven struct{ Verdicts []verdict }
	asan := filepath.Join(b.asan, "viewer_race")
	c.ask(&proven, "confirm", map[string]any{"trace": "viewer.srt", "race": want.id, "program": asan})
	if len(proven.Verdicts) != 1 || proven.Verdicts[0].Verdict != "confirmed" || !strings.Contains(proven.Verdicts[0].Report, "heap-use-after-free") {
		t.Fatalf("%+v", proven)
	}
	var again struct {
		Verdict verdict
		Fixed   bool
	}
	c.ask(&again, "replay", map[string]any{"schedule": proven.Verdicts[0].Schedule, "program": asan, "runs": 2})
	if again.Verdict.Proven != 2 || again.Verdict.Runs != 2 || again.Fixed {
		t.Errorf("%+v", again)
	}
	if c.ask(&again, "replay", map[string]any{"schedule": proven.Verdicts[0].Schedule, "program": filepath.Join(b.asan, "viewer_norace")}); !again.Fixed {
		t.Errorf("of the program that was fixed: %+v", again)
	}

	c.refused(`race "nowhere": no race of this trace has that id`, "explain_race", map[string]any{"trace": "viewer.srt", "race": "nowhere"})
	c.refused(`race "nowhere"`, "confirm", map[string]any{"trace": "viewer.srt", "race": "nowhere", "program": asan})
	c.refused("schedule", "replay", map[string]any{"schedule": "viewer.srt", "program": asan})
	c.refused("outside of the folders", "record", map[string]any{"program": "/bin/true"})
	// A program that does not end is ended.
	c.ask(&recorded, "record", map[string]any{"program": filepath.Join(scripts, "waits"), "seconds": 1})
	if !recorded.TimedOut || recorded.Status == 0 || !strings.Contains(recorded.Said, "waiting") {
		t.Errorf("a program that waits: %+v", recorded)
	}
}

// TestAgentsBadTraces: what is wrong with a trace is an error of the tool, with its place; it
// reads what it was shown, whatever takes its name.
func TestAgentsBadTraces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"bad.txt": "deq(a,kind=input)\nnonsense(\n", "empty.srt": "", "open.txt": "end(a)\n",
		"race.txt": "deq(a,kind=input)\nalloc(x)\nend(a)\ndeq(b,kind=input)\nread(x)\nend(b)\ndeq(c,kind=input)\nfree(x)\nend(c)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := newClient(t, "--traces", dir)
	for _, tool := range []string{"trace_info", "list_races", "list_loops"} {
		c.refused(dir+"/bad.txt:2:", tool, map[string]any{"trace": "bad.txt"})
		c.refused(dir+"/empty.srt: ", tool, map[string]any{"trace": "empty.srt"})
		c.refused(dir+"/open.txt:1:", tool, map[string]any{"trace": "open.txt"})
		c.refused("outside of the folders", tool, map[string]any{"trace": "/etc/passwd"})
	}
	// The list is the one that analyze prints, and is made anew for another file of the name.
	for range 2 {
		stdout, _, _ := inProcess(t, "analyze", "--json", filepath.Join(dir, "race.txt"))
		var cli, answer struct{ Races []map[string]any }
		if err := json.Unmarshal([]byte(stdout), &cli); err != nil || len(cli.Races) == 0 {
			t.Fatalf("%v in %s", err, stdout)
		}
		c.ask(&answer, "list_races", map[string]any{"trace": "race.txt", "stacks": true})
		if x, y := mustJSON(t, cli.Races), mustJSON(t, answer.Races); x != y {
			t.Errorf("analyze prints\n%s\nthe tool answers\n%s", x, y)
		}
		two := "deq(a,kind=input)\nalloc(x)\nalloc(y)\nend(a)\ndeq(b,kind=input)\nread(x)\nend(b)\ndeq(c,kind=input)\nfree(x)\nend(c)\n" +
			"deq(d,kind=input)\nwrite(y)\nend(d)\ndeq(e,kind=input)\nfree(y)\nend(e)\n"
		if err := os.WriteFile(filepath.Join(dir, "race.txt"), []byte(two), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAgentsConfigurations: what docs/agents.md shows is JSON, and the tool takes the flags.
func TestAgentsConfigurations(t *testing.T) {
	shown := 0
	for _, f := range fences(t, "../../docs/agents.md") {
		if f.language != "json" {
			continue
		}
		var doc map[string]map[string]struct {
			Command string
			Args    []string
		}
		if err := json.Unmarshal([]byte(strings.Join(f.lines, "\n")), &doc); err != nil {
			t.Fatalf("%v in\n%s", err, strings.Join(f.lines, "\n"))
		}
		for _, servers := range doc {
			one := servers["sparseracer"]
			if err := parses(one.Args); err != nil || one.Command != "sparseracer" {
				t.Errorf("%s %q: %v", one.Command, one.Args, err)
			}
			shown++
		}
	}
	if shown < 3 {
		t.Errorf("%d configurations", shown)
	}
}
