package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"sparseracer/internal/doctor"
)

func (t *tool) doctorCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "What is missing on this machine and how to get it",
		Long: `doctor looks at what the other verbs need: our own files, clang and LLVM, Qt and
whether the hooks fit it, what the kernel allows, and room on the disk. What is
"missing" keeps the main job from working, "no" is something less; either comes
with what to do about it. Ends with 2 if something is missing.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			sections := doctor.Examine(c.Context(), t.env)
			if doctor.Missing(sections) > 0 {
				t.code = exitError
			}
			if asJSON {
				return doctor.JSON(t.stdout, sections)
			}
			var text bytes.Buffer
			doctor.Write(&text, sections)
			_, err := t.stdout.Write(text.Bytes())
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}
