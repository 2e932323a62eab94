package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sparseracer/internal/report"
	"sparseracer/internal/steer"
	"sparseracer/internal/symbols"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
	"sparseracer/sparsehb/flow"
)

type analyzeOptions struct {
	rules, races, format, colour string
	mode                         string
	json, all, strict            bool
	errorCode, limit             int
	suppressions, baseline       string
	confirmed                    string
	minRank                      string
	maxMemory                    memorySize
	underGLib                    bool // sparsehb.Options
	mainLoop                     bool // no other thread's
	where                        symbols.Locations
}

func (o *analyzeOptions) flags(c *cobra.Command) {
	o.analysisFlags(c)
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "one of "+formatNames())
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.BoolVar(&o.all, "all", false, "list filtered races too, with the reason")
	f.IntVar(&o.errorCode, "error-exitcode", exitRaces, "exit code when races are found")
	f.IntVar(&o.limit, "limit", 10, "races that the text describes in full; its table lists all; 0 for all")
	f.StringVar(&o.colour, "color", "auto", "auto, always or never")
}

// analysisFlags say what to look for and where, however it is shown.
func (o *analyzeOptions) analysisFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.rules, "rules", "auto", rulesUsage)
	f.BoolVar(&o.strict, "strict", false, "take nothing out by a heuristic: what is reported is all that no theorem and no assumption rules out")
	kindFlags(c, o)
	f.Var(&o.maxMemory, "max-memory", "use no more memory than `SIZE` (K, M or G at its end), in more rounds if need be")
	f.StringVar(&o.confirmed, "confirmed", "", "say what confirm found out, from the folder `DIR` it wrote into")
	f.StringVar(&o.minRank, "min-rank", "", "of a recording with data flow, leave out races that rank below `RANK`: "+strings.Join(flow.RankNames(), ", "))
	locationFlags(c, &o.where)
}

// listFlags name races that somebody has looked at.
func (o *analyzeOptions) listFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.suppressions, "suppressions", "", "leave out the races that `FILE` names, as the sanitizers' files do")
	f.StringVar(&o.baseline, "baseline", "", "leave out the races of an older report, a `FILE` of analyze --json")
}

// kindFlags say what races to look for.
func kindFlags(c *cobra.Command, o *analyzeOptions) {
	c.Flags().StringVar(&o.races, "races", "auto", "kinds of races: use-free, read-write, or both with a comma; auto is use-free, and read-write for plain loops")
	c.Flags().StringVar(&o.mode, "mode", "auto", "kind of program: nested, plain (no handler spins a loop), or auto: as the trace is")
}

// kinds reads what kindFlags said.
func (o *analyzeOptions) kinds(engine *sparsehb.Options) (err error) {
	if engine.Mode, err = sparsehb.ParseMode(cmp.Or(o.mode, "auto")); err != nil {
		return fmt.Errorf("--mode=%w", err)
	}
	if engine.OfMode = o.races == "auto"; engine.OfMode {
		return nil
	}
	for _, kind := range strings.Split(o.races, ",") {
		switch kind {
		case "use-free":
		case "read-write":
			engine.ReadWrite = true
		default:
			return fmt.Errorf("--races=%s: expected auto, use-free or read-write", o.races)
		}
	}
	return nil
}

// locationFlags are those of verbs that name functions and lines.
func locationFlags(c *cobra.Command, l *symbols.Locations) {
	c.Flags().StringVar(&l.Sysroot, "sysroot", "", "look for the program's files under `DIR`: the trace comes from another machine")
	c.Flags().StringArrayVar(&l.Debug, "debug-path", nil, "look for debug information in `DIR`, by build-id and by path (repeatable)")
}

func (t *tool) analyzeCommand() *cobra.Command {
	var opt analyzeOptions
	var out string
	var print bool
	c := &cobra.Command{
		Use:   "analyze TRACE",
		Short: "Find the races that another order of events allows",
		Args:  exactArgs(1, "one trace"),
		RunE: func(c *cobra.Command, args []string) error {
			if print {
				opt.format = suppressionsFormat
			}
			return t.analyze(c.Context(), opt, args[0], out)
		},
	}
	opt.flags(c)
	opt.listFlags(c)
	c.Flags().BoolVar(&print, "print-suppressions", false, "write suppressions of the races instead of a report")
	c.Flags().StringVarP(&out, "output", "o", "", "write the report to `FILE` instead of standard output")
	return c
}

// analysis is a result with what makes it readable.
type analysis struct {
	result *sparsehb.Result
	report *report.Report
	sym    *symbols.Resolver
	source trace.Source
}

