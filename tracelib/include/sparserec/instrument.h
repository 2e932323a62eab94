/* instrument.h: what instrumented code calls; llvmpass emits these calls, and
 * puts the fast paths of hooks.h in their places where code is optimised.
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

/* Sizes are 1, 2, 4, 8 and 16 bytes. Aligned to their size (16: as they are), or
 * not known to be; `update` is a read and a write of the same bytes. */
#define SPARSE_SIZED(n) \
	SPARSE_EXPORT void __sparse_read##n(const void *p); \
	SPARSE_EXPORT void __sparse_write##n(const void *p); \
	SPARSE_EXPORT void __sparse_update##n(const void *p); \
	SPARSE_EXPORT void __sparse_unaligned_read##n(const void *p); \
	SPARSE_EXPORT void __sparse_unaligned_write##n(const void *p); \
	SPARSE_EXPORT void __sparse_unaligned_update##n(const void *p);
SPARSE_SIZED(1) SPARSE_SIZED(2) SPARSE_SIZED(4) SPARSE_SIZED(8) SPARSE_SIZED(16)
#undef SPARSE_SIZED
SPARSE_EXPORT void __sparse_read_range(const void *p, size_t n);   /* n may be 0 */
SPARSE_EXPORT void __sparse_write_range(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_read(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_write(const void *p, size_t n);
SPARSE_EXPORT void __sparse_atomic_rmw(const void *p, size_t n);   /* a read and a write */
/* The same of at most 8 bytes, with what was there right before. */
SPARSE_EXPORT void __sparse_atomic_load(const void *p, size_t n, uint64_t was);
SPARSE_EXPORT void __sparse_atomic_store(const void *p, size_t n, uint64_t was);
SPARSE_EXPORT void __sparse_atomic_change(const void *p, size_t n, uint64_t was);
/* And of what waits for nobody by itself: a relaxed load, and an addition to what is there. */
SPARSE_EXPORT void __sparse_atomic_relaxed(const void *p, size_t n, uint64_t was);
SPARSE_EXPORT void __sparse_atomic_count(const void *p, size_t n, uint64_t was);
/* All of `*p op= v`, aligned, whose result nobody looks at; how: view.h. */
SPARSE_EXPORT void __sparse_commute1(const void *p, uint32_t how);
SPARSE_EXPORT void __sparse_commute2(const void *p, uint32_t how);
SPARSE_EXPORT void __sparse_commute4(const void *p, uint32_t how);
SPARSE_EXPORT void __sparse_commute8(const void *p, uint32_t how);
SPARSE_EXPORT void __sparse_use(const void *object);               /* a call uses *object */
SPARSE_EXPORT void __sparse_handed(const void *object);            /* a call is handed a pointer, and may use *object */
/* Before calls of libstdc++ that tie a node in before `before`, or to `to`, and that take one out. */
SPARSE_EXPORT void __sparse_list_tied(void *before);
SPARSE_EXPORT void __sparse_list_erased(void *node);
SPARSE_EXPORT void __sparse_tree_tied(void *to, void *header, uint32_t left);
SPARSE_EXPORT void __sparse_tree_erased(void *node, void *header);
SPARSE_EXPORT void __sparse_qmap_erased(void *map, void *node); /* Qt 5 */
SPARSE_EXPORT void __sparse_hash_erased(void *head); /* std::_Hashtable, QHash and QList of Qt 5: an element goes */
/* Calls of GLib that look something up in a container, before them; and those that took something out, by what they gave back. */
SPARSE_EXPORT void __sparse_looked(void *container);
SPARSE_EXPORT void __sparse_taken(void *container, uint32_t count);
/* Before a GCancellable is cancelled, and before an answer is taken out of a GAsyncResult, which may be that. */
SPARSE_EXPORT void __sparse_cancelled(void *cancellable);
SPARSE_EXPORT void __sparse_answered(void *result);
SPARSE_EXPORT void __sparse_glist_taken(void *list, void *data, uint32_t both_ways); /* before the call */
SPARSE_EXPORT void __sparse_glist_unlinked(void *list, void *node, uint32_t both_ways); /* likewise */
/* Likewise; what: 0 the node of the data `of`, 1 the node `of`, 2 the first one, 3 the last one. */
SPARSE_EXPORT void __sparse_gqueue_taken(void *queue, void *of, uint32_t what);
SPARSE_EXPORT void __sparse_vptr_write(const void *p, const void *table); /* before the store */
SPARSE_EXPORT void __sparse_destroyed(const void *object, size_t n); /* its destructor is over */
/* What a library calls when a signal is emitted (slots.c); its end is sparse_free. `where`: in it,
 * 16 where a call begins, 24 where it ends. */
SPARSE_EXPORT void __sparse_slot_made(const void *slot, size_t n, const char *type);
SPARSE_EXPORT void __sparse_slot_called(const void *where);
/* A variable on the stack goes out of scope; its type, NULL if that has no name. */
SPARSE_EXPORT void __sparse_scope_end(const void *variable, size_t n, const char *type);
SPARSE_EXPORT void __sparse_value(const void *p, size_t n, uint64_t value); /* before a store; n: at most 8 */
/* Code compiled with -fsparse-flow. A site has a number, which __sparse_flow_sites
 * fills in; a table has, for each site, its name, a 0, the number of bytes (two, the
 * low one first) and these (docs/trace-format.md, site). A step is sites that come one
 * after the other, reported at once: the first one, and its words: addresses, then values
 * that are stored. */
struct sparse_site {
	uint32_t number;
	uint32_t shape; /* of the step that begins here: addresses, values, accesses, sites, 8 bits each */
};
SPARSE_EXPORT void __sparse_flow_sites(const void *table, struct sparse_site *sites, uint32_t n);
SPARSE_EXPORT void __sparse_flow_step0(const struct sparse_site *site);
SPARSE_EXPORT void __sparse_flow_step1(const struct sparse_site *site, uint64_t a);
SPARSE_EXPORT void __sparse_flow_step2(const struct sparse_site *site, uint64_t a, uint64_t b);
SPARSE_EXPORT void __sparse_flow_step3(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c);
SPARSE_EXPORT void __sparse_flow_step4(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
SPARSE_EXPORT void __sparse_flow_step5(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
				       uint64_t e);
SPARSE_EXPORT void __sparse_flow_step8(const struct sparse_site *site, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
				       uint64_t e, uint64_t f, uint64_t g, uint64_t h);
SPARSE_EXPORT void __sparse_flow_store(const void *p, size_t n, const struct sparse_site *site); /* any size, no value */
SPARSE_EXPORT void __sparse_flow_copy(const void *to, const void *from, size_t n);
SPARSE_EXPORT void __sparse_of_type(const char *type);             /* of the new or delete that follows */
SPARSE_EXPORT void __sparse_ref(const void *counter);              /* was counted up by one */
SPARSE_EXPORT void __sparse_unref(const void *counter);            /* was counted down by one */

/* Entry pushes the caller's address (llvm.returnaddress(0)) and returns the
 * depth before it; exit and unwind cut the stack back: exit to `token`,
 * unwind (at a landing pad) to this function's own frame, token + 1. calls stands
 * before a call that may reach code without a shadow stack, and is its place. */
SPARSE_EXPORT uint32_t __sparse_func_entry(const void *return_address);
SPARSE_EXPORT void __sparse_func_exit(uint32_t token);
SPARSE_EXPORT void __sparse_func_unwind(uint32_t token);
SPARSE_EXPORT void __sparse_func_calls(uint32_t token);
#endif
