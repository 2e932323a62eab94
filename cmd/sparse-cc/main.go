// Command sparse-cc is a C and C++ compiler: clang, with calls of the recorder
// put into the code it makes and the recorder's library into what it links.
// Called by a name that contains "++" it compiles C++.
//
// The rules it keeps:
//   - It takes clang's arguments and returns clang's exit status; it has no
//     flags of its own. SPARSE_CLANG names another clang (of version 19).
//   - The recorder's library is found relative to the program.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/llvmpass/ccwrap"
)

func main() { os.Exit(run(os.Args)) }

func run(argv []string) int {
	name := filepath.Base(argv[0])
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: error: %v\n", name, err)
		return 1
	}
	clang, mode := chooseClang(name, os.Getenv("SPARSE_CLANG"))
	c := &ccwrap.Compiler{
		Clang:      clang,
		ModeFlag:   mode,
		Release:    "19",
		Instrument: instrument,
		Runtime:    ccwrap.FindRuntime(self),
		Stdin:      os.Stdin,
		Stdout:     os.Stdout,
		Stderr:     os.Stderr,
		Colour:     isTerminal(os.Stderr),
	}
	return c.Run(argv[1:])
}

// chooseClang: C or C++ goes by our name, whatever the clang is called.
func chooseClang(name, override string) (clang, mode string) {
	cxx := strings.Contains(name, "++")
	switch {
	case override == "" && cxx:
		return "clang++-19", ""
	case override == "":
		return "clang-19", ""
	case cxx == strings.Contains(filepath.Base(override), "++"):
		return override, ""
	case cxx:
		return override, "--driver-mode=g++"
	}
	return override, "--driver-mode=gcc"
}

// isTerminal decides whether clang, which writes to a pipe of ours while it
// plans, is told to use colours.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	term := os.Getenv("TERM")
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && term != "" && term != "dumb" && os.Getenv("NO_COLOR") == ""
}
