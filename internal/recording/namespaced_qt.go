package recording

import (
	"debug/elf"
	"fmt"

	"sparseracer/internal/install"
)

// namespacedQt is an error for a program whose Qt was configured with -qtnamespace: no event
// of it would be seen.
func namespacedQt(exe string, f *elf.File) error {
	if name := install.QtNamespace(f); name != "" {
		return fmt.Errorf("%s uses a Qt in the namespace %s (-qtnamespace): the hooks look for Qt's functions by their usual names, "+
			"so none of its events could be recorded; use a Qt without a namespace", exe, name)
	}
	return nil
}
