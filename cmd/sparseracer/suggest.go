package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// similarFlag names a flag of c that may have been meant, if err is about one that it has not.
func similarFlag(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return ""
	}
	flags := &cobra.Command{SuggestionsMinimumDistance: 2} // cobra finds similar names of commands only
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	if names := flags.SuggestionsFor(unknown.GetSpecifiedName()); len(names) > 0 {
		return ", did you mean --" + names[0] + "?"
	}
	return ""
}

// refuseUnknownTopics: help on a verb that does not exist is an error, as the verb would be.
func refuseUnknownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		show := c.Run
		c.Run = nil
		c.RunE = func(c *cobra.Command, args []string) error {
			if _, _, err := root.Find(args); err != nil {
				return err
			}
			show(c, args)
			return nil
		}
	}
}
