//go:build llvm19

package llvmpass

// Which memory can nobody but the running function see? Accesses to it are not
// recorded: no other handler can take part in a race about them.
//
//  1. isShared walks from an address back to the objects it may point into,
//     through address arithmetic, phi and select.
//  2. A constant global is not shared, nor is an alloca or a byval argument
//     whose address does not escape; everything else is.
//  3. mayEscape walks forward over all uses of such an object's address.
//
// Linear in the uses visited; an object is looked at once per module.

import (
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

func (m *module) isShared(address llvm.Value) bool {
	if address.Type().PointerAddressSpace() != 0 {
		return false // thread control block, not memory that is allocated
	}
	return m.reachesShared(address, map[llvm.Value]bool{})
}

func (m *module) reachesShared(v llvm.Value, seen map[llvm.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch {
	case !v.IsAGlobalVariable().IsNil():
		return !v.IsGlobalConstant() && !strings.HasPrefix(v.Name(), "__llvm_") && !strings.HasPrefix(v.Name(), "__prof")
	case !v.IsAAllocaInst().IsNil():
		return m.mayEscape(v)
	case !v.IsAArgument().IsNil():
		return !m.isByval(v) || m.mayEscape(v)
	}
	switch opcode(v) {
	case llvm.GetElementPtr, llvm.BitCast, llvmc.AddrSpaceCast, llvmc.Freeze:
		return m.reachesShared(v.Operand(0), seen)
	case llvm.Select:
		return m.reachesShared(v.Operand(1), seen) || m.reachesShared(v.Operand(2), seen)
	case llvm.PHI:
		for i := range v.IncomingCount() {
			if m.reachesShared(v.IncomingValue(i), seen) {
				return true
			}
		}
		return false
	case llvm.Load:
		return !m.isVtable(v)
	}
	return true
}

// opcode of an instruction or constant expression, 0 of other values.
func opcode(v llvm.Value) llvm.Opcode {
	switch {
	case !v.IsAInstruction().IsNil():
		return v.InstructionOpcode()
	case !v.IsAConstantExpr().IsNil():
		return v.Opcode()
	}
	return 0
}

// isVtable says that a load gives the address of a virtual table, which is
// constant data. The load of that address from the object is an access.
func (m *module) isVtable(load llvm.Value) bool {
	if !load.HasMetadata() {
		return false
	}
	tag := load.Metadata(m.kinds.tbaa)
	if tag.IsNil() {
		return false
	}
	access := llvmc.NodeOperands(tag)
	if len(access) < 2 || access[1].IsNil() {
		return false
	}
	typ := llvmc.NodeOperands(access[1])
	return len(typ) > 0 && !typ[0].IsNil() && llvmc.String(typ[0]) == "vtable pointer"
}

func (m *module) isByval(argument llvm.Value) bool {
	f := argument.ParamParent()
	for i := range f.ParamsCount() {
		if f.Param(i) == argument {
			return !f.GetEnumAttributeAtIndex(i+1, m.kinds.byval).IsNil()
		}
	}
	return false
}

func (m *module) mayEscape(object llvm.Value) bool {
	escapes, known := m.escapes[object]
	if !known {
		escapes = m.leaks(object, map[llvm.Value]bool{})
		m.escapes[object] = escapes
	}
	return escapes
}

// leaks looks at every use of an address for one that lets it out.
func (m *module) leaks(address llvm.Value, seen map[llvm.Value]bool) bool {
	if seen[address] {
		return false
	}
	seen[address] = true
	for u := address.FirstUse(); !u.IsNil(); u = u.NextUse() {
		if m.useLeaks(u.User(), address, seen) {
			return true
		}
	}
	return false
}

func (m *module) useLeaks(user, address llvm.Value, seen map[llvm.Value]bool) bool {
	if user.IsAInstruction().IsNil() {
		return true
	}
	switch user.InstructionOpcode() {
	case llvm.Load, llvm.ICmp:
		return false
	case llvm.Store:
		return user.Operand(0) == address
	case llvm.GetElementPtr, llvm.BitCast, llvmc.AddrSpaceCast, llvm.PHI, llvm.Select, llvmc.Freeze:
		return m.leaks(user, seen)
	case llvmc.AtomicRMW:
		return user.Operand(1) == address
	case llvmc.AtomicCmpXchg:
		return user.Operand(1) == address || user.Operand(2) == address
	case llvm.Call, llvm.Invoke:
		return m.callLeaks(user, address)
	}
	return true
}

// callLeaks trusts the nocapture and byval attributes of calls and callees.
// Hooks of our own look at addresses only as numbers.
func (m *module) callLeaks(call, address llvm.Value) bool {
	callee := call.CalledValue()
	if callee == address {
		return true
	}
	function := callee.IsAFunction()
	if !function.IsNil() && strings.HasPrefix(function.Name(), "__sparse_") {
		return false
	}
	for i := range llvmc.ArgCount(call) {
		if call.Operand(i) == address && !m.argumentStays(call, function, i) {
			return true
		}
	}
	// An operand behind the arguments belongs to a bundle.
	for i := llvmc.ArgCount(call); i < call.OperandsCount(); i++ {
		if call.Operand(i) == address {
			return true
		}
	}
	return false
}

func (m *module) argumentStays(call, function llvm.Value, i int) bool {
	for _, kind := range []uint{m.kinds.nocapture, m.kinds.byval} {
		if !call.GetCallSiteEnumAttribute(i+1, kind).IsNil() {
			return true
		}
		if !function.IsNil() && i < function.ParamsCount() && !function.GetEnumAttributeAtIndex(i+1, kind).IsNil() {
			return true
		}
	}
	return false
}
