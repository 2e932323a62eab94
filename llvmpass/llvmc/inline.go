//go:build llvm19

package llvmc

// #cgo CXXFLAGS: -std=c++17 -fno-rtti -I/usr/include/llvm-19 -I/usr/lib64/llvm19/include
// #include <stdbool.h>
// #include <llvm-c/Core.h>
// bool sparse_inline_call(LLVMValueRef call);
import "C"

import "tinygo.org/x/go-llvm"

// InlineCall puts the body of the called function in place of a call. It says
// whether that can be done; the call is gone then.
func InlineCall(call llvm.Value) bool { return bool(C.sparse_inline_call(cValue(call))) }
