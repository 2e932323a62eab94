//go:build llvm19

package llvmpass

// What is asked at every access stands in the instrumented code itself:
//
//  1. Calls of hooks that have a body in hooks.ll (made by clang from
//     tracelib/include/sparserec/hooks.h) are turned into calls of that body;
//     in a function without a frame, of the leaf variant; where code does not go round, of
//     the brief one, which asks elsewhere (goes_round.go).
//  2. hooks.ll is linked in, LLVM's own inliner puts the bodies in place of
//     these calls (and of no others: functions of the program's keep their
//     names), and what is left of hooks.ll is taken out again.
//  3. What neighbouring bodies both do, such as finding the thread's view, is
//     done once.
//
// Left alone, so that hooks stay calls: functions that are not optimised, or for
// size (inlined, a hook takes three times the room), those with so many hooks that the compiler would not be done, and other machines
// than x86-64.

import (
	_ "embed"
	"fmt"
	"strings"

	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

//go:embed hooks.ll
var hooksIR string

// Of code that AddressSanitizer's pass goes over, with SPARSE_FAR (view.h).
//
//go:embed hooks_asan.ll
var hooksASanIR string

// maxInlined is the number of hooks in a function above which they stay calls:
// code generation takes more than linear time in a function's blocks.
const maxInlined = 5000

const (
	hookPrefix   = "__sparse_"
	inlinePrefix = "__sparse_inline_"
	leafPrefix   = "__sparse_leaf_"
	briefPrefix  = "__sparse_brief_"
)

// The hooks that hooks.ll has a body of, by the prefix.
var inlineNames, leafNames, briefNames = definedIn(hooksIR, inlinePrefix), definedIn(hooksIR, leafPrefix), definedIn(hooksIR, briefPrefix)

func definedIn(ir, prefix string) map[string]bool {
	names := map[string]bool{}
	for _, line := range strings.Split(ir, "\n") {
		if !strings.HasPrefix(line, "define ") {
			continue
		}
		_, rest, _ := strings.Cut(line, "@")
		name, _, _ := strings.Cut(rest, "(")
		if hook, ok := strings.CutPrefix(name, prefix); ok {
			names[hook] = true
		}
	}
	return names
}

// hookOf is the name of the hook that a call calls, "" if it calls none.
func hookOf(call llvm.Value) string {
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() {
		return ""
	}
	name, found := strings.CutPrefix(callee.Name(), hookPrefix)
	if !found {
		return ""
	}
	return name
}

// inlines says whether the hooks in a function are to be inlined.
func (m *module) inlines(f llvm.Value) bool {
	if !strings.HasPrefix(m.Target(), "x86_64") || m.layout.PointerSize() != 8 {
		return false
	}
	for _, wish := range []uint{m.kinds.optnone, m.kinds.optsize, m.kinds.minsize} {
		if !f.GetEnumFunctionAttribute(wish).IsNil() {
			return false
		}
	}
	return len(m.hooksIn(f)) <= maxInlined
}

func (m *module) hooksIn(f llvm.Value) []llvm.Value {
	var out []llvm.Value
	eachInstruction(f, func(inst llvm.Value) {
		if inst.InstructionOpcode() == llvm.Call && inlineNames[hookOf(inst)] {
			out = append(out, inst)
		}
	})
	return out
}

// inlined is a hook's call, and the body to be put in its place.
type inlined struct {
	call llvm.Value
	body string
}

func inlineHooks(m *module) {
	var calls []inlined
	recursive := m.recursive()
	for _, f := range m.functions {
		if !m.inlines(f) {
			continue
		}
		round := goesRound(f)
		framed, hooks := false, m.hooksIn(f)
		for _, call := range hooks {
			framed = framed || hookOf(call) == "func_entry"
		}
		for _, call := range hooks {
			prefix := inlinePrefix
			switch hook := hookOf(call); {
			case !framed:
				if leafNames[hook] {
					prefix = leafPrefix
				}
			case briefNames[hook] && !recursive[f] && !round[call.InstructionParent()]:
				prefix = briefPrefix
			}
			calls = append(calls, inlined{call, prefix + hookOf(call)})
		}
	}
	if len(calls) > 0 {
		m.inline(calls)
	}
}

// noRedZones: the bodies call without LLVM's knowing (hooks.h), so nothing may be kept
// below a stack pointer. Of every function, for LLVM inlines one into another later.
func (m *module) noRedZones() {
	attr := m.ctx.CreateEnumAttribute(m.kinds.noredzone, 0)
	for f := m.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
		if !f.IsDeclaration() {
			f.AddFunctionAttr(attr)
		}
	}
}

// inline panics where LLVM refuses what was made here for it.
func (m *module) inline(calls []inlined) {
	bodies := m.linkHooks()
	if m.asan {
		m.exemptHooks(bodies)
	}
	for _, c := range calls {
		c.call.SetOperand(c.call.OperandsCount()-1, m.NamedFunction(c.body))
		label, next := llvm.PrevInstruction(c.call), llvm.NextInstruction(c.call)
		if !llvmc.InlineCall(c.call) {
			panic("llvmpass: " + c.body + " cannot be inlined")
		}
		if m.labels[label] && !strings.HasPrefix(c.body, briefPrefix) {
			m.moveLabel(label, next)
		}
	}
	m.noRedZones()
	options := llvm.NewPassBuilderOptions()
	defer options.Dispose()
	if err := m.RunPasses("function(early-cse)", llvm.TargetMachine{}, options); err != nil {
		panic(fmt.Sprintf("llvmpass: after inlining the hooks: %v", err))
	}
	for _, name := range bodies {
		if f := m.NamedFunction(name); !f.IsNil() && f.FirstUse().IsNil() {
			f.EraseFromParentAsFunction()
		}
	}
}

// linkHooks adds hooks.ll to the module and returns the names of its functions.
func (m *module) linkHooks() []string {
	ir := hooksIR
	if m.asan {
		ir = hooksASanIR
	}
	hooks, err := m.ctx.ParseIR(llvmc.MemoryBuffer("hooks.ll", ir))
	if err != nil {
		panic(fmt.Sprintf("llvmpass: %v", err))
	}
	hooks.SetTarget(m.Target()) // differs in the vendor's name at most
	hooks.SetDataLayout(m.DataLayout())
	var names []string
	for f := hooks.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
		if m.NamedFunction(f.Name()).IsNil() {
			names = append(names, f.Name())
		}
	}
	if err := llvm.LinkModules(m.Module, hooks); err != nil {
		panic(fmt.Sprintf("llvmpass: hooks.ll does not link: %v", err))
	}
	for _, name := range names {
		if f := m.NamedFunction(name); !f.IsNil() && !f.IsDeclaration() {
			f.SetLinkage(llvm.InternalLinkage)
		}
	}
	return names
}
