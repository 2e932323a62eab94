//go:build llvm19

// Package llvmc reaches the few functions of LLVM's C interface that go-llvm
// does not bind.
//
// The rules it keeps:
//   - One function here is one call of the C interface; no decisions.
//   - Handles come in and go out as go-llvm's types, whose C field holds the
//     same pointer under another cgo name.
package llvmc

// #cgo CPPFLAGS: -I/usr/include/llvm-c-19 -I/usr/include/llvm-19 -I/usr/lib64/llvm19/include
// #cgo LDFLAGS: -L/usr/lib/llvm-19/lib -L/usr/lib64/llvm19/lib -lLLVM-19
// #include <stdlib.h>
// #include <llvm-c/Core.h>
// #include <llvm-c/DebugInfo.h>
import "C"

import (
	"unsafe"

	"tinygo.org/x/go-llvm"
)

func cValue(v llvm.Value) C.LLVMValueRef { return C.LLVMValueRef(unsafe.Pointer(v.C)) }

func goValue(v C.LLVMValueRef) llvm.Value { return *(*llvm.Value)(unsafe.Pointer(&v)) }

// ArgCount is the number of arguments of a call or invoke.
func ArgCount(call llvm.Value) int { return int(C.LLVMGetNumArgOperands(cValue(call))) }

// IsMustTail says whether a call must stay a tail call.
func IsMustTail(call llvm.Value) bool {
	return C.LLVMGetTailCallKind(cValue(call)) == C.LLVMTailCallKindMustTail
}

// SetNoTail forbids that a call becomes a tail call.
func SetNoTail(call llvm.Value) {
	C.LLVMSetTailCallKind(cValue(call), C.LLVMTailCallKindNoTail)
}

// RemoveCallAttribute removes an enum attribute from a call; index -1 is the
// function itself, as in LLVM.
func RemoveCallAttribute(call llvm.Value, index int, kind uint) {
	C.LLVMRemoveCallSiteEnumAttribute(cValue(call), C.LLVMAttributeIndex(index), C.unsigned(kind))
}

// RMWOperation is what an atomicrmw does.
func RMWOperation(rmw llvm.Value) int { return int(C.LLVMGetAtomicRMWBinOp(cValue(rmw))) }

// IFuncResolvers are the functions that the dynamic linker runs while it still
// relocates the module.
func IFuncResolvers(m llvm.Module) []llvm.Value {
	var out []llvm.Value
	f := C.LLVMGetFirstGlobalIFunc(C.LLVMModuleRef(unsafe.Pointer(m.C)))
	for ; f != nil; f = C.LLVMGetNextGlobalIFunc(f) {
		out = append(out, goValue(C.LLVMGetGlobalIFuncResolver(f)))
	}
	return out
}

// MemoryBuffer holds a copy of a text, for a parser that takes it.
func MemoryBuffer(name, text string) llvm.MemoryBuffer {
	n, s := C.CString(name), C.CString(text)
	defer C.free(unsafe.Pointer(n))
	defer C.free(unsafe.Pointer(s))
	b := C.LLVMCreateMemoryBufferWithMemoryRangeCopy(s, C.size_t(len(text)), n)
	return *(*llvm.MemoryBuffer)(unsafe.Pointer(&b))
}

// SourceFileName is the source that a module says it was made from.
func SourceFileName(m llvm.Module) string {
	var n C.size_t
	s := C.LLVMGetSourceFileName(C.LLVMModuleRef(unsafe.Pointer(m.C)), &n)
	return C.GoStringN(s, C.int(n))
}

// DebugLocation makes a location in a scope; the zero Metadata has none.
func DebugLocation(ctx llvm.Context, line uint, scope llvm.Metadata) llvm.Metadata {
	loc := C.LLVMDIBuilderCreateDebugLocation(C.LLVMContextRef(unsafe.Pointer(ctx.C)), C.unsigned(line), 0,
		C.LLVMMetadataRef(unsafe.Pointer(scope.C)), nil)
	return *(*llvm.Metadata)(unsafe.Pointer(&loc))
}

// NodeOperands are the operands of a metadata node wrapped as a value; those
// that are no nodes, strings or constants are nil values. Other values have
// none.
func NodeOperands(node llvm.Value) []llvm.Value {
	if C.LLVMIsAMDNode(cValue(node)) == nil {
		return nil
	}
	n := int(C.LLVMGetMDNodeNumOperands(cValue(node)))
	if n == 0 {
		return nil
	}
	raw := make([]C.LLVMValueRef, n)
	C.LLVMGetMDNodeOperands(cValue(node), &raw[0])
	out := make([]llvm.Value, n)
	for i, v := range raw {
		out[i] = goValue(v)
	}
	return out
}

// NodeOf is a metadata node wrapped as a value, AsMetadata the other way round.
func NodeOf(ctx llvm.Context, md llvm.Metadata) llvm.Value {
	return goValue(C.LLVMMetadataAsValue(C.LLVMContextRef(unsafe.Pointer(ctx.C)), C.LLVMMetadataRef(unsafe.Pointer(md.C))))
}

// AsMetadata is nil for a nil value.
func AsMetadata(v llvm.Value) llvm.Metadata {
	if v.IsNil() {
		return llvm.Metadata{}
	}
	md := C.LLVMValueAsMetadata(cValue(v))
	return *(*llvm.Metadata)(unsafe.Pointer(&md))
}

// IsPointerType says whether a node of debug information is a pointer's type.
func IsPointerType(node llvm.Value) bool {
	const tagPointer = 0x0f // DW_TAG_pointer_type
	md := AsMetadata(node)
	return md.C != nil && C.LLVMGetDINodeTag(C.LLVMMetadataRef(unsafe.Pointer(md.C))) == tagPointer
}

// String is the text of a metadata string, "" if the value is none.
func String(v llvm.Value) string {
	if v.IsNil() {
		return ""
	}
	var n C.unsigned
	s := C.LLVMGetMDString(cValue(v), &n)
	if s == nil {
		return ""
	}
	return C.GoStringN(s, C.int(n))
}

// Opcodes and kinds of types that go-llvm has no names for.
const (
	AddrSpaceCast = llvm.Opcode(C.LLVMAddrSpaceCast)
	Freeze        = llvm.Opcode(C.LLVMFreeze)
	CallBr        = llvm.Opcode(C.LLVMCallBr)
	AtomicRMW     = llvm.Opcode(C.LLVMAtomicRMW)
	AtomicCmpXchg = llvm.Opcode(C.LLVMAtomicCmpXchg)

	RMWAdd = int(C.LLVMAtomicRMWBinOpAdd)
	RMWSub = int(C.LLVMAtomicRMWBinOpSub)
	RMWAnd = int(C.LLVMAtomicRMWBinOpAnd)
	RMWOr  = int(C.LLVMAtomicRMWBinOpOr)
	RMWXor = int(C.LLVMAtomicRMWBinOpXor)

	ScalableVectorType = llvm.TypeKind(C.LLVMScalableVectorTypeKind)
	TargetExtType      = llvm.TypeKind(C.LLVMTargetExtTypeKind)
)
