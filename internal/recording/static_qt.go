package recording

import (
	"debug/elf"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"sparseracer/internal/system"
)

// staticQt is an error for a program that Qt is linked into: its functions cannot be
// hooked from a library of ours, so no event would be seen, and a trace without events
// tells nothing. A program may hide it (stripped, and without Qt's description of itself);
// libraries that it brings are not looked into.
func staticQt(exe string, f *elf.File, libs []string) error {
	for _, lib := range libs {
		if system.OwnerOf(lib) == system.Qt && strings.Contains(lib, "Core.so") {
			return nil
		}
	}
	version := describedAs(f)
	if version == "" && definesQt(f) {
		version = "Qt"
	}
	if version == "" {
		return nil
	}
	return fmt.Errorf("%s has %s linked into it: the hooks are placed in Qt's shared libraries, so none of its events could be recorded; "+
		"build it with a shared Qt", exe, version)
}

// execLoop is what every program of Qt's calls to run its loop.
const execLoop = "_ZN16QCoreApplication4execEv"

// definesQt: the program has the loop's function itself.
func definesQt(f *elf.File) bool {
	for _, list := range []func() ([]elf.Symbol, error){f.Symbols, f.DynamicSymbols} {
		symbols, _ := list() // none, if it is stripped
		for _, s := range symbols {
			if s.Name == execLoop && s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
				return true
			}
		}
	}
	return false
}

// description is QLibraryInfo::build()'s, of a static Qt.
var description = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`Qt [0-9]+\.[0-9]+\.[0-9]+ \([0-9A-Za-z_-]+ static [^()]{0,60}build; by `)
})

// describedAs is the version that Qt's description of itself names, "" without one.
func describedAs(f *elf.File) string {
	section := f.Section(".rodata")
	if section == nil || section.Type == elf.SHT_NOBITS {
		return ""
	}
	data, err := section.Data()
	if err != nil {
		return ""
	}
	words := strings.Fields(string(description().Find(data)))
	if len(words) < 2 {
		return ""
	}
	return words[0] + " " + words[1]
}
