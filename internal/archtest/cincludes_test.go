package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
)

// mayInclude says for each room of C code whose public headers it may include.
// A room is a folder with all below it, but for rooms in it.
var mayInclude = map[string][]string{
	"internal/system":    {}, // its table alone, system.def
	"tracelib":           {"internal/system"},
	"loopcore":           {"tracelib", "internal/system"},
	"qtpatch":            {"loopcore", "tracelib"},
	"loopcore/selftest":  {"tracelib"},
	"qtpatch/selftest":   {"loopcore/selftest"},
	"uvpatch/selftest":   {"loopcore/selftest"},
	"glibpatch/selftest": {"loopcore/selftest"},
	"qtpatch/headers":    {},
	"qtpatch/clipboard":  {},
	"qtpatch/compose":    {},
	"qtpatch/drags":      {},
	"qtpatch/scene":      {},
	"qtpatch/touch":      {"qtpatch/headers"},
	"qtpatch/input":      {"loopcore", "tracelib", "qtpatch/clipboard", "qtpatch/compose", "qtpatch/drags", "qtpatch/headers", "qtpatch/scene", "qtpatch/touch"},
	"qtpatch/player":     {"qtpatch/clipboard", "qtpatch/compose", "qtpatch/drags", "qtpatch/headers", "qtpatch/scene", "qtpatch/touch", "players"},
	"gtkpatch":           {},
	"gtkpatch/input":     {"loopcore", "tracelib", "gtkpatch"},
	"gtkpatch/player":    {"gtkpatch", "players"},
	"players":            {},
	"uvpatch":            {"loopcore", "tracelib"},
	"glibpatch":          {"loopcore", "tracelib"},
	"stocklib":           {"tracelib", "internal/system"},
	"flowlib":            {"tracelib"},
	"flowlib/net":        {"tracelib"},
}

// publicHeaders are found by every room, as <loopcore/label.h>; what else a room has is
// its own.
var publicHeaders = map[string]string{
	"sparserec/":  "tracelib/include/",
	"loopcore/":   "loopcore/include/",
	"qtnames/":    "qtpatch/headers/",
	"answers/":    "qtpatch/headers/",
	"clipboard/":  "qtpatch/",
	"compose/":    "qtpatch/",
	"drags/":      "qtpatch/",
	"scene/":      "qtpatch/",
	"touch/":      "qtpatch/",
	"gtkwidgets/": "gtkpatch/",
	"players/":    "",
	"selftest/":   "loopcore/selftest/include/",
}

var include = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)`)

// cRoom is the room that a file lies in, "" for none.
func cRoom(file string) string {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, known := mayInclude[dir]; known {
			return dir
		}
	}
	return ""
}

// included is the file of the repository that an #include names, "" for one of the
// system or of a library.
func included(from, bracket, name string, files map[string][]byte) string {
	if bracket == `"` {
		if file := path.Join(path.Dir(from), name); files[file] != nil {
			return file
		}
	}
	for prefix, dir := range publicHeaders {
		if strings.HasPrefix(name, prefix) {
			return dir + name
		}
	}
	if bracket == `"` {
		return name
	}
	return ""
}

