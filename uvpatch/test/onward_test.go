package test

import (
	"debug/elf"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/system"
)

// TestOnward: each function that stands before one of libuv's is among those that a call of libuv is known by.
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
	found := 0
	for _, s := range symbols {
		if !strings.HasPrefix(s.Name, "uv_") || s.Section == elf.SHN_UNDEF {
			continue
		}
		found++
		if in := f.Sections[s.Section].Name; in != "uv_onward" {
			t.Errorf("%s stands in %s: it is to be ONWARD (uvpatch/src/libuv.h)", s.Name, in)
		}
	}
	if found < 70 {
		t.Errorf("only %d functions of libuv are exported", found)
	}
}
