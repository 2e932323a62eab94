// Package system answers what belongs to the system, to a framework or to this
// project, and not to a program under test. Its one table is system.def, which C
// includes; no other file has a list of that kind (a test holds that).
package system

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed system.def
var definition string

// table holds the names by macro and kind, in the order of the file. It is read when
// the program starts, so without regular expressions.
var table = read(definition)

// read takes the lines SYSTEM_MACRO("names", KIND).
func read(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		macro, rest, ok := strings.Cut(strings.TrimSuffix(line, ")\n"), "(\"")
		macro, is := strings.CutPrefix(macro, "SYSTEM_")
		quoted, kind, has := strings.Cut(rest, "\", ")
		if !ok || !is || !has {
			continue
		}
		names := []string{quoted}
		if macro == "SYMBOLS" {
			names = strings.Fields(quoted)
		}
		out[macro+" "+kind] = append(out[macro+" "+kind], names...)
	}
	return out
}

// Owner is whom a library belongs to.
type Owner string

const (
	Unknown  Owner = "" // the program's, as far as is known
	Ours     Owner = "OURS"
	Helper   Owner = "HELPER" // what our libraries load
	Qt       Owner = "QT"
	KDE      Owner = "KDE"
	GLib     Owner = "GLIB"
	LibC     Owner = "LIBC"
	Compiler Owner = "COMPILER"
	ASan     Owner = "ASAN"
	TSan     Owner = "TSAN"
	Display  Owner = "DISPLAY"
	Other    Owner = "OTHER"
)

// This project's libraries.
var (
	RecorderLibrary = table["PRELOADED RECORDER"][0]
	HooksLibrary    = table["PRELOADED HOOKS"][0]
	StockLibrary    = table["PRELOADED STOCK"][0]
	FlowLibrary     = table["PRELOADED FLOW"][0]
	NetworkLibrary  = table["OWN NETWORK"][0]
	// PlayerLibraries play sessions, by the major version of Qt.
	PlayerLibraries = map[int]string{5: table["OWN PLAYER_QT5"][0], 6: table["OWN PLAYER_QT6"][0]}
	// PlayerOfGtk does so in programs with GTK.
	PlayerOfGtk = table["OWN PLAYER_GTK"][0]
)

// OwnerOf says whom a library belongs to, by the name of its file.
func OwnerOf(path string) Owner {
	name, longest, owner := filepath.Base(path), 0, Unknown
	for key, names := range table {
		of, is := strings.CutPrefix(key, "LIBRARY ")
		if !is {
			continue
		}
		for _, prefix := range names {
			if len(prefix) > longest && strings.HasPrefix(name, prefix) {
				longest, owner = len(prefix), Owner(of)
			}
		}
	}
	return owner
}

// IsOwnLibrary recognises this project's libraries.
func IsOwnLibrary(path string) bool { return begins(filepath.Base(path), "LIBRARY OURS") }

// IsInterpreter recognises what runs a script: its functions are none of the program's.
func IsInterpreter(path string) bool { return begins(filepath.Base(path), "LIBRARY PYTHON") }

// IsToolkit recognises Qt's libraries and those of KDE's frameworks.
func IsToolkit(path string) bool {
	name := filepath.Base(path)
	return begins(name, "LIBRARY QT") || begins(name, "LIBRARY KDE")
}

// IsGObject recognises the library that frees a GObject, when nobody has a reference.
func IsGObject(path string) bool {
	return OwnerOf(path) == GLib && strings.HasPrefix(filepath.Base(path), "libgobject-")
}

// IsSystemPath recognises a library, a source or a folder (with a / at its end) that is
// the system's or a toolkit's, wherever that lies.
func IsSystemPath(path string) bool {
	if path == "" {
		return false
	}
	at := clean(path)
	return begins(at, "FOLDER CODE") || IsToolkit(at) ||
		slices.ContainsFunc(table["FOLDER PART"], func(part string) bool { return strings.Contains(path, part) })
}

// IsInstalled recognises what packages brought, programs included.
func IsInstalled(path string) bool {
	at := clean(path)
	return (begins(at, "FOLDER INSTALLED") || begins(at, "FOLDER CODE")) && !begins(at, "FOLDER BUILT")
}

// clean keeps a folder's last slash.
func clean(path string) string {
	at := filepath.Clean(path)
	if strings.HasSuffix(path, "/") && at != "/" {
		at += "/"
	}
	return at
}

// SearchedFolders are where the system has its shared libraries, most likely first.
func SearchedFolders() []string { return slices.Clone(table["FOLDER SEARCHED"]) }

// DebugFolder is where packages of debug symbols put them, and where llvm-symbolizer
// looks by itself.
var DebugFolder = table["FOLDER DEBUG"][0]

// PoolThread recognises the threads of pools, by the names that they give themselves.
func PoolThread(name string) bool { return begins(name, "THREAD POOL") }

// ServiceThread recognises threads that a library starts once and that serve all.
func ServiceThread(name string) bool { return begins(name, "THREAD SERVICE") }

// IsLibraryFunction recognises the functions of libraries' headers and of run-time systems.
func IsLibraryFunction(name string) bool { return begins(name, "FUNCTION LIBRARY") }

// IsOwnFunction recognises the recorder's interface.
func IsOwnFunction(name string) bool { return begins(name, "FUNCTION OURS") }

// IsToolkitFunction recognises what toolkits' headers bring: GLib's and libuv's functions,
// Qt's classes, and Qt's functions (qMin, q_func).
func IsToolkitFunction(name string) bool {
	if begins(name, "FUNCTION TOOLKIT") {
		return true
	}
	if len(name) < 2 || name[0] != 'Q' && name[0] != 'q' {
		return false
	}
	return name[1] >= 'A' && name[1] <= 'Z' || name[1] == '_'
}

// IsLeft recognises the functions whose loop ends when a person leaves their window.
func IsLeft(name string) bool { return slices.Contains(table["FUNCTION LEFT"], name) }

// IsAllocator recognises the functions of the C heap.
func IsAllocator(name string) bool { return slices.Contains(table["SYMBOLS ALLOCATOR"], name) }

// IsIntercepted recognises the functions of libc that a sanitizer takes the place of.
func IsIntercepted(name string) bool {
	return IsAllocator(name) || slices.Contains(table["SYMBOLS LIBC"], name)
}

// IsSink recognises by its symbol a function that writes to what outlives the program.
func IsSink(symbol string) bool {
	return slices.Contains(table["SYMBOLS SINK"], symbol) || begins(symbol, "SYMBOLS SINK_FAMILY")
}

// IsRuntime recognises by its symbol a function that compilers call by themselves.
func IsRuntime(symbol string) bool { return begins(symbol, "SYMBOLS RUNTIME") }

// IsValue recognises a class of a framework's that holds numbers or text, and points at no object.
func IsValue(class string) bool { return slices.Contains(table["SYMBOLS VALUE"], class) }

func begins(s, kind string) bool {
	return slices.ContainsFunc(table[kind], func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}
