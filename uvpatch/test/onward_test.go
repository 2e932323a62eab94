package test

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/system"
)

// named are the functions that uvpatch has the way to, but for those that it only asks.
func named(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`\bF\((uv_\w+)\)`).FindAllStringSubmatch(read(t, "../src/libuv.h"), -1) {
		if m[1] != "uv_is_active" && m[1] != "uv_now" {
			names = append(names, m[1])
		}
	}
	return names
}

// called are those of the installed libuv that are given a callback, but for what is called at once or in a thread of its own.
func called(t *testing.T) (names []string) {
	t.Helper()
	header := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(read(t, "/usr/include/uv.h"), "")
	name, takes := regexp.MustCompile(`\b(uv_\w+)\(`), regexp.MustCompile(`\buv_\w+_cb\b|\(\*`)
	for _, declaration := range regexp.MustCompile(`UV_EXTERN[^;]+;`).FindAllString(header, -1) {
		m := name.FindStringSubmatch(declaration)
		if m != nil && takes.MatchString(declaration) && m[1] != "uv_once" && !strings.HasPrefix(m[1], "uv_thread_create") {
			names = append(names, m[1])
		}
	}
	if len(names) < 58 {
		t.Errorf("%d functions take a callback: %q", len(names), names)
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	needs.Have(t, path, err == nil)
	return string(data)
}

// TestOnward: each function that is given a callback is stood before, and what stands there is among those that a call of libuv is known by.
func TestOnward(t *testing.T) {
	t.Parallel()
	f, err := elf.Open(filepath.Join("../../lib", system.HooksLibrary))
	if err != nil {
		needs.Have(t, system.HooksLibrary+" (make build)", false)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, s := range symbols {
		if !strings.HasPrefix(s.Name, "uv_") || s.Section == elf.SHN_UNDEF {
			continue
		}
		found[s.Name] = true
		if in := f.Sections[s.Section].Name; in != "uv_onward" {
			t.Errorf("%s stands in %s: it is to be ONWARD (uvpatch/src/libuv.h)", s.Name, in)
		}
	}
	for _, name := range append(named(t), called(t)...) {
		if !found[name] {
			t.Errorf("%s is not exported: programs call libuv's own", name)
		}
	}
}
