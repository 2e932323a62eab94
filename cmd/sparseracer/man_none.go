//go:build !man

package main

import "github.com/spf13/cobra"

// addHandbook adds nothing: see man.go.
func (t *tool) addHandbook(*cobra.Command) {}
