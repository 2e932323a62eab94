package main

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// seconds is a flag for a duration, of which a number without a unit is seconds, as timeout(1) and ctest take it.
type seconds struct{ pflag.Value }

func (s seconds) Set(text string) error {
	if _, err := strconv.ParseFloat(text, 64); err == nil && text != "0" {
		text += "s"
	}
	return s.Value.Set(text)
}

// takeSeconds has all durations of a command, and of those below it, take seconds.
func takeSeconds(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "duration" {
			f.Value = seconds{f.Value}
			if f.DefValue == "0s" {
				f.DefValue = "0" // which help does not show
			}
		}
	})
	for _, sub := range c.Commands() {
		takeSeconds(sub)
	}
}
