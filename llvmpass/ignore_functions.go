//go:build llvm19

package llvmpass

import (
	"path/filepath"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// ignoreFunctions makes the functions quiet that the lists name, or whose file
// they name: entry and exit are still reported, so that stacks stay whole. A
// function's file is known from debug information; without it, it is the file
// that was compiled. What clang inlined belongs to the function it went into.
func (m *module) ignoreFunctions(o Options) {
	if o.Ignore == nil || o.Ignore.Empty() {
		return
	}
	main := llvmc.SourceFileName(m.Module)
	all := o.Ignore.MainFile(main, inFull(o.WorkingDir, main))
	for _, f := range m.functions {
		m.quiet[f] = all || o.Ignore.Function(f.Name()) || o.Ignore.Source(sourceNames(f)...)
	}
}

// sourceNames are the file of a function as given to the compiler, and in full.
func sourceNames(f llvm.Value) []string {
	sp := f.Subprogram()
	if sp.C == nil {
		return nil
	}
	file := sp.ScopeFile()
	if file.C == nil {
		return nil
	}
	return []string{file.FileFilename(), inFull(file.FileDirectory(), file.FileFilename())}
}

func inFull(dir, name string) string {
	if dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// keepFunctions forbids that a later optimisation inlines instrumented code:
// the caller that its entry hook reports would be another function's.
func (m *module) keepFunctions() {
	for _, f := range m.functions {
		f.RemoveEnumFunctionAttribute(m.kinds.alwaysinline)
		f.AddFunctionAttr(m.ctx.CreateEnumAttribute(m.kinds.noinline, 0))
	}
}
