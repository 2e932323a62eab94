// Package llvmpass turns a module of LLVM IR into one that reports to the recorder
// what it does: the calls of tracelib/include/sparserec/instrument.h.
//
// The rules it keeps:
//   - It runs after clang's own optimisation pipeline and only code generation
//     follows, so nothing may move or remove what is inserted here. Where a link
//     optimises again (LTO), the hooks are calls that it knows nothing about,
//     and instrumented functions stay out of line (keepFunctions).
//   - A hook stands directly before the instruction that it reports (entry and
//     landing pads: after), carries that instruction's debug location, and is
//     never a tail call: the recorder takes its return address for the place.
//   - A function is instrumented once, however often it passes through here.
//   - A module that does not verify afterwards is an error, never an object.
//
// Everything that looks at LLVM needs the build tag llvm19; what decides by
// names alone (members.go) does not.
package llvmpass
