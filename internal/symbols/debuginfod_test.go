package symbols

import (
	"debug/elf"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// stripped is a library of one function that it does not export, and the debug
// information that was taken out of it.
func stripped(t *testing.T) (lib, debug, buildID string, offset uint64) {
	t.Helper()
	for _, tool := range []string{"cc", "objcopy", "strip", "llvm-symbolizer-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			needs.Missing(t, tool+" is not installed")
		}
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "s.c")
	lib, debug = filepath.Join(dir, "libs.so"), filepath.Join(dir, "s.debug")
	text := "static __attribute__((noinline)) int hidden(int n) { return n * n + 1; }\nint shown(int n) { return hidden(n) + 2; }\n"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"cc", "-g", "-O1", "-shared", "-fPIC", "-Wl,--build-id", "-o", lib, source},
		{"objcopy", "--only-keep-debug", lib, debug},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	f, err := elf.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, _ := f.Symbols()
	for _, s := range symbols {
		if s.Name == "hidden" {
			offset = s.Value
		}
	}
	if out, err := exec.Command("strip", lib).CombinedOutput(); err != nil {
		t.Fatalf("strip: %v\n%s", err, out)
	}
	return lib, debug, BuildID(f), offset
}

func environment(kv ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(kv); i += 2 {
			if kv[i] == name {
				return kv[i+1]
			}
		}
		return ""
	}
}

// TestDebuginfod: names and lines come from a server that the environment names, once;
// from none if it names none; and what is not the file that was asked for is refused.
func TestDebuginfod(t *testing.T) {
	lib, debug, id, offset := stripped(t)
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/good/buildid/" + id + "/debuginfo":
			http.ServeFile(w, r, debug)
		case "/other/buildid/" + id + "/debuginfo":
			http.ServeFile(w, r, "/proc/self/exe")
		case "/broken/buildid/" + id + "/debuginfo":
			w.WriteHeader(http.StatusInternalServerError)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	cache := t.TempDir()
	for _, c := range []struct {
		name, urls, cache, function, note string
		asked                             int32
	}{
		{"no server is named", "", cache, "", "", 0},
		{"nobody has it", server.URL + "/none", cache, "", "", 1},
		{"another file comes", server.URL + "/other", cache, "", "what came is something else", 1},
		{"the first is broken, the second has it", server.URL + "/broken " + server.URL + "/good/", cache, "hidden", "500", 2},
		{"it is here by now", server.URL + "/broken", cache, "hidden", "", 0},
		{"nothing listens", "http://127.0.0.1:1", t.TempDir(), "", "debuginfod: ", 0},
		{"no address", "file:///etc hello", cache + "x", "", "", 0},
	} {
		asked.Store(0)
		r := New(Options{Servers: ServersOf(environment("DEBUGINFOD_URLS", c.urls, "DEBUGINFOD_CACHE_PATH", c.cache, "DEBUGINFOD_TIMEOUT", "60"))})
		m := &trace.Module{Path: lib, BuildID: id, Start: 0x1000, End: 0x9000, Bias: 0x1000}
		f := r.Symbolize([]Place{{m, 0x1000 + offset}})[0][0]
		notes := strings.Join(r.Notes(), "\n")
		if f.Function != c.function || (f.Line == 1) != (c.function != "") || asked.Load() != c.asked {
			t.Errorf("%s: %+v, asked %d times", c.name, f, asked.Load())
		}
		if !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%s: notes %q", c.name, notes)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}
