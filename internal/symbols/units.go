package symbols

import (
	"debug/dwarf"
	"debug/elf"
	"path/filepath"

	"sparseracer/internal/trace"
)

// Unit is one compilation: the folder that the compiler ran in and the file it
// compiled, both as the debug information names them, made absolute.
type Unit struct{ Dir, File string }

// maxUnits bounds what is read of one object; browsers have some 30,000.
const maxUnits = 100000

// Units are the compilations of loaded objects, as far as their files have debug
// information. It reads the head of each unit, not what is in it.
func (r *Resolver) Units(modules []trace.Module) []Unit {
	r.mu.Lock()
	var files []string
	seen := map[string]bool{"": true}
	for i := range modules {
		if file := r.object(&modules[i]).file; !seen[file] {
			seen[file] = true
			files = append(files, file)
		}
	}
	r.mu.Unlock() // what follows may take a while
	var out []Unit
	for _, file := range files {
		out = append(out, unitsOf(file)...)
	}
	return out
}

// unitsOf gives nothing for a file that cannot be read: that is reported elsewhere.
func unitsOf(file string) []Unit {
	f, err := elf.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	if f.Section(".debug_info") == nil && f.Section(".zdebug_info") == nil {
		return nil
	}
	data, err := f.DWARF()
	if err != nil {
		return nil
	}
	var out []Unit
	for r := data.Reader(); len(out) < maxUnits; r.SkipChildren() {
		entry, err := r.Next()
		if err != nil || entry == nil {
			return out
		}
		if entry.Tag != dwarf.TagCompileUnit {
			continue
		}
		dir, _ := entry.Val(dwarf.AttrCompDir).(string)
		name, _ := entry.Val(dwarf.AttrName).(string)
		if !filepath.IsAbs(dir) || name == "" {
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		out = append(out, Unit{filepath.Clean(dir), filepath.Clean(name)})
	}
	return out
}
