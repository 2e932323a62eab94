//go:build llvm19

package llvmpass

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"sparseracer/llvmpass/ignorelist"
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// doneAttribute marks the functions that were instrumented.
const doneAttribute = "sparse-instrumented"

// pass is one kind of instrumentation, applied to the functions of a module.
type pass struct {
	name string
	run  func(*module)
}

// passes in the order in which they run: noteOrigins comes behind all that report accesses,
// for it labels their hooks, and trackFunctions comes behind all that
// insert hooks, because it leaves out functions in which nothing can be recorded;
// inlineHooks last, because it makes of hooks what no other pass knows.
var passes = []pass{
	{"instrument_vptrs", instrumentVptrs},
	{"instrument_flow", instrumentFlow},
	{"instrument_values", instrumentValues},
	{"instrument_commuting", instrumentCommuting},
	{"instrument_list_heads", instrumentListHeads},
	{"instrument_accesses", instrumentAccesses},
	{"instrument_atomics", instrumentAtomics},
	{"instrument_memory", instrumentMemory},
	{"instrument_locks", instrumentLocks},
	{"instrument_calls", instrumentCalls},
	{"instrument_links", instrumentLinks},
	{"instrument_hashes", instrumentHashes},
	{"instrument_glib", instrumentGLib},
	{"instrument_references", instrumentReferences},
	{"instrument_destructors", instrumentDestructors},
	{"instrument_scopes", instrumentScopes},
	{"instrument_types", instrumentTypes},
	{"strip_attributes", stripAttributes},
	{"note_origins", noteOrigins},
	{"track_functions", trackFunctions},
	{"inline_hooks", inlineHooks},
}

// module is what every pass works on.
type module struct {
	llvm.Module
	ctx       llvm.Context
	builder   llvm.Builder
	layout    llvm.TargetData
	functions []llvm.Value // to be instrumented
	hooks     map[string]llvm.Value
	quiet     map[llvm.Value]bool      // of these, in which no access is reported
	escapes   map[llvm.Value]bool      // memory of mayEscape
	passed    map[llvm.Value][]passing // by function
	told      map[llvm.Value]bool      // instructions that a pass has reported already
	texts     map[string]llvm.Value
	labels    map[llvm.Value]bool // of noteOrigins
	values    bool                // Options.Values
	flow      bool                // Options.Flow
	asan      bool                // Options.ASan
	kinds     kinds
}

// kinds are the numbers that this LLVM gives to attributes and metadata.
type kinds struct {
	byval, align, memory, nosync, nofree, nocapture, nonnull, derefOrNull, sret               uint
	nounwind, nonlazybind, returnsTwice, naked, disable, speculatable                         uint
	noinline, nocallback, noredzone, alwaysinline, optnone, optsize, minsize, dereferenceable uint
	nosanitize, tbaa, heapallocsite                                                           int
}

// Options say what about a module its bitcode does not.
type Options struct {
	Ignore     *ignorelist.List // nil: nothing is ignored
	Optimised  bool             // again later: what comes out is linked by an LTO
	Values     bool             // stores tell what they store
	Flow       bool             // how data flows is reported
	ASan       bool             // AddressSanitizer's pass comes behind
	ASanWith   []string         // that pass's options, as LLVM's command line has them
	WorkingDir string           // that relative names of sources start from
}

// InstrumentFile instruments the bitcode in a file, in place. The error names
// the module that does not verify.
func InstrumentFile(path string, o Options) error {
	bitcode, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading bitcode: %w", err)
	}
	if err := refuseNewer(bitcode, linkedMajor()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	ctx := llvm.NewContext()
	defer ctx.Dispose()
	m, err := ctx.ParseBitcodeFile(path)
	if err != nil {
		return fmt.Errorf("%s: reading bitcode: %w", path, err)
	}
	defer m.Dispose()
	if err := instrument(ctx, m, passes, o); err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := llvm.WriteBitcodeToFile(m, out); err != nil {
		out.Close()
		return fmt.Errorf("%s: writing bitcode: %w", path, err)
	}
	return out.Close()
}

// linkedMajor is the major version of the LLVM that is linked.
func linkedMajor() int {
	major, _, _ := strings.Cut(llvm.Version, ".")
	n, err := strconv.Atoi(major)
	if err != nil {
		panic("llvm.Version is " + llvm.Version)
	}
	return n
}

