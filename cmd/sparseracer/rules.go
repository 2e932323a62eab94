package main

import (
	"github.com/spf13/cobra"

	"sparseracer/internal/report"
)

func (t *tool) rulesCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "rules",
		Short: "Every rule and filter of the analysis, and how it is known",
		Long: `rules lists what the analysis builds on: the rules of the order, and the filters that
take pairs out. Each is a theorem (a test holds it against every schedule of small
programs), an assumption about the environment (with what would break it) or a
heuristic (with a program in which it is wrong). --rules of other verbs goes
without one by its id.`,
		Args: exactArgs(0, "none"),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return report.RulesJSON(t.stdout)
			}
			return report.RulesText(t.stdout, report.Style{})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}