// races runs the engine over a trace; close it when the report is written.
func (t *tool) races(ctx context.Context, opt analyzeOptions, path string) (*analysis, error) {
	p, err := t.newPlan(opt, path)
	if err != nil {
		return nil, err
	}
	p.sym = t.resolver
	t.boundMemory(opt.maxMemory)
	collectAsMuch(path)
	src, err := t.open(ctx, path)
	if err != nil {
		return nil, err
	}
	show, end := t.progress()
	defer end()
	return p.run(ctx, src, show)
}

// plan is an analysis to come: its flags read, and the files that they name.
type plan struct {
	opt     analyzeOptions
	path    string
	engine  sparsehb.Options
	known   map[string]steer.Known
	lists   lists
	minRank flow.Rank
	sym     *symbols.Resolver // in place of a new one; nil mostly
	servers *symbols.Servers  // asked for debug information, if the user's environment names some
}

func (t *tool) newPlan(opt analyzeOptions, path string) (*plan, error) {
	rules, without, err := parseRules(opt.rules)
	if err != nil {
		return nil, err
	}
	if opt.strict {
		without = append(without, sparsehb.Heuristics()...)
	}
	p := &plan{opt: opt, path: path, servers: symbols.ServersOf(t.getenv), engine: sparsehb.Options{Rules: rules, Without: without, MaxMemory: uint64(opt.maxMemory), UnderGLib: opt.underGLib}}
	if err := opt.kinds(&p.engine); err != nil {
		return nil, err
	}
	if opt.minRank != "" {
		var ok bool
		if p.minRank, ok = flow.RankNamed(opt.minRank); !ok {
			return nil, fmt.Errorf("--min-rank=%s: expected one of %s", opt.minRank, strings.Join(flow.RankNames(), ", "))
		}
	}
	if err := opt.where.Check(); err != nil {
		return nil, err
	}
	if p.known, err = readVerdicts(opt.confirmed); err != nil {
		return nil, err
	}
	p.lists, err = readLists(opt.suppressions, opt.baseline)
	return p, err
}

// run analyzes; show, where it is not nil, learns how far it is.
func (p *plan) run(ctx context.Context, src trace.Source, show func(step string, done float64)) (*analysis, error) {
	collectAsMuch(p.path)
	p.engine.Context, p.engine.Progress = ctx, show
	sym := p.sym
	if sym == nil {
		sym = symbols.New(symbols.Options{Locations: p.opt.where, Servers: p.servers})
	}
	p.engine.Stacks = report.Stacks(sym)
	look := sparsehb.AnalyzeLoops
	if p.opt.mainLoop {
		look = sparsehb.Analyze
	}
	result, err := look(src, p.engine)
	if errors.Is(err, sparsehb.ErrMemory) {
		return nil, fmt.Errorf("%w (--max-memory=%s)", err, &p.opt.maxMemory)
	}
	if err != nil {
		return nil, err
	}
	a := &analysis{result: result, source: src, sym: sym}
	a.report = p.report(result, sym)
	for _, of := range result.Elsewhere {
		a.report.Join(p.report(of, sym), of)
	}
	doubtUnseen(a.report, result)
	a.report.Notes = append(a.report.Notes, p.lists.notes()...)
	if note := symbolsNote(ctx, a.report.Nameless()); note != "" {
		a.report.Notes = append(a.report.Notes, note)
	}
	if note := linesNote(a.report.Lineless()); note != "" {
		a.report.Notes = append(a.report.Notes, note)
	}
	addVerdicts(a.report, p.known)
	return a, nil
}

func (p *plan) report(result *sparsehb.Result, sym *symbols.Resolver) *report.Report {
	return report.New(result, sym, report.Options{Trace: p.path, Sandbox: sandboxOf(p.path), All: p.opt.all, Suppress: p.lists.suppress(), Known: p.lists.known(), MinRank: p.minRank})
}

func readVerdicts(dir string) (map[string]steer.Known, error) {
	if dir == "" {
		return nil, nil
	}
	known, err := steer.ReadVerdicts(dir)
	if err != nil {
		err = fmt.Errorf("--confirmed: %w", err)
	}
	return known, err
}

// addVerdicts adds what confirm found out. A race that it could not bring about
// stays predicted.
func addVerdicts(r *report.Report, known map[string]steer.Known) {
	for _, race := range r.Races {
		k, tried := known[race.ID]
		if !tried {
			continue
		}
		race.Steer(steeredOf(k))
	}
	r.Rank()
}

// steeredOf is what a verdict says of a race, and the race's own verdict for it, "" for none.
func steeredOf(k steer.Known) (report.Steered, string) {
	verdict := ""
	switch status := k.Status(); {
	case status.Proven():
		verdict = "confirmed"
	case status == steer.Feasible:
		verdict = "feasible"
	}
	return report.Steered{Verdict: k.Verdict, Reason: k.Reason, Proven: k.Proven, Runs: k.Runs, Schedule: k.Schedule}, verdict
}

