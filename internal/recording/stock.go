package recording

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/system"
)

// Programs that nobody instrumented, the distribution's for instance: the library
// for them records what their handlers refer to across nested loops.

// StockChoice says whether that library is loaded; it is the value of record --stock.
type StockChoice uint8

const (
	StockAuto StockChoice = iota // where the program has code that is not instrumented
	StockYes
	StockNo
)

var stockChoices = [...]string{StockAuto: "auto", StockYes: "yes", StockNo: "no"}

// String implements pflag.Value.
func (c *StockChoice) String() string { return stockChoices[*c] }

// Type implements pflag.Value.
func (c *StockChoice) Type() string { return strings.Join(stockChoices[:], "|") }

// Set implements pflag.Value.
func (c *StockChoice) Set(s string) error {
	i := slices.Index(stockChoices[:], s)
	if i < 0 {
		return fmt.Errorf("expected auto, yes or no")
	}
	*c = StockChoice(i)
	return nil
}

// stockPreload is the library's path for a program, "" where it is not wanted: in an
// instrumented program none of whose own libraries needs it. An installation
// without the library records without it, unless it was asked for. Modules are reported
// apart in the process too, so that instrumented ones have no live references.
func stockPreload(choice StockChoice, dir, exe string, env []string) (string, error) {
	lib := filepath.Join(dir, system.StockLibrary)
	switch {
	case choice == StockNo:
		return "", nil
	case choice == StockAuto && isInstrumented(exe) && !hasStockPart(exe, env):
		return "", nil
	case install.FileExists(lib):
		return lib, nil
	case choice == StockYes:
		return "", fmt.Errorf("%s is not in %s: is the installation whole?", system.StockLibrary, dir)
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

// hasStockPart: a library that comes with the executable, found by the folders that it
// names or those of LD_LIBRARY_PATH, is not instrumented. What is loaded later, a
// plugin, is not looked for: --stock asks for it.
func hasStockPart(exe string, env []string) bool {
	f, err := elf.Open(exe)
	if err != nil {
		return false
	}
	defer f.Close()
	needed, _ := f.ImportedLibraries()
	folders := ownFolders(f, exe, env)
	return slices.ContainsFunc(needed, func(name string) bool {
		if system.OwnerOf(name) != system.Unknown {
			return false
		}
		if filepath.IsAbs(name) {
			return !isInstrumented(name)
		}
		for _, dir := range folders {
			if lib := filepath.Join(dir, name); install.FileExists(lib) {
				return !isInstrumented(lib)
			}
		}
		return false // the system's
	})
}

// ownFolders is where the loader looks before it looks in the system's folders.
func ownFolders(f *elf.File, exe string, env []string) []string {
	var out []string
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		lists, _ := f.DynString(tag)
		for _, list := range lists {
			out = append(out, filepath.SplitList(list)...)
		}
	}
	for _, kv := range env {
		if list, ok := strings.CutPrefix(kv, "LD_LIBRARY_PATH="); ok {
			out = append(out, filepath.SplitList(list)...)
		}
	}
	origin := filepath.Dir(exe)
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		origin = filepath.Dir(real)
	}
	for i := range out {
		out[i] = strings.NewReplacer("$ORIGIN", origin, "${ORIGIN}", origin).Replace(out[i])
	}
	return slices.DeleteFunc(out, func(dir string) bool {
		return dir == "" || system.IsSystemPath(dir+"/")
	})
}
