//go:build llvm19

package llvmpass

import (
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// trackFunctions keeps the recorder's shadow stack:
//
//  1. Entry pushes the caller's address and returns the depth before it.
//  2. Every ret and resume cuts the stack back to that depth; so whatever a
//     callee left behind (longjmp, a thread that was cancelled) ends there.
//  3. Behind every landing pad, and behind calls that return twice, the stack
//     is cut to this function's own frame: the frames between are gone.
//  4. A call that may reach code without a shadow stack leaves its place in the frame: what
//     happens in there, and in handlers that it runs, is shown at that line.
//
// Functions that neither call nor record anything need no frame, nor do leafs:
// those that call nothing but hooks which say the caller as well (inlineHooks).
func trackFunctions(m *module) {
	for _, f := range m.functions {
		if m.needsFrame(f) {
			m.trackFunction(f)
		}
	}
}

func (m *module) needsFrame(f llvm.Value) bool {
	needs, leaf := false, m.inlines(f)
	eachInstruction(f, func(inst llvm.Value) {
		switch inst.InstructionOpcode() {
		case llvm.Invoke, llvmc.CallBr:
			needs = true
		case llvm.Call:
			if !isIntrinsic(inst) && inst.CalledValue().IsAInlineAsm().IsNil() && !(leaf && leafNames[hookOf(inst)]) {
				needs = true
			}
		}
	})
	return needs
}

func (m *module) trackFunction(f llvm.Value) {
	token := m.insertEntry(f)
	eachInstruction(f, func(inst llvm.Value) {
		switch inst.InstructionOpcode() {
		case llvm.Ret:
			m.insertHook(beforeMustTail(inst), inst, "func_exit", token)
		case llvm.Resume:
			m.insertHook(inst, inst, "func_exit", token)
		case llvm.LandingPad:
			m.insertHook(llvm.NextInstruction(inst), inst, "func_unwind", token)
		case llvm.Call:
			if m.returnsTwice(inst) {
				m.insertHook(llvm.NextInstruction(inst), inst, "func_unwind", token)
			}
			m.noteCall(inst, token)
		case llvm.Invoke:
			m.noteCall(inst, token)
		}
	})
}

// noteCall leaves the place of a call in the frame if it may reach code that keeps no shadow
// stack: what this module does not define, or nobody knows. Allocations and what calls
// nothing back have a place of their own, or need none.
func (m *module) noteCall(call, token llvm.Value) {
	if isIntrinsic(call) || hookOf(call) != "" || !call.CalledValue().IsAInlineAsm().IsNil() {
		return
	}
	if f := call.CalledValue().IsAFunction(); !f.IsNil() && (!isExternal(f) ||
		!f.GetEnumFunctionAttribute(m.kinds.nocallback).IsNil() || isRuntime(f.Name())) {
		return
	}
	m.insertHook(call, call, "func_calls", token)
}

// isRuntime: C++'s own functions for memory and exceptions, by their mangled names.
func isRuntime(name string) bool {
	for _, prefix := range []string{"_Znw", "_Zna", "_Zdl", "_Zda", "__cxa_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// insertEntry stands behind the leading allocas: those must stay together to
// be laid out at compile time.
func (m *module) insertEntry(f llvm.Value) llvm.Value {
	at := f.EntryBasicBlock().FirstInstruction()
	for !at.IsAAllocaInst().IsNil() || isDebugIntrinsic(at) {
		at = llvm.NextInstruction(at)
	}
	i32 := m.ctx.Int32Type()
	t := llvm.FunctionType(m.ptr(), []llvm.Type{i32}, false)
	intrinsic := m.NamedFunction("llvm.returnaddress")
	if intrinsic.IsNil() {
		intrinsic = llvm.AddFunction(m.Module, "llvm.returnaddress", t)
	}
	m.builder.SetInsertPointBefore(at)
	caller := m.builder.CreateCall(t, intrinsic, []llvm.Value{llvm.ConstInt(i32, 0, false)}, "")
	token := m.insertHook(at, at, "func_entry", caller)
	if sp := f.Subprogram(); sp.C != nil {
		// The line of the function, where debuggers expect its prologue.
		loc := llvmc.DebugLocation(m.ctx, sp.SubprogramLine(), sp)
		caller.InstructionSetDebugLoc(loc)
		token.InstructionSetDebugLoc(loc)
	}
	return token
}

func isDebugIntrinsic(inst llvm.Value) bool {
	callee := inst.IsACallInst()
	return !callee.IsNil() && isIntrinsic(inst) && strings.HasPrefix(inst.CalledValue().Name(), "llvm.dbg.")
}

// beforeMustTail is where code at a ret can be inserted: nothing may stand
// between a musttail call and its ret, so there the frame ends a call early.
func beforeMustTail(ret llvm.Value) llvm.Value {
	prev := llvm.PrevInstruction(ret)
	for !prev.IsNil() && prev.InstructionOpcode() == llvm.BitCast {
		prev = llvm.PrevInstruction(prev)
	}
	if !prev.IsNil() && prev.InstructionOpcode() == llvm.Call && llvmc.IsMustTail(prev) {
		return prev
	}
	return ret
}

func (m *module) returnsTwice(call llvm.Value) bool {
	if !call.GetCallSiteEnumAttribute(-1, m.kinds.returnsTwice).IsNil() {
		return true
	}
	callee := call.CalledValue().IsAFunction()
	return !callee.IsNil() && !callee.GetEnumFunctionAttribute(m.kinds.returnsTwice).IsNil()
}
