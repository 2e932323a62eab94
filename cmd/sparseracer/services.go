package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"sparseracer/internal/steer"
)

// servicesFlag is of verbs that give the program a D-Bus of its own. What is asked for goes along in the environment
// of all runs, into a sandbox, too.
func servicesFlag(c *cobra.Command, t *tool) {
	c.Flags().Var(&services{tool: t}, "services", "have the D-Bus of PROG's own start the services of this machine that PROG calls, such as file systems, settings and keys")
	c.Flags().Lookup("services").NoOptDefVal = "true"
}

type services struct {
	tool *tool
	on   bool
}

func (s *services) Type() string     { return "bool" }
func (s *services) String() string   { return strconv.FormatBool(s.on) }
func (s *services) IsBoolFlag() bool { return true }

func (s *services) Set(value string) (err error) {
	if s.on, err = strconv.ParseBool(value); err == nil && s.on {
		s.tool.env = append(s.tool.env, steer.WithServices)
	}
	return err
}
