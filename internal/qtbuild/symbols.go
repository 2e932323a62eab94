package qtbuild

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"
)

// ownPrefix begins the names that the patch refers to, weakly.
const ownPrefix = "sparseqt_"

// SameSymbols says whether a library may take another one's place: it must define
// the same dynamic symbols (name, version, binding, type, visibility), need the same
// libraries and refer to nothing else, but for the patch's own weak references.
func SameSymbols(stock, ours string) error {
	a, err := tableOf(stock)
	if err != nil {
		return err
	}
	b, err := tableOf(ours)
	if err != nil {
		return err
	}
	missing, added := minus(a, b), minus(b, a)
	added = slices.DeleteFunc(added, func(s string) bool { return strings.HasPrefix(s, "reference "+ownPrefix) })
	if len(missing) == 0 && len(added) == 0 {
		return nil
	}
	return fmt.Errorf("the library that was built is no drop-in for %s: %s", stock, difference(missing, added))
}

func difference(missing, added []string) string {
	show := func(what string, list []string) string {
		const most = 5
		more := ""
		if len(list) > most {
			list, more = list[:most], ", …"
		}
		return fmt.Sprintf("%s (%s%s)", what, strings.Join(list, ", "), more)
	}
	var parts []string
	if n := len(missing); n > 0 {
		parts = append(parts, show(fmt.Sprintf("%d are missing", n), missing))
	}
	if n := len(added); n > 0 {
		parts = append(parts, show(fmt.Sprintf("%d are new", n), added))
	}
	return strings.Join(parts, "; ")
}

// tableOf lists what a library shows to others, a line each, sorted.
func tableOf(path string) ([]string, error) {
	f, err := elf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	libraries, err := f.ImportedLibraries()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	soname, err := f.DynString(elf.DT_SONAME)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	table := []string{"named " + strings.Join(soname, " ")}
	for _, l := range libraries {
		table = append(table, "library "+l)
	}
	for _, s := range symbols {
		table = append(table, describe(s))
	}
	slices.Sort(table)
	return table, nil
}

// describe leaves addresses and sizes out: those of functions are not the users'.
// Of an object the size counts, for programs may have a copy of it.
func describe(s elf.Symbol) string {
	binding, kind := elf.ST_BIND(s.Info), elf.ST_TYPE(s.Info)
	name := s.Name
	if s.Version != "" {
		name += "@" + s.Version
		if s.HasVersion && s.VersionIndex.IsHidden() {
			name += " (old)"
		}
	}
	if s.Section == elf.SHN_UNDEF {
		return fmt.Sprintf("reference %s %v", name, binding)
	}
	line := fmt.Sprintf("symbol %s %v %v %v", name, binding, kind, elf.ST_VISIBILITY(s.Other))
	if kind == elf.STT_OBJECT {
		line += fmt.Sprintf(" %d bytes", s.Size)
	}
	return line
}

// minus gives the elements of one sorted list that another one lacks.
func minus(a, b []string) []string {
	var out []string
	for _, s := range a {
		if _, found := slices.BinarySearch(b, s); !found {
			out = append(out, s)
		}
	}
	return out
}
