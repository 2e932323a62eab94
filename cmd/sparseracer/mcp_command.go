package main

import "github.com/spf13/cobra"

func (t *tool) mcpCommand() *cobra.Command {
	var opt analyzeOptions
	var traces, programs []string
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Serve recordings to an agent by the Model Context Protocol, on standard input and output",
		Long: `mcp answers a client of the Model Context Protocol (an agent, an editor) on standard
input and output: what a trace holds, its races, the story of one, its nested loops, as the
JSON that the other verbs print. It reads traces below the folders of --traces alone, and
writes nothing.

With --programs it also records, confirms and replays, but only programs below those folders.
What such a program does is not bounded: name the folder of your build, not that of a shell.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.mcp(c.Context(), opt, traces, programs)
		},
	}
	f := c.Flags()
	f.StringArrayVar(&traces, "traces", []string{"."}, "read traces below `DIR`, and write there with --programs (repeatable)")
	f.StringArrayVar(&programs, "programs", nil, "allow to run the programs below `DIR` (repeatable); without it nothing is run")
	opt.analysisFlags(c)
	opt.listFlags(c)
	return c
}
