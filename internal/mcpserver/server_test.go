package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fake writes what it was asked for; wait, if it is there, holds a job until its end.
type fake struct {
	started, ended chan struct{}
	did            []string
}

func (f *fake) say(w io.Writer, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	f.did = append(f.did, text)
	_, err := fmt.Fprintf(w, "{\n  %q: %q\n}", "did", text)
	return err
}

func (f *fake) Info(ctx context.Context, w io.Writer, t Trace) error {
	if f.started == nil {
		data, err := io.ReadAll(t.File)
		return errors.Join(err, f.say(w, "info of %s, which holds %q", filepath.Base(t.Path), data))
	}
	f.started <- struct{}{}
	<-ctx.Done()
	f.ended <- struct{}{}
	return ctx.Err()
}

func (f *fake) Races(_ context.Context, w io.Writer, _ Trace, p Part) error {
	return f.say(w, "races %d+%d %v %v", p.Offset, p.Limit, p.Stacks, p.All)
}

func (f *fake) Explain(context.Context, io.Writer, Trace, string) error {
	return errors.New(`race "x": no race of this trace has that id`)
}

func (f *fake) Loops(_ context.Context, w io.Writer, _ Trace, p Part) error {
	return f.say(w, "loops %d+%d", p.Offset, p.Limit)
}

func (f *fake) Export(_ context.Context, w io.Writer, _ Trace, format, race string) error {
	if format == "sarif" {
		_, err := io.WriteString(w, strings.Repeat("x", mostText+1))
		return err
	}
	_, err := fmt.Fprintf(w, "# %s of %q\n", format, race)
	return err
}

func (f *fake) Record(_ context.Context, w io.Writer, r Recording) error {
	return f.say(w, "record %q into %s for %v", r.Program, r.Output, r.Limit)
}

func (f *fake) Confirm(_ context.Context, w io.Writer, c Confirmation) error {
	return f.say(w, "confirm %q, %d runs, into %s", c.Program, c.Runs, c.Dir)
}

func (f *fake) Replay(_ context.Context, w io.Writer, r Replay) error {
	return f.say(w, "replay %s", r.Schedule)
}

// served connects the SDK's own client to a server on a pair of pipes.
func served(t *testing.T, opt Options) *mcp.ClientSession {
	t.Helper()
	session, _ := connected(t, opt)
	return session
}

// connected gives the client's end of the server's input, too.
func connected(t *testing.T, opt Options) (*mcp.ClientSession, io.Closer) {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	opt.In, opt.Out, opt.Version = in, out, "1.2.3"
	done := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), opt)
		out.Close() // as a process does that ends
		done <- err
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if err := <-done; err != nil && !errors.Is(err, io.EOF) {
			t.Error(err)
		}
	})
	return session, toServer
}

// call calls a tool; ok says whether it did what it was asked for.
func call(t *testing.T, s *mcp.ClientSession, name string, args map[string]any) (text string, ok bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err.Error(), false
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s: %d contents", name, len(r.Content))
	}
	return r.Content[0].(*mcp.TextContent).Text, !r.IsError
}

