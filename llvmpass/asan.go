//go:build llvm19

package llvmpass

import (
	"fmt"

	"tinygo.org/x/go-llvm"
)

// runASan runs AddressSanitizer's own pass, as clang would have. What stands in hooks.ll is
// left out (exemptHooks).
//
// One thing is lost by it: the sanitizer keeps the frames of functions that hold inline
// assembly where they are, and hooks are such, so no use after a function's return is seen.
// After the end of a scope it is.
func runASan(m llvm.Module, with []string) error {
	llvm.ParseCommandLineOptions(append([]string{"sparse-instrument"}, with...), "")
	options := llvm.NewPassBuilderOptions()
	defer options.Dispose()
	if err := m.RunPasses("asan", llvm.TargetMachine{}, options); err != nil {
		return fmt.Errorf("AddressSanitizer's pass: %w", err)
	}
	return nil
}

// exemptHooks marks what the bodies of hooks access as no concern of sanitizers.
func (m *module) exemptHooks(names []string) {
	mark := m.ctx.MDNode(nil)
	for _, name := range names {
		if f := m.NamedFunction(name); !f.IsNil() {
			eachInstruction(f, func(inst llvm.Value) {
				switch inst.InstructionOpcode() {
				case llvm.Load, llvm.Store:
					inst.SetMetadata(m.kinds.nosanitize, mark)
				}
			})
		}
	}
}