// wrongIncludes are the arrows between rooms of C code that mayInclude has not, and those
// to a header that is not public.
func wrongIncludes(files map[string][]byte) []string {
	var wrong []string
	for file, src := range files {
		from := cRoom(file)
		if from == "" {
			wrong = append(wrong, file+" is in no room of the picture")
			continue
		}
		for _, m := range include.FindAllSubmatch(src, -1) {
			to := included(file, string(m[1]), string(m[2]), files)
			switch room := cRoom(to); {
			case to == "" || room == from:
			case files[to] == nil:
				wrong = append(wrong, file+" includes "+string(m[2])+", which is nowhere")
			case !contains(mayInclude[from], room):
				wrong = append(wrong, file+" includes "+to+": "+from+" may not look at "+room)
			case !isPublic(to):
				wrong = append(wrong, file+" includes "+to+", which is "+room+"'s own")
			}
		}
	}
	sort.Strings(wrong)
	return wrong
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func isPublic(file string) bool {
	if path.Ext(file) == ".def" {
		return true
	}
	for prefix, dir := range publicHeaders {
		if strings.HasPrefix(file, dir+prefix) {
			return true
		}
	}
	return false
}

// notRooms hold C code that is no part of what is installed: programs of tests, of
// benchmarks and samples, and what was built.
var notRooms = regexp.MustCompile(`(^|/)(\.[^/]*|build|test|testdata|bench|samples|tools|llvmpass|cmd|docs)$`)

// cSources are all C and C++ sources of the rooms, by their paths in the repository.
func cSources(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && file != "." && notRooms.MatchString(file) {
			return fs.SkipDir
		}
		switch filepath.Ext(file) {
		case ".c", ".h", ".cpp", ".S", ".def":
			files[file], err = fs.ReadFile(root, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("found only %d C sources", len(files))
	}
	return files
}

func TestIncludesPointOneWay(t *testing.T) {
	for _, w := range wrongIncludes(cSources(t)) {
		t.Error(w)
	}
}

// TestWrongIncludeIsSeen: an arrow that points up or sideways is found, however the
// #include is written.
func TestWrongIncludeIsSeen(t *testing.T) {
	files := map[string][]byte{
		"tracelib/include/sparserec/sparserec.h": []byte("#include <stdint.h>\n"),
		"tracelib/src/file.h":                    []byte("/* */\n"),
		"loopcore/include/loopcore/label.h":      []byte("#include <sparserec/sparserec.h>\n#include <uv.h>\n"),
		"loopcore/src/up.c":                      []byte("#include \"../../qtpatch/src/qtabi.h\"\n"),
		"loopcore/src/private.c":                 []byte("#include \"../../tracelib/src/file.h\"\n"),
		"qtpatch/src/qtabi.h":                    []byte("/* */\n"),
		"qtpatch/src/sideways.c":                 []byte("#include <loopcore/label.h>\n#include \"../../uvpatch/src/libuv.h\"\n"),
		"qtpatch/src/bare.c":                     []byte("  # include \"libuv.h\"\n"),
		"qtpatch/input/down.cpp":                 []byte("#include <loopcore/label.h>\n#include \"../src/qtabi.h\"\n"),
		"uvpatch/src/libuv.h":                    []byte("#include <loopcore/label.h>\n"),
		"attic/old.c":                            []byte("int x;\n"),
	}
	got := strings.Join(wrongIncludes(files), "\n")
	want := strings.Join([]string{
		"attic/old.c is in no room of the picture",
		"loopcore/src/private.c includes tracelib/src/file.h, which is tracelib's own",
		"loopcore/src/up.c includes qtpatch/src/qtabi.h: loopcore may not look at qtpatch",
		"qtpatch/input/down.cpp includes qtpatch/src/qtabi.h: qtpatch/input may not look at qtpatch",
		"qtpatch/src/bare.c includes libuv.h, which is nowhere",
		"qtpatch/src/sideways.c includes uvpatch/src/libuv.h: qtpatch may not look at uvpatch",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

// TestIncludesHaveNoCircle: the picture itself points one way.
func TestIncludesHaveNoCircle(t *testing.T) {
	var visit func(room string, above []string)
	visit = func(room string, above []string) {
		if contains(above, room) {
			t.Fatalf("%s includes itself by way of %s", room, strings.Join(above, ", "))
		}
		for _, below := range mayInclude[room] {
			if _, known := mayInclude[below]; !known {
				t.Errorf("%s may include %s, which is no room", room, below)
			}
			visit(below, append(above, room))
		}
	}
	for room := range mayInclude {
		visit(room, nil)
	}
}
