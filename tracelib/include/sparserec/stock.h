/* stock.h: what libsparsestock.so (stocklib/) and its neighbours ask of each other.
 *
 * It is preloaded where programs that nobody instrumented are recorded or steered.
 * All of it is weak: each library works without the others. While a recorder is
 * there, its malloc is the program's, and takes the memory from here.
 */
#ifndef SPARSEREC_STOCK_H
#define SPARSEREC_STOCK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPARSE_STOCK __attribute__((weak, visibility("default")))

struct sparse_attr;

/* stocklib: a heap that finds the block of any address. align 0: malloc's; site:
 * the return address of the allocation. */
SPARSE_STOCK void *__sparse_block_get(size_t align, size_t n, uint64_t site);
SPARSE_STOCK void *__sparse_block_get_zeroed(size_t n, uint64_t site);
SPARSE_STOCK void *__sparse_block_resize(void *p, size_t n, uint64_t site);
SPARSE_STOCK void __sparse_block_put(void *p);
SPARSE_STOCK size_t __sparse_block_usable(const void *p);
/* Is it a live block, guarded or not? */
SPARSE_STOCK bool __sparse_block_is(const void *p);
/* The call stack, if p was held across a loop; 0 frames if it was not. */
SPARSE_STOCK uint32_t __sparse_block_stack(const void *p, uint64_t *pcs, uint32_t max);

/* stocklib, called by hooks before a handler's pause: reports what its frames, from
 * the stack address `from` up to `to`, hold across the loop. */
SPARSE_STOCK void __sparse_stock_pause(uintptr_t from, uintptr_t to);
/* Called by the steering: the handler of the use waits in these frames; 0, 0: no more. */
SPARSE_STOCK void __sparse_stock_waits(uintptr_t from, uintptr_t to);
/* Likewise: the handler of the free runs, or has ended. */
SPARSE_STOCK void __sparse_stock_frees(bool now);

/* tracelib: an operation `hold`, with the stack that is given, innermost first. */
SPARSE_STOCK void __sparse_hold(const void *p, size_t n, const struct sparse_attr *attrs, uint32_t nattrs,
				const uint64_t *pcs, uint32_t npcs);

enum { SPARSE_GIVEN_DEPTH = 64 }; /* frames of a stack that is given */

/* stocklib: functions of a script that this thread is in, innermost first, by addresses at which
 * no program has code. Each function has 2^SPARSE_SCRIPT_BITS of them: its file's lines, from 0,
 * as addresses that a call returns to, which are one more. */
#define SPARSE_SCRIPTS 0x7350000000000000u
enum { SPARSE_SCRIPT_BITS = 20, SPARSE_SCRIPT_FUNCTIONS = 1 << 13 };
/* Are there any? Asked at each operation, so without a call. */
extern SPARSE_STOCK bool __sparse_scripts;
SPARSE_STOCK uint32_t __sparse_script_frames(uint64_t *pcs, uint32_t max);
/* Of a function that this thread is in: where its addresses start, and its name as a module's,
 * python:NAME:FILE. */
SPARSE_STOCK bool __sparse_script_function(uint64_t pc, uint64_t *start, char *name, size_t max);
#endif
