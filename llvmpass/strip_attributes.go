//go:build llvm19

package llvmpass

import (
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// stripAttributes takes back what clang's optimiser concluded about functions
// before they called hooks: that they touch no memory, free nothing, do not
// synchronise, may run speculatively. Code generation would believe it and
// could drop or move their calls. Call sites carry such claims too.
func stripAttributes(m *module) {
	instrumented := map[llvm.Value]bool{}
	gone := []uint{m.kinds.memory, m.kinds.nosync, m.kinds.nofree, m.kinds.speculatable}
	for _, f := range m.functions {
		instrumented[f] = true
		for _, kind := range gone {
			f.RemoveEnumFunctionAttribute(kind)
		}
	}
	for f := m.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
		eachInstruction(f, func(inst llvm.Value) {
			if op := inst.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke {
				return
			}
			if callee := inst.CalledValue(); instrumented[callee] {
				stripCall(inst, gone)
			}
		})
	}
}

func stripCall(call llvm.Value, gone []uint) {
	for _, kind := range gone {
		if !call.GetCallSiteEnumAttribute(-1, kind).IsNil() {
			llvmc.RemoveCallAttribute(call, -1, kind)
		}
	}
}
