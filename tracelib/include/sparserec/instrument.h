/* instrument.h: what instrumented code calls; llvmpass emits these calls.
 *
 * The addresses recorded are the return addresses of these calls, so nothing
 * may be tail-called into them. All of them preserve errno and return at once
 * when nothing is recorded.
 */
#ifndef SPARSEREC_INSTRUMENT_H
#define SPARSEREC_INSTRUMENT_H
#include <stddef.h>
#include <stdint.h>
#define SPARSE_EXPORT __attribute__((visibility("default")))

SPARSE_EXPORT void __sparse_read1(const void *p);
SPARSE_EXPORT void __sparse_read2(const void *p);
SPARSE_EXPORT void __sparse_read4(const void *p);
SPARSE_EXPORT void __sparse_read8(const void *p);
SPARSE_EXPORT void __sparse_read16(const void *p);
SPARSE_EXPORT void __sparse_write1(const void *p);
SPARSE_EXPORT void __sparse_write2(const void *p);
SPARSE_EXPORT void __sparse_write4(const void *p);
SPARSE_EXPORT void __sparse_write8(const void *p);
SPARSE_EXPORT void __sparse_write16(const void *p);
SPARSE_EXPORT void __sparse_read_range(const void *p, size_t n);   /* n may be 0 */
SPARSE_EXPORT void __sparse_write_range(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_read(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_write(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_rmw(const void *p, size_t n);   /* a read and a write */
SPARSE_EXPORT void __sparse_use(const void *object);               /* a call uses *object */

/* Entry pushes the caller's address (llvm.returnaddress(0)) and returns the
 * depth before it; exit and unwind cut the stack back: exit to `token`,
 * unwind (at a landing pad) to this function's own frame, token + 1. */
SPARSE_EXPORT uint32_t __sparse_func_entry(const void *return_address);
SPARSE_EXPORT void __sparse_func_exit(uint32_t token);
SPARSE_EXPORT void __sparse_func_unwind(uint32_t token);
#endif
