// Command sparse-cc is a C and C++ compiler: clang, with calls of the recorder
// put into the code it makes and the recorder's library into what it links.
// Called by a name that contains "++" it compiles C++.
//
// The rules it keeps:
//   - It takes clang's arguments and returns clang's exit status; of its own
//     there are -fsparse-ignorelist=FILE, -fsparse-values and -fsparse-flow, which clang does not
//     get to see.
//     SPARSE_CLANG names another clang (of version 19), SPARSE_IGNORELIST more
//     lists, with colons between.
//   - The recorder's library and the instrumenter are found relative to the
//     program. The program itself is static and starts without LLVM.
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
	args, ours := takeOurs(argv[1:], os.Getenv("SPARSE_IGNORELIST"))
	c := &ccwrap.Compiler{
		Clang:    clang,
		ModeFlag: mode,
		Release:  "19",
		Runtime:  ccwrap.FindRuntime(self),
		Ignore:   ours.lists,
		Values:   ours.values,
		Flow:     ours.flow,
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Colour:   isTerminal(os.Stderr),
	}
	return c.Run(args)
}

// ourFlags are the flags that clang does not know.
type ourFlags struct {
	lists        []string
	values, flow bool
}

// takeOurs separates our flags from clang's arguments.
func takeOurs(argv []string, variable string) (args []string, o ourFlags) {
	for _, path := range filepath.SplitList(variable) {
		if path != "" {
			o.lists = append(o.lists, path)
		}
	}
	for i, a := range argv {
		if a == "--" {
			return append(args, argv[i:]...), o
		}
		if path, ok := strings.CutPrefix(a, "-fsparse-ignorelist="); ok {
			o.lists = append(o.lists, path)
		} else if a == "-fsparse-values" {
			o.values = true
		} else if a == "-fsparse-flow" {
			o.flow = true
		} else {
			args = append(args, a)
		}
	}
	return args, o
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
// plans, was asked to use colours.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	term := os.Getenv("TERM")
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && term != "" && term != "dumb" && os.Getenv("NO_COLOR") == ""
}
