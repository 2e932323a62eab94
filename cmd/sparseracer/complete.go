package main

import (
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sparseracer/sparsehb"
)

// What shells complete: traces and schedules by their endings, the ids of races
// that a trace has, the values of flags that have a few. A program after -- is
// completed as any file.

// complete lists the verbs of root.
func (t *tool) complete(root *cobra.Command) {
	for _, c := range root.Commands() {
		words := strings.Fields(c.Use)
		if len(words) < 2 || c.ValidArgsFunction != nil {
			continue
		}
		switch words[1] {
		case "TRACE…":
			c.ValidArgsFunction = endings(math.MaxInt, "srt", "txt")
		case "REPORT":
			c.ValidArgsFunction = completeCrash
		case "TRACE", "IN":
			c.ValidArgsFunction = t.completeTrace
		case "SCHEDULE":
			c.ValidArgsFunction = endings(1, "json")
			if c.Name() == "suggest-fix" { // or a trace and a race
				c.ValidArgsFunction = t.completeFix
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) { t.completeFlag(c, f.Name) })
	}
}

// completeTrace completes the trace, and for explain the race.
func (t *tool) completeTrace(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return []string{"srt", "txt"}, cobra.ShellCompDirectiveFilterFileExt
	case len(args) == 1 && (c.Name() == "explain" || c.Name() == "suggest-fix"):
		return t.raceIDs(c, args[0])
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// completeFix completes a schedule, or a trace and its race.
func (t *tool) completeFix(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return []string{"json", "srt", "txt"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return t.completeTrace(c, args, begun)
}

// completeCrash completes a crash report, which is any file, and then traces.
func completeCrash(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return []string{"srt", "txt"}, cobra.ShellCompDirectiveFilterFileExt
}

func endings(most int, list ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return list, cobra.ShellCompDirectiveFilterFileExt
	}
}

// raceIDs are the races of a trace with what they are; of a long one none, for
// nobody waits for a shell.
func (t *tool) raceIDs(c *cobra.Command, path string) ([]string, cobra.ShellCompDirective) {
	st, err := os.Stat(path)
	if err != nil || st.Size() > smallTrace {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	a, err := t.races(c.Context(), analyzeOptions{rules: "auto", races: "use-free", all: true}, path)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer a.sym.Close()
	var ids []string
	for _, r := range a.report.Races {
		ids = append(ids, r.ID+"\t"+r.Summary())
	}
	return ids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

func (t *tool) completeFlag(c *cobra.Command, name string) {
	fixed := func(values ...string) {
		c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	switch name {
	case "color":
		fixed("auto", "always", "never")
	case "format":
		if c.Name() == "audit" || c.Name() == "explain-crash" {
			fixed("text", "json")
		} else if c.Name() == "explain" {
			fixed("text", "json", "issue")
		} else {
			fixed(strings.Split(strings.Replace(formatNames(), " or ", ", ", 1), ", ")...)
		}
	case "races":
		fixed("use-free", "read-write", "use-free,read-write")
	case "rules":
		fixed(slices.Concat([]string{"auto", "paper", "exact", "batch", "unix", "either"}, without(sparsehb.SwitchableRules()))...)
	case "qt":
		fixed("stock", "patched", "auto")
	case "race":
		c.RegisterFlagCompletionFunc(name, func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return t.raceIDs(c, args[0])
		})
	case "session":
		c.RegisterFlagCompletionFunc(name, endings(1, "srt", "txt"))
	case "sysroot", "debug-path", "confirmed", "build":
		c.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		})
	}
}

// without are the rules as --rules=auto,-RULE leaves them out.
func without(rules []string) []string {
	var out []string
	for _, r := range rules {
		out = append(out, "auto,-"+r)
	}
	return out
}
