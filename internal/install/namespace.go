package install

import (
	"debug/elf"
	"regexp"
	"strconv"
	"sync"
)

// namespacedLoop is a function that every program of Qt's calls to run its loop, in a
// namespace: the length of its name, then both.
var namespacedLoop = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^_ZN([0-9]+)([A-Za-z_]\w*?)(?:16QCoreApplication|15QGuiApplication|12QApplication)4execEv$`)
})

// QtNamespace is the namespace of the Qt that a program calls, or that a library is
// (-qtnamespace): the hooks look for Qt's functions by their usual names, and find none. ""
// = the usual Qt, or none.
func QtNamespace(f *elf.File) string {
	symbols, _ := f.DynamicSymbols() // none, if it is static
	for _, s := range symbols {
		m := namespacedLoop().FindStringSubmatch(s.Name)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil && n == len(m[2]) {
			return m[2]
		}
	}
	return ""
}
