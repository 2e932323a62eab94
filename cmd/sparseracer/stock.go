package main

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"strings"
)

// Programs that nobody instrumented, the distribution's for instance: the library
// for them tells what their handlers hold across nested loops.

const stockLibrary = "libsparsestock.so"

// stockChoice says whether that library is loaded.
type stockChoice string

const (
	stockAuto stockChoice = "auto"
	stockYes  stockChoice = "yes"
	stockNo   stockChoice = "no"
)

// String implements pflag.Value.
func (c *stockChoice) String() string { return string(*c) }

// Type implements pflag.Value.
func (c *stockChoice) Type() string { return "auto|yes|no" }

// Set implements pflag.Value.
func (c *stockChoice) Set(s string) error {
	switch v := stockChoice(s); v {
	case stockAuto, stockYes, stockNo:
		*c = v
		return nil
	}
	return fmt.Errorf("expected auto, yes or no")
}

// stockPreload is the library's path for a program, "" where it is not wanted.
// Instrumented modules are told apart in the process too: auto asks only whether
// the executable itself has its accesses recorded.
func stockPreload(choice stockChoice, dir, exe string) (string, error) {
	lib := filepath.Join(dir, stockLibrary)
	switch {
	case choice == stockNo, choice == stockAuto && isInstrumented(exe):
		return "", nil
	case fileExists(lib):
		return lib, nil
	case choice == stockYes:
		return "", fmt.Errorf("%s is not in %s: is the installation whole?", stockLibrary, dir)
	}
	return "", nil
}

// isInstrumented: the executable calls the recorder. What is no ELF file, a script
// say, starts a program that mostly does not.
func isInstrumented(exe string) bool {
	f, err := elf.Open(exe)
	if err != nil {
		return false
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return false
	}
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF && (strings.HasPrefix(s.Name, "__sparse_") || strings.HasPrefix(s.Name, "__tsan_")) {
			return true
		}
	}
	return false
}
