//go:build man

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// addHandbook adds the verb that writes man pages and completions, from the same
// source as --help. It is part of packaging (tools/handbook) and in no released
// tool: what it needs would be a tenth of the program.
func (t *tool) addHandbook(root *cobra.Command) {
	root.AddCommand(&cobra.Command{
		Use:    "handbook DIR",
		Short:  "Write man pages and completions into a folder",
		Args:   exactArgs(1, "a folder"),
		Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			return handbook(c.Root(), args[0])
		},
	})
}

// handbook lays the files out as PREFIX/share has them.
func handbook(root *cobra.Command, share string) error {
	man := filepath.Join(share, "man", "man1")
	root.DisableAutoGenTag = true // a date would make every build another one
	root.InitDefaultCompletionCmd()
	root.InitDefaultVersionFlag()
	if err := os.MkdirAll(man, 0o755); err != nil {
		return err
	}
	header := &doc.GenManHeader{Title: "SPARSERACER", Section: "1", Source: "sparseracer " + version, Manual: "sparseracer"}
	if err := doc.GenManTree(root, header, man); err != nil {
		return err
	}
	for _, c := range []struct {
		path  string
		write func(string) error
	}{
		{"bash-completion/completions/sparseracer", func(p string) error { return root.GenBashCompletionFileV2(p, true) }},
		{"zsh/site-functions/_sparseracer", root.GenZshCompletionFile},
		{"fish/vendor_completions.d/sparseracer.fish", func(p string) error { return root.GenFishCompletionFile(p, true) }},
	} {
		path := filepath.Join(share, c.path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := c.write(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
