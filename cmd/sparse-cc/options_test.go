//go:build llvm19

package main

// Options with a rule of their own: ignore lists, link-time optimisation of
// C++, links that allow nothing undefined, coroutines, ccache, configure.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

// TestIgnoreList: listed functions and files report no access, but entry and
// exit; each way of naming a list counts.
func TestIgnoreList(t *testing.T) {
	t.Parallel()
	cc := needCompiler(t, "sparse-cc")
	for name, c := range map[string]struct {
		list, flag, variable string
		quiet                bool
	}{
		"function":          {"fun:ha?f\n", "-fsparse-ignorelist=list", "", true},
		"by variable":       {"[sparserec]\nfun:half\n", "-O1", "/dev/null:list", true},
		"source":            {"src:*/half.c\n", "-g", "list", true},
		"source as given":   {"src:half.c\n", "-O0", "list", true},
		"main file":         {"mainfile:half.c\n", "-O2", "list", true},
		"another function":  {"fun:hal\n", "-fsparse-ignorelist=list", "", false},
		"another sanitizer": {"[address]\nfun:*\n", "-O0", "list", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := sources(t)
			put(t, dir, "list", c.list)
			must(t, dir, "env", "SPARSE_IGNORELIST="+c.variable, cc, c.flag, "-S", "half.c", "-fno-omit-frame-pointer")
			text, err := os.ReadFile(filepath.Join(dir, "half.s"))
			if err != nil {
				t.Fatal(err)
			}
			if quiet := !strings.Contains(string(text), "__sparse_read4"); quiet != c.quiet {
				t.Errorf("quiet is %v, expected %v:\n%s", quiet, c.quiet, text)
			}
		})
	}
}

func TestIgnoreListKeepsEntries(t *testing.T) {
	t.Parallel()
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	put(t, dir, "list", "fun:main\n")
	must(t, dir, cc, "-fsparse-ignorelist=list", "-c", "use.c")
	symbols := must(t, dir, "nm", "use.o").stdout
	if !strings.Contains(symbols, "__sparse_func_entry") || strings.Contains(symbols, "__sparse_write4") {
		t.Errorf("expected entries and no writes:\n%s", symbols)
	}
}

// TestIgnoreListErrors: one line with the list's name and line, no object.
func TestIgnoreListErrors(t *testing.T) {
	t.Parallel()
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	put(t, dir, "list", "fun:ok\nfunc:half\n")
	for list, want := range map[string]string{
		"list":   `sparse-cc: error: half.o: list:2: expected src:, mainfile: or fun: and a glob, found "func:half"`,
		"absent": "sparse-cc: error: half.o: ignore list: open absent: no such file or directory",
	} {
		o := do(t, dir, cc, "-fsparse-ignorelist="+list, "-c", "half.c")
		if _, err := os.Stat(filepath.Join(dir, "half.o")); o.status != 1 || strings.TrimSpace(o.stderr) != want || err == nil {
			t.Errorf("status %d, object %v: %s", o.status, err == nil, o.stderr)
		}
	}
}

// TestLTO: what clang's own tools link stays balanced, with the tables of
// virtual functions optimised over the whole program too.
func TestLTO(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "ld.lld-19")
	cxx, source := needCompiler(t, "sparse-c++"), abs(t, "testdata/exceptions.cpp")
	for _, flags := range []string{
		"-flto -O2 -fuse-ld=lld-19", "-flto=thin -O2 -g -fuse-ld=lld-19", "-flto=thin -O2 -fuse-ld=bfd",
		"-flto=thin -O1 -fwhole-program-vtables -fvisibility=hidden -fuse-ld=lld-19",
	} {
		t.Run(flags, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must(t, dir, "clang++-19", source, "-o", "clangs")
			want := must(t, dir, "./clangs").stdout
			must(t, dir, append([]string{cxx, source, "-o", "ours"}, strings.Fields(flags)...)...)
			got := must(t, dir, "./ours")
			if got.stdout != want {
				t.Errorf("prints %q, expected %q", got.stdout, want)
			}
			checkBalanced(t, got)
		})
	}
}

const coroutine = `#include <coroutine>
#include <cstdio>
struct Numbers {
	struct promise_type {
		int value;
		Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
		std::suspend_always initial_suspend() { return {}; }
		std::suspend_always final_suspend() noexcept { return {}; }
		std::suspend_always yield_value(int v) { value = v; return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
	std::coroutine_handle<promise_type> handle;
};
Numbers count(int n) { for (int i = 0; i < n; i++) co_yield i; }
int main()
{
	Numbers n = count(3);
	for (n.handle(); !n.handle.done(); n.handle())
		std::printf("%d ", n.handle.promise().value);
	n.handle.destroy();
}
`

