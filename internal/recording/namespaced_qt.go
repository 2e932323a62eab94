package recording

import (
	"debug/elf"
	"fmt"
	"regexp"
	"strconv"
)

// namespacedLoop is a function that every program of Qt's calls to run its loop, in a
// namespace: the length of its name, then both.
var namespacedLoop = regexp.MustCompile(`^_ZN([0-9]+)([A-Za-z_]\w*?)(?:16QCoreApplication|15QGuiApplication|12QApplication)4execEv$`)

// namespacedQt is an error for a program whose Qt was configured with -qtnamespace: the
// hooks look for Qt's functions by their usual names, so no event would be seen.
func namespacedQt(exe string, f *elf.File) error {
	symbols, _ := f.ImportedSymbols() // none, if it is static
	for _, s := range symbols {
		m := namespacedLoop.FindStringSubmatch(s.Name)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil && n == len(m[2]) {
			return fmt.Errorf("%s uses a Qt in the namespace %s (-qtnamespace): the hooks look for Qt's functions by their usual names, "+
				"so none of its events could be recorded; use a Qt without a namespace", exe, m[2])
		}
	}
	return nil
}