// smallTrace is the size of a file whose analysis fits into memory several times.
const smallTrace = 16 << 20

// collectAsMuch sets how much garbage may be. There cannot be much of a small trace, for
// which the collector would take a third of the time. Of a large one most of what lives has
// no pointers: it costs little to look through it often, and memory if not.
func collectAsMuch(path string) {
	st, err := os.Stat(path)
	switch {
	case err != nil:
	case st.Size() < smallTrace:
		debug.SetGCPercent(400)
	default:
		debug.SetGCPercent(20)
	}
}

// rulesUsage is the help of --rules.
const rulesUsage = "rule set: auto, paper, exact, batch, unix or either, then rules to go without, as in auto,-RT; the verb rules lists them"

func parseRules(text string) (sparsehb.Rules, []string, error) {
	set, without, err := sparsehb.ParseRules(text)
	if err != nil {
		err = fmt.Errorf("--rules=%s: %w", text, err)
	}
	return set, without, err
}

func (t *tool) analyze(ctx context.Context, opt analyzeOptions, path, out string) error {
	if opt.limit < 0 {
		return fmt.Errorf("--limit=%d: expected 0 or more", opt.limit)
	}
	if opt.json {
		opt.format = "json"
	}
	if err := checkFormat(opt.format); err != nil {
		return err
	}
	a, err := t.races(ctx, opt, path)
	if err != nil {
		return err
	}
	defer a.sym.Close()
	err = t.writeTo(out, func(w io.Writer) error { return formats[opt.format](t, a, opt, w) })
	if err == nil && (len(a.report.Reported()) > 0 || a.report.Crash != nil) {
		t.code = opt.errorCode
	}
	if a.report.Unanswered() != "" {
		t.code = exitError
	}
	switch {
	case err != nil || out == "":
		return err
	case opt.format == suppressionsFormat:
		return report.Next(t.stderr, "analyze", path, "--suppressions", out)
	}
	return a.report.WriteWritten(t.stderr, out)
}

// style looks at where the text goes: a terminal has a width and may have
// colours.
func (t *tool) style(colour string, w io.Writer) (report.Style, error) {
	s := report.Style{Sources: true}
	f := fileOf(w)
	terminal := f != nil && term.IsTerminal(int(f.Fd()))
	if terminal {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.Width = width
		}
	}
	var err error
	s.Colour, err = report.UseColour(colour, t.getenv("NO_COLOR"), terminal && t.getenv("TERM") != "dumb")
	return s, err
}

// formats is standard output for what other programs read, as it is; for a person
// at a terminal it is stdout.
func (t *tool) formats() io.Writer {
	if f := fileOf(t.out); f != nil && term.IsTerminal(int(f.Fd())) {
		return t.stdout
	}
	return t.out
}

// writeTo gives standard output, or a file that is there only when it is whole.
func (t *tool) writeTo(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(t.formats())
	}
	f, err := os.Create(path)
	if err != nil {
		return unwritable(path, err, "-o FILE")
	}
	t.unfinished.add(path)
	defer t.unfinished.done(path)
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
	}
	return err
}

func (t *tool) explainCommand() *cobra.Command {
	var opt analyzeOptions
	var asJSON bool
	var format string
	c := &cobra.Command{
		Use:   "explain TRACE RACE",
		Short: "The story of one race: who posted what, and why nothing orders it",
		Args:  exactArgs(2, "a trace and the id of a race"),
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON {
				format = "json"
			}
			if format != "text" && format != "json" && format != "issue" {
				return fmt.Errorf("--format=%s: expected text, json or issue", format)
			}
			opt.all = true
			a, err := t.races(c.Context(), opt, args[0])
			if err != nil {
				return err
			}
			defer a.sym.Close()
			switch format {
			case "json":
				return a.report.ExplainJSON(t.formats(), args[1])
			case "issue":
				return a.report.IssueOf(t.formats(), args[1], version)
			}
			style, err := t.style(opt.colour, t.stdout)
			if err != nil {
				return err
			}
			return a.report.Explain(t.stdout, args[1], style)
		},
	}
	c.Flags().StringVar(&opt.rules, "rules", "auto", rulesUsage)
	c.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	c.Flags().StringVar(&format, "format", "text", "text, json, or issue: a bug report in Markdown")
	kindFlags(c, &opt)
	c.Flags().StringVar(&opt.colour, "color", "auto", "auto, always or never")
	c.Flags().StringVar(&opt.confirmed, "confirmed", "", "say what confirm found out, from the folder `DIR` it wrote into")
	locationFlags(c, &opt.where)
	return c
}
