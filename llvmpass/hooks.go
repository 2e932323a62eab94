//go:build llvm19

package llvmpass

// How hook calls are made. Every inserted call goes through insertHook, which
// alone keeps the rules about places, debug locations and tail calls.

import (
	"slices"
	"strconv"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

func (m *module) ptr() llvm.Type { return llvm.PointerType(m.ctx.Int8Type(), 0) }

// hookType is the signature that instrument.h gives to a hook.
func (m *module) hookType(name string) llvm.Type {
	void, ptr := m.ctx.VoidType(), m.ptr()
	i32, i64 := m.ctx.Int32Type(), m.ctx.Int64Type()
	switch name {
	case "vptr_write":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr}, false)
	case "read_range", "write_range", "atomic_read", "atomic_write", "atomic_rmw", "destroyed":
		return llvm.FunctionType(void, []llvm.Type{ptr, i64}, false)
	case "atomic_load", "atomic_store", "atomic_change", "atomic_relaxed", "atomic_count":
		return llvm.FunctionType(void, []llvm.Type{ptr, i64, i64}, false)
	case "scope_end":
		return llvm.FunctionType(void, []llvm.Type{ptr, i64, ptr}, false)
	case "commute1", "commute2", "commute4", "commute8":
		return llvm.FunctionType(void, []llvm.Type{ptr, i32}, false)
	case "value":
		return llvm.FunctionType(void, []llvm.Type{ptr, i64, i64}, false)
	case "tree_tied":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr, i32}, false)
	case "taken":
		return llvm.FunctionType(void, []llvm.Type{ptr, i32}, false)
	case "glist_taken", "glist_unlinked", "gqueue_taken":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr, i32}, false)
	case "tree_erased", "qmap_erased":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr}, false)
	case "flow_sites":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr, i32}, false)
	case "flow_store":
		return llvm.FunctionType(void, []llvm.Type{ptr, i64, ptr}, false)
	case "flow_copy":
		return llvm.FunctionType(void, []llvm.Type{ptr, ptr, i64}, false)
	case "func_entry":
		return llvm.FunctionType(i32, []llvm.Type{ptr}, false)
	case "func_exit", "func_unwind", "func_calls":
		return llvm.FunctionType(void, []llvm.Type{i32}, false)
	}
	args := []llvm.Type{ptr}
	if words, ok := strings.CutPrefix(name, "flow_step"); ok {
		n, _ := strconv.Atoi(words)
		args = append(args, slices.Repeat([]llvm.Type{ptr}, n)...)
	}
	return llvm.FunctionType(void, args, false)
}

// hook declares a function of instrument.h on first use. Hooks never throw,
// and are called often enough that the stub of lazy binding would be felt.
func (m *module) hook(name string) llvm.Value {
	if f, ok := m.hooks[name]; ok {
		return f
	}
	full := "__sparse_" + name
	f := m.NamedFunction(full)
	if f.IsNil() {
		f = llvm.AddFunction(m.Module, full, m.hookType(name))
		f.AddFunctionAttr(m.ctx.CreateEnumAttribute(m.kinds.nounwind, 0))
		f.AddFunctionAttr(m.ctx.CreateEnumAttribute(m.kinds.nonlazybind, 0))
	}
	m.hooks[name] = f
	return f
}

// insertHook calls a hook before `before`, with the debug location of `of`.
func (m *module) insertHook(before, of llvm.Value, name string, args ...llvm.Value) llvm.Value {
	m.builder.SetInsertPointBefore(before)
	call := m.builder.CreateCall(m.hookType(name), m.hook(name), args, "")
	llvmc.SetNoTail(call)
	m.locate(call, of)
	return call
}

// locate gives inserted code the debug location of an instruction. Where that
// has none, line 0 of its function: the verifier wants a location on calls in
// functions with debug information, and 0 claims nothing. What came out as a constant (a place in
// what is NULL, or a variable) has no location.
func (m *module) locate(inserted, of llvm.Value) {
	if inserted.IsAInstruction().IsNil() {
		return
	}
	loc := of.InstructionDebugLoc()
	if loc.C == nil {
		scope := of.InstructionParent().Parent().Subprogram()
		if scope.C == nil {
			return
		}
		loc = llvmc.DebugLocation(m.ctx, 0, scope)
	}
	inserted.InstructionSetDebugLoc(loc)
}

// insertAccess reports an access of a constant number of bytes. An access of
// no byte, or one that only this call of the function can see, is left out.
// It returns the hook's call, which is nil then.
func (m *module) insertAccess(inst, address llvm.Value, size uint64, align int, kind string) llvm.Value {
	if size == 0 || !m.isShared(address) {
		return llvm.Value{}
	}
	switch size {
	case 1, 2, 4, 8, 16:
		if m.values && kind == "write" {
			break // it may change what a value was reported for, so the recorder must see it
		}
		return m.insertHook(inst, inst, sizedHook(kind, size, align), address)
	}
	return m.insertHook(inst, inst, kind+"_range", address, m.constant(size))
}

// sizedHook names the hook of an access of 1, 2, 4, 8 or 16 bytes.
func sizedHook(kind string, size uint64, align int) string {
	if uint64(align) < min(size, 8) && size != 16 {
		kind = "unaligned_" + kind
	}
	return kind + strconv.FormatUint(size, 10)
}

// constant is a size_t.
func (m *module) constant(n uint64) llvm.Value {
	return llvm.ConstInt(m.ctx.Int64Type(), n, false)
}

// skipped says that somebody marked the instruction as no concern of
// sanitizers: compiler-made bookkeeping of coverage, ASan and the like; or that
// an earlier pass has reported it.
func (m *module) skipped(inst llvm.Value) bool {
	return m.told[inst] || m.exempt(inst)
}

// exempt is the first half of that.
func (m *module) exempt(inst llvm.Value) bool {
	return inst.HasMetadata() && !inst.Metadata(m.kinds.nosanitize).IsNil()
}
