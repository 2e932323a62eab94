//go:build !mcp

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"sparseracer/internal/install"
)

const isAgentServer = false

// agentServer is the same tool with the server of the Model Context Protocol in it, which is a
// third of the time that a start takes: every other verb would pay for it.
const agentServer = "sparse-mcp"

// mcp becomes that program: it reads these arguments again.
func (t *tool) mcp(context.Context, analyzeOptions, []string, []string) error {
	dir, err := install.LibraryDir()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, agentServer)
	if !install.FileExists(path) {
		return fmt.Errorf("%s is not in %s: is the installation whole? `make install` and the package put it there", agentServer, dir)
	}
	return fmt.Errorf("%s: %w", path, syscall.Exec(path, append([]string{"sparseracer"}, t.args...), os.Environ()))
}
