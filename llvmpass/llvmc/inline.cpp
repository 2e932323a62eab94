// Inlining of one call, which the C interface does not have.
//go:build llvm19

#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/Cloning.h>

extern "C" bool sparse_inline_call(LLVMValueRef call)
{
	llvm::InlineFunctionInfo info;
	return llvm::InlineFunction(*llvm::cast<llvm::CallBase>(llvm::unwrap(call)), info).isSuccess();
}
