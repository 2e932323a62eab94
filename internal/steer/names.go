package steer

import (
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

func simplify(name string) string { return symbols.Simplify(name) }

// libraryName reports whether a simplified name is the allocator's, libc's or
// that of a header of the standard library or Qt: such frames stand above the
// application's without being its own.
func libraryName(s string) bool { return system.IsLibraryFunction(s) || system.IsIntercepted(s) }

// headerName reports whether an expected function may be missing from the
// report: besides libraries proper, Qt's headers, which an instrumented build
// compiles with the application and a report shows with a path of the system.
func headerName(s string) bool { return libraryName(s) || system.IsToolkitFunction(s) }