// folders of recordings and of programs, and what lies outside of both.
func laidOut(t *testing.T) (traces, programs, outside string) {
	t.Helper()
	top := t.TempDir()
	for _, dir := range []string{"traces/in", "programs", "outside"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{
		"traces/a.srt": 0o644, "traces/in/b.srt": 0o644, "programs/app": 0o755, "programs/readme": 0o644,
		"outside/secret": 0o644, "outside/sh": 0o755, "traces/s.json": 0o644,
	} {
		if err := os.WriteFile(filepath.Join(top, name), []byte(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"traces/out.srt": "../outside/secret", "traces/out": "../outside", "programs/sh": "../outside/sh",
		"traces/within.srt": "in/b.srt", "traces/loop": "loop", "linked": "traces",
	} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(top, "traces"), filepath.Join(top, "programs"), filepath.Join(top, "outside")
}

func tools(t *testing.T, s *mcp.ClientSession) (names []string, reading int) {
	t.Helper()
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Annotations.ReadOnlyHint {
			reading++
		}
	}
	slices.Sort(names)
	return names, reading
}

// Without a folder of programs there is no tool that runs one.
func TestReadOnly(t *testing.T) {
	traces, _, _ := laidOut(t)
	s := served(t, Options{Traces: []string{traces}, Work: &fake{}})
	names, reading := tools(t, s)
	if want := []string{"explain_race", "export", "list_loops", "list_races", "trace_info"}; !slices.Equal(names, want) || reading != len(want) {
		t.Errorf("%v, %d of them only read", names, reading)
	}
	if text, ok := call(t, s, "record", map[string]any{"program": "app"}); ok {
		t.Errorf("recorded: %s", text)
	}
	for name, c := range map[string]struct {
		args map[string]any
		want string
	}{
		"trace_info": {map[string]any{"trace": "a.srt"}, `{"did":"info of a.srt, which holds \"traces/a.srt\""}`},
		"list_races": {map[string]any{"trace": traces + "/within.srt", "offset": 3, "limit": 7, "all": true}, `{"did":"races 3+7 false true"}`},
		"export":     {map[string]any{"trace": "a.srt", "format": "issue", "race": "x"}, "# issue of \"x\"\n"},
		"list_loops": {map[string]any{"trace": filepath.Join(traces, "../linked/../linked/a.srt")}, ""},
	} {
		text, ok := call(t, s, name, c.args)
		if ok != (c.want != "") || ok && text != c.want {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// What lies elsewhere is refused, by what is asked for and why, and nothing is done.
func TestRefusals(t *testing.T) {
	traces, programs, outside := laidOut(t)
	f := &fake{}
	s := served(t, Options{Traces: []string{traces}, Programs: []string{programs}, Work: f})
	for _, c := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"trace_info", map[string]any{"trace": outside + "/secret"}, "outside of the folders that may be used, those of --traces: " + traces},
		{"trace_info", map[string]any{"trace": outside + "/nothing"}, "outside of the folders"},
		{"trace_info", map[string]any{"trace": "../outside/secret"}, "outside of the folders"},
		{"trace_info", map[string]any{"trace": "in/../../outside/secret"}, "outside of the folders"},
		{"trace_info", map[string]any{"trace": "out.srt"}, "out.srt is a symbolic link that leads out of the folders of --traces"},
		{"trace_info", map[string]any{"trace": "out/secret"}, "leads out"},
		{"trace_info", map[string]any{"trace": "loop"}, "loop: "},
		{"trace_info", map[string]any{"trace": "nothing.srt"}, "nothing.srt: no such file or directory"},
		{"trace_info", map[string]any{"trace": "in"}, "not a regular file"},
		{"trace_info", map[string]any{"trace": ""}, "no name of a file"},
		{"trace_info", map[string]any{"trace": "a.srt\x00"}, "no name of a file"},
		{"trace_info", map[string]any{}, "trace"},
		{"trace_info", map[string]any{"trace": "a.srt", "shell": "rm"}, "shell"},
		{"list_races", map[string]any{"trace": "a.srt", "offset": -1}, "expected an offset of 0 or more"},
		{"list_races", map[string]any{"trace": "a.srt", "limit": 101}, "a limit of 1 to 100"},
		{"explain_race", map[string]any{"trace": "a.srt", "race": "x"}, `race "x": no race of this trace has that id`},
		{"export", map[string]any{"trace": "a.srt", "format": "html"}, `format "html": expected issue`},
		{"export", map[string]any{"trace": "a.srt", "format": "tasks", "race": "x"}, "only the format issue"},
		{"export", map[string]any{"trace": "a.srt", "format": "sarif"}, "more than 4194304"},
		{"record", map[string]any{"program": outside + "/sh"}, "outside of the folders that may be used, those of --programs: " + programs},
		{"record", map[string]any{"program": "sh"}, "leads out of the folders of --programs"},
		{"record", map[string]any{"program": "readme"}, "readme is no program"},
		{"record", map[string]any{"program": "."}, "no program"},
		{"record", map[string]any{"program": traces + "/a.srt"}, "outside"},
		{"record", map[string]any{"program": "app", "output": "a.srt"}, "a.srt is there already"},
		{"record", map[string]any{"program": "app", "output": "out/new.srt"}, "leads out"},
		{"record", map[string]any{"program": "app", "output": "out.srt"}, "is there already"},
		{"record", map[string]any{"program": "app", "output": programs + "/new.srt"}, "outside"},
		{"record", map[string]any{"program": "app", "output": "new.txt"}, "ends in .srt"},
		{"record", map[string]any{"program": "app", "play": outside + "/secret"}, "outside"},
		{"record", map[string]any{"program": "app", "seconds": 3601}, "seconds 3601: expected 1 to 3600"},
		{"record", map[string]any{"program": "app", "args": []string{"a", "b\x00"}}, "argument 2 contains a zero byte"},
		{"confirm", map[string]any{"program": "app", "trace": "out.srt"}, "leads out"},
		{"confirm", map[string]any{"program": "app", "trace": "a.srt", "runs": 101}, "runs 101"},
		{"confirm", map[string]any{"program": "app", "trace": "a.srt", "output": "out"}, "leads out"},
		{"confirm", map[string]any{"program": "app", "trace": "a.srt", "output": "s.json"}, "s.json is no folder"},
		{"confirm", map[string]any{"program": "sh", "trace": "a.srt"}, "leads out"},
		{"replay", map[string]any{"program": "app", "schedule": outside + "/secret"}, "outside"},
		{"replay", map[string]any{"program": outside + "/sh", "schedule": "s.json"}, "outside"},
	} {
		if text, ok := call(t, s, c.tool, c.args); ok || !strings.Contains(text, c.want) {
			t.Errorf("%s %v: %q, expected %q", c.tool, c.args, text, c.want)
		}
	}
	if len(f.did) > 0 {
		t.Errorf("it did %q", f.did)
	}
}

// What may be run gets its arguments as they are.
func TestPrograms(t *testing.T) {
	traces, programs, _ := laidOut(t)
	s := served(t, Options{Traces: []string{traces}, Programs: []string{programs}, Work: &fake{}})
	if names, reading := tools(t, s); len(names) != 8 || reading != 5 {
		t.Errorf("%v, %d of them only read", names, reading)
	}
	for tool, c := range map[string]struct {
		args map[string]any
		want string
	}{
		"record":  {map[string]any{"program": "app", "args": []string{"$(reboot)", "a b"}}, fmt.Sprintf(`record [\"%s/app\" \"$(reboot)\" \"a b\"] into %s/app.%%p.srt for 30s`, programs, traces)},
		"confirm": {map[string]any{"program": programs + "/app", "trace": "a.srt", "output": "in/new"}, traces + "/in/new"},
		"replay":  {map[string]any{"program": "app", "schedule": "s.json"}, traces + "/s.json"},
	} {
		if text, ok := call(t, s, tool, c.args); !ok || !strings.Contains(text, c.want) {
			t.Errorf("%s: %s, expected %s", tool, text, c.want)
		}
	}
	if st, err := os.Stat(traces + "/in/new"); err != nil || !st.IsDir() {
		t.Errorf("the folder was not made: %v", err)
	}
}

// A cancelled request ends its work, and the next one gets its turn.
func TestCancelled(t *testing.T) {
	traces, _, _ := laidOut(t)
	f := &fake{started: make(chan struct{}), ended: make(chan struct{})}
	s := served(t, Options{Traces: []string{traces}, Work: f})
	ctx, cancel := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "trace_info", Arguments: map[string]any{"trace": "a.srt"}})
		answered <- err
	}()
	<-f.started
	cancel()
	<-f.ended // or the test ends in its own time limit
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("the client heard %v", err)
	}
	if text, ok := call(t, s, "list_races", map[string]any{"trace": "a.srt"}); !ok {
		t.Error(text)
	}
}

// When the client goes, its work ends before the server does.
func TestClientGone(t *testing.T) {
	traces, _, _ := laidOut(t)
	f := &fake{started: make(chan struct{}), ended: make(chan struct{}, 1)}
	s, input := connected(t, Options{Traces: []string{traces}, Work: f})
	go func() {
		_, _ = s.CallTool(context.Background(), &mcp.CallToolParams{Name: "trace_info", Arguments: map[string]any{"trace": "a.srt"}})
	}()
	<-f.started
	input.Close()
	<-f.ended
}

// A folder that is not there is said before a client is answered.
func TestNoFolder(t *testing.T) {
	for _, opt := range []Options{{Traces: []string{"nowhere"}}, {Traces: []string{"."}, Programs: []string{"server.go"}}} {
		if err := Serve(t.Context(), opt); err == nil || !strings.HasPrefix(err.Error(), "--") {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}