// instrument runs the given passes over all functions that were not
// instrumented before and verifies the result.
func instrument(ctx llvm.Context, lm llvm.Module, list []pass, o Options) error {
	m := &module{
		Module:  lm,
		ctx:     ctx,
		builder: ctx.NewBuilder(),
		layout:  llvm.NewTargetData(lm.DataLayout()),
		hooks:   map[string]llvm.Value{},
		quiet:   map[llvm.Value]bool{},
		escapes: map[llvm.Value]bool{},
		passed:  map[llvm.Value][]passing{},
		told:    map[llvm.Value]bool{},
		texts:   map[string]llvm.Value{},
		labels:  map[llvm.Value]bool{},
		values:  o.Values,
		flow:    o.Flow,
		asan:    o.ASan,
		kinds:   lookUpKinds(ctx),
	}
	defer m.builder.Dispose()
	defer m.layout.Dispose()
	var assembly map[llvm.Value]bool
	if o.ASan {
		assembly = withAssembly(lm)
	}
	m.functions = m.selectFunctions()
	m.ignoreFunctions(o)
	for _, p := range list {
		p.run(m)
	}
	if o.ASan {
		if err := runASan(lm, o.ASanWith, assembly); err != nil {
			return err
		}
	}
	for _, f := range m.functions {
		f.AddFunctionAttr(ctx.CreateStringAttribute(doneAttribute, ""))
	}
	if o.Optimised {
		m.keepFunctions()
	}
	if err := llvm.VerifyModule(lm, llvm.ReturnStatusAction); err != nil {
		return fmt.Errorf("module %q does not verify after instrumentation: %s",
			llvmc.SourceFileName(lm), strings.TrimSpace(err.Error()))
	}
	return nil
}

func lookUpKinds(ctx llvm.Context) kinds {
	a := llvm.AttributeKindID
	return kinds{
		byval: a("byval"), align: a("align"), memory: a("memory"), nosync: a("nosync"), nofree: a("nofree"),
		nocapture: a("nocapture"), nonnull: a("nonnull"), derefOrNull: a("dereferenceable_or_null"),
		sret: a("sret"), nounwind: a("nounwind"), nonlazybind: a("nonlazybind"),
		returnsTwice: a("returns_twice"), naked: a("naked"),
		disable: a("disable_sanitizer_instrumentation"), speculatable: a("speculatable"),
		noinline: a("noinline"), nocallback: a("nocallback"), noredzone: a("noredzone"), alwaysinline: a("alwaysinline"), optnone: a("optnone"), optsize: a("optsize"), minsize: a("minsize"),
		dereferenceable: a("dereferenceable"),
		nosanitize:      ctx.MDKindID("nosanitize"), tbaa: ctx.MDKindID("tbaa"),
		heapallocsite: ctx.MDKindID("heapallocsite"),
	}
}

// selectFunctions lists the functions with a body that ends up in the object
// and that nobody asked to leave alone.
func (m *module) selectFunctions() []llvm.Value {
	resolver := map[llvm.Value]bool{}
	for _, f := range llvmc.IFuncResolvers(m.Module) {
		resolver[f] = true // runs before its calls are bound
	}
	var out []llvm.Value
	for f := m.FirstFunction(); !f.IsNil(); f = llvm.NextFunction(f) {
		if f.IsDeclaration() || resolver[f] || f.Linkage() == llvm.AvailableExternallyLinkage ||
			strings.HasPrefix(f.Name(), "__sparse_") ||
			!f.GetEnumFunctionAttribute(m.kinds.naked).IsNil() ||
			!f.GetEnumFunctionAttribute(m.kinds.disable).IsNil() ||
			!f.GetStringAttributeAtIndex(-1, doneAttribute).IsNil() {
			continue
		}
		out = append(out, f)
	}
	return out
}

// each calls visit for the instructions of all selected functions that are not
// quiet. The next instruction is taken before the call, so visit may insert
// around it.
func (m *module) each(visit func(inst llvm.Value)) {
	for _, f := range m.functions {
		if !m.quiet[f] {
			eachInstruction(f, visit)
		}
	}
}

// eachCall visits the calls of functions that are known by name, with what they call.
func (m *module) eachCall(visit func(call, callee llvm.Value)) {
	m.each(func(inst llvm.Value) {
		if op := inst.InstructionOpcode(); op != llvm.Call && op != llvm.Invoke || m.skipped(inst) {
			return
		}
		if callee := inst.CalledValue().IsAFunction(); !callee.IsNil() {
			visit(inst, callee)
		}
	})
}

func eachInstruction(f llvm.Value, visit func(inst llvm.Value)) {
	for b := f.FirstBasicBlock(); !b.IsNil(); b = llvm.NextBasicBlock(b) {
		for i := b.FirstInstruction(); !i.IsNil(); {
			next := llvm.NextInstruction(i)
			visit(i)
			i = next
		}
	}
}
