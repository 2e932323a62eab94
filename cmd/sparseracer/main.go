// Command sparseracer finds, explains and proves event races: it records a
// program, predicts from one harmless run which handler may free what another
// one still holds, and steers an AddressSanitizer build into it.
//
// The verbs are thin: each reads its flags, calls the rooms below and writes
// the result. Results go to stdout, diagnostics and progress to stderr. Exit
// codes: 0 clean, 1 races found, 2 usage or tool error; `record` passes the
// program's own status on.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sparseracer/internal/install"
	"sparseracer/internal/interrupt"
	"sparseracer/internal/plain"
	"sparseracer/internal/report"
	"sparseracer/internal/sandbox"
	"sparseracer/internal/steering"
	"sparseracer/internal/symbols"
)

// Exit codes that users and CI may rely on.
const (
	exitClean = 0
	exitRaces = 1
	exitError = 2
)

// privateFile is the mode of what holds the contents of a trace: a session's typed
// text among them.
const privateFile = 0o600

func main() {
	ctx, stop := interrupt.Context(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// tool is what every verb works with. The environment is read here, once.
type tool struct {
	args           []string // of this command
	stdin          io.Reader
	stdout, stderr io.Writer // what the tool says: a plain.Writer to each of the next two
	out, errors    io.Writer // what a program that it runs inherits
	env            []string
	code           int               // exit code of the verb that ran
	spooled        []*os.File        // what pipes held, open until the end
	resolver       *symbols.Resolver // of a process that analyzes several traces; nil mostly
	unfinished     *unfinished
	settled        func() bool
	onScreen       bool              // keepScreen was called
	hasOwnScreen   bool              // of the programs that are run, see ownScreen
	offscreen      bool              // Qt draws on no screen, by our choice
	screens        *screens          // that we have started for them
	bounded        bool              // boundMemory was called
	dir            string            // where programs run, "": here
	home           string            // folder of which each program's home is a copy, "": it has the user's
	scratch        *sandbox.Scratch  // of the current folder in a sandbox
	goesOn         bool              // what this verb does next it does itself
	shown          map[string]string // the race of each report that was said as a digest
	lentFile       *os.File
	lentName       string // of a trace that is open already, as lentFile: what was checked is what is read
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := &tool{unfinished: &unfinished{}, args: args, stdin: stdin, out: stdout, errors: stderr, stdout: plain.NewWriter(stdout), stderr: plain.NewWriter(stderr), env: sandbox.Enter(os.Environ()), settled: func() bool { return true }}
	defer func() { t.settled() }()
	root := t.root(args)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(t.stdout)
	root.SetErr(t.stderr)
	if !isAgentServer && !isFarm { // else it was warned before
		t.warnUnknownVariables()
	}
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(t.stderr, "sparseracer:", explained(err))
		return exitError
	}
	return t.code
}

func (t *tool) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "sparseracer",
		Short: "Find, explain and prove event races in C and C++ programs",
		Long: `sparseracer finds the use-after-free that strikes when a handler opens a dialog,
a nested event loop runs, another handler frees what the first one still holds,
and the first one resumes. It predicts the bug from one harmless recording and
then steers an AddressSanitizer build into it.

  CXX="sparse-c++ -fsanitize=address" cmake …    build the program with its own flags
  sparseracer hunt -- ./app                      uses it, predicts, proves

or step by step:

  sparseracer record -- ./app
  sparseracer analyze app.1234.srt               what may happen in another order
  sparseracer confirm app.1234.srt -- ./app      prove it`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version,

		PersistentPreRun: t.endOnInterrupt,
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w%s; see %s --help", err, similarFlag(c, err), c.CommandPath())
	})
	if slices.Equal(args, []string{"--version"}) { // asked for by scripts, again and again: no verb is needed
		return root
	}
	root.AddCommand(
		t.doctorCommand(), t.recordCommand(), t.runCommand(), t.huntCommand(), t.exerciseCommand(), t.probeCommand(), t.infoCommand(), t.checkCommand(),
		t.convertCommand(), t.orderCommand(), t.rulesCommand(), t.analyzeCommand(), t.explainCommand(), t.explainCrashCommand(), t.auditCommand(),
		t.serveCommand(), t.confirmCommand(), t.replayCommand(), t.exportTestCommand(), t.suggestFixCommand(), t.fuzzCommand(),
		t.exploreCommand(), t.qtCommand(), t.selftestCommand(), t.mcpCommand(), t.farmCommand(),
	)
	takeSeconds(root)
	refuseUnknownTopics(root)
	t.addHandbook(root)
	t.complete(root)
	root.InitDefaultCompletionCmd(args...)
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = cobra.ArbitraryArgs
			refuseUnknownParts(c)
		}
	}
	return root
}

// version is the release; the protocol of traces has its own.
const version = "0.1.0"

// knownVariables are those of ours that some part of the project reads.
var knownVariables = map[string]bool{"SPARSE_CLANG": true, "SPARSE_IGNORELIST": true, farmVariable: true, steering.EnvironmentOptions: true}

func (t *tool) warnUnknownVariables() {
	for _, kv := range t.env {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasPrefix(name, "SPARSE") && !knownVariables[name] {
			fmt.Fprintf(t.stderr, "sparseracer: warning: the environment variable %s means nothing here\n", name)
		}
	}
}

// getenv looks a variable up in the environment that was read at the start.
// next names the next command to run, at the end of a verb that is no part of another.
func (t *tool) next(w io.Writer, verb, trace string, rest ...string) {
	if !t.goesOn {
		report.Next(w, verb, trace, rest...)
	}
}

func (t *tool) getenv(name string) string {
	return install.Getenv(t.env, name)
}

// exactArgs is cobra.ExactArgs with a message that says what is expected.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("found %d arguments, expected %s; see %s --help", len(args), what, c.CommandPath())
		}
		return nil
	}
}

// program splits `ARGS… -- PROG ARGS…` at the dashes.
func program(c *cobra.Command, args []string, before int) (own, prog []string, err error) {
	dash := c.ArgsLenAtDash()
	if dash < 0 {
		dash = before // the dashes may be left out where nothing is ambiguous
		if before > len(args) {
			dash = len(args)
		}
	}
	own, prog = args[:dash], args[dash:]
	if len(own) != before || len(prog) == 0 {
		return nil, nil, fmt.Errorf("expected %s; see %s --help", strings.TrimPrefix(c.UseLine(), "sparseracer "), c.CommandPath())
	}
	return own, prog, nil
}
