//go:build !farm

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"sparseracer/internal/install"
)

const isFarm = false

// farmProgram is the same tool with the databases, the queue and the stores in it, whose start takes
// longer than that of all else: every other verb would pay for it.
const farmProgram = "sparse-farm"

// becomeFarm becomes that program: it reads these arguments again. Its own name is that of this
// program, which does its jobs.
func (t *tool) becomeFarm() error {
	dir, err := install.LibraryDir()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, farmProgram)
	if !install.FileExists(path) {
		return fmt.Errorf("%s is not in %s: is the installation whole? `make install` and the package put it there", farmProgram, dir)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", path, syscall.Exec(path, append([]string{self}, t.args...), os.Environ()))
}

func (t *tool) farmLaptop(context.Context, *farmOptions) error { return t.becomeFarm() }
func (t *tool) farmServe(context.Context, *farmOptions) error  { return t.becomeFarm() }
func (t *tool) farmWorker(context.Context, *farmOptions) error { return t.becomeFarm() }
