//go:build llvm19

package llvmpass

import (
	"fmt"

	"tinygo.org/x/go-llvm"
)

// runASan runs AddressSanitizer's own pass, as clang would have. What stands in hooks.ll is
// left out (exemptHooks). asm: the functions in which the program itself has assembly.
func runASan(m llvm.Module, with []string, asm map[llvm.Value]bool) error {
	llvm.ParseCommandLineOptions(append([]string{"sparse-instrument"}, with...), "")
	options := llvm.NewPassBuilderOptions()
	defer options.Dispose()
	show := hideAssembly(m, asm)
	defer show()
	if err := m.RunPasses("asan", llvm.TargetMachine{}, options); err != nil {
		return fmt.Errorf("AddressSanitizer's pass: %w", err)
	}
	return nil
}

// withAssembly are the functions that hold assembly.
func withAssembly(m llvm.Module) map[llvm.Value]bool {
	list := map[llvm.Value]bool{}
	for f := m.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
		eachInstruction(f, func(inst llvm.Value) {
			if isAssembly(inst) {
				list[f] = true
			}
		})
	}
	return list
}

func isAssembly(inst llvm.Value) bool {
	return inst.InstructionOpcode() == llvm.Call && !inst.CalledValue().IsAInlineAsm().IsNil()
}

// hideAssembly puts calls in the place of the assembly of hooks: the sanitizer keeps the frames of functions
// that hold assembly where they are, for it could use any register, and so sees no use after their return.
// That of hooks names the registers that it uses, and takes neither the frame's nor the base's.
func hideAssembly(m llvm.Module, but map[llvm.Value]bool) (show func()) {
	stands, of := map[llvm.Value]llvm.Value{}, map[llvm.Value]llvm.Value{}
	each := func(change func(inst llvm.Value)) {
		for f := m.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
			if !but[f] {
				eachInstruction(f, change)
			}
		}
	}
	each(func(inst llvm.Value) {
		if !isAssembly(inst) {
			return
		}
		asm := inst.CalledValue()
		call, known := stands[asm]
		if !known {
			call = llvm.AddFunction(m, fmt.Sprintf("__sparse_asm.%d", len(stands)), inst.CalledFunctionType())
			stands[asm], of[call] = call, asm
		}
		inst.SetOperand(inst.OperandsCount()-1, call)
	})
	return func() {
		each(func(inst llvm.Value) {
			if inst.InstructionOpcode() != llvm.Call {
				return
			}
			if asm, hidden := of[inst.CalledValue()]; hidden {
				inst.SetOperand(inst.OperandsCount()-1, asm)
			}
		})
		for call := range of {
			call.EraseFromParentAsFunction()
		}
	}
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