func TestCoroutines(t *testing.T) {
	t.Parallel()
	cxx, dir := needCompiler(t, "sparse-c++"), t.TempDir()
	put(t, dir, "co.cpp", coroutine)
	for _, level := range []string{"-O0", "-O2"} {
		must(t, dir, cxx, "-std=c++20", level, "co.cpp", "-o", "co")
		o := must(t, dir, "./co")
		if n := counted(t, o); o.stdout != "0 1 2 " || n[4] == 0 || n[5] != 0 || n[6] != 0 {
			t.Errorf("%s: prints %q, counts %s", level, o.stdout, o.stderr)
		}
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	cxx, dir := needCompiler(t, "sparse-c++"), t.TempDir()
	put(t, dir, "numbers.cppm", "export module numbers;\nexport int third(int *p) { return *p / 3; }\n")
	put(t, dir, "use.cpp", "import numbers;\nint main(int n, char **) { n += 8; return third(&n) - 3; }\n")
	must(t, dir, cxx, "-std=c++20", "--precompile", "numbers.cppm", "-o", "numbers.pcm")
	must(t, dir, cxx, "-std=c++20", "-c", "numbers.pcm", "-o", "numbers.o")
	must(t, dir, cxx, "-std=c++20", "-fmodule-file=numbers=numbers.pcm", "use.cpp", "numbers.o", "-o", "prog")
	checkBalanced(t, must(t, dir, "./prog"))
}

// TestNothingUndefined: libraries whose link must resolve everything find the
// hooks in the recorder's library; what really is missing is still an error.
func TestNothingUndefined(t *testing.T) {
	t.Parallel()
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	for _, flag := range []string{"-Wl,-z,defs", "-Wl,--no-undefined"} {
		must(t, dir, cc, "-shared", "-fPIC", flag, "half.c", "-o", "libhalf.so")
		if o := do(t, dir, cc, "-shared", "-fPIC", flag, "nolink.c", "-o", "no.so"); o.status != 1 || !strings.Contains(o.stderr, "absent") {
			t.Errorf("%s: status %d: %s", flag, o.status, o.stderr)
		}
	}
}

// TestCCache: a second compile comes out of the cache, one with another
// instrumenter or list does not.
func TestCCache(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "ccache")
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	put(t, dir, "list", "fun:nothing\n")
	extra := filepath.Join(tree, "lib", "sparse-instrument") + ":" + filepath.Join(dir, "list")
	compile := func() string {
		must(t, dir, "env", "CCACHE_DIR="+filepath.Join(dir, "cache"), "CCACHE_EXTRAFILES="+extra, "SPARSE_IGNORELIST=list",
			"ccache", cc, "-c", "half.c", "-o", "half.o")
		return must(t, dir, "env", "CCACHE_DIR="+filepath.Join(dir, "cache"), "ccache", "--print-stats").stdout
	}
	compile()
	if stats := compile(); !strings.Contains(stats, "direct_cache_hit\t1\n") || !strings.Contains(stats, "cache_miss\t1\n") {
		t.Errorf("not taken from the cache:\n%s", stats)
	}
	put(t, dir, "list", "fun:half\n")
	if stats := compile(); !strings.Contains(stats, "cache_miss\t2\n") {
		t.Errorf("another list, but not compiled again:\n%s", stats)
	}
	if symbols := must(t, dir, "nm", "half.o").stdout; strings.Contains(symbols, "__sparse_read4") {
		t.Errorf("the list was not obeyed:\n%s", symbols)
	}
}

const configureAC = `AC_INIT([half], [1])
AC_PROG_CC
AC_CHECK_FUNC([printf], [], [AC_MSG_ERROR([no printf])])
AC_CHECK_FUNC([nosuchfunction], [AC_MSG_ERROR([everything is found])])
AC_CHECK_SIZEOF([void *])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
`

const makefileIn = `prog: use.o half.o plus.o minus.o
	@CC@ @LDFLAGS@ $^ -o $@
%.o: @srcdir@/%.c
	@CC@ @CFLAGS@ @DEFS@ -c $< -o $@
%.o: @srcdir@/%.s
	@CC@ -c $< -o $@
%.o: @srcdir@/%.S
	@CC@ -c $< -o $@
`

// TestConfigure: configure's checks, built outside the sources, in parallel.
func TestConfigure(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "autoconf")
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	put(t, dir, "configure.ac", configureAC)
	put(t, dir, "Makefile.in", makefileIn)
	must(t, dir, "autoconf")
	must(t, dir, "mkdir", "build")
	build := filepath.Join(dir, "build")
	must(t, build, "../configure", "CC="+cc)
	must(t, build, "make", "-j4")
	o := must(t, build, "./prog")
	if n := counted(t, o); o.stdout != "23\n" || n[0] == 0 || n[4] == 0 {
		t.Errorf("prints %q, counts %s", o.stdout, o.stderr)
	}
}

// TestResponseFileElsewhere: names in a response file start from the folder
// that the compiler runs in, not from the file's.
func TestResponseFileElsewhere(t *testing.T) {
	t.Parallel()
	cc, dir := needCompiler(t, "sparse-cc"), sources(t)
	must(t, dir, "mkdir", "sub", "out")
	put(t, dir, "sub/args", "../half.c ../use.c ../plus.s\n../minus.S -o prog\n")
	must(t, filepath.Join(dir, "out"), cc, "@../sub/args")
	if o := must(t, dir, "out/prog"); o.stdout != "23\n" {
		t.Errorf("prints %q", o.stdout)
	}
}
