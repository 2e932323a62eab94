/* replaced.h: programs that replace some of operator new and delete, or malloc.
 *
 * C++'s library makes those that a program leaves of those that it replaces: a sized delete of the
 * plain one, new[] of new, new of malloc. Ours stand before the library's, so they have to leave
 * it to that as soon as one of them is not the one that the program comes to.
 */
#ifndef SPARSEREC_REPLACED_H
#define SPARSEREC_REPLACED_H
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* A hidden name for a function of ours, by which it is found whoever else has that symbol. */
#define SPARSE_OWN(id, symbol) \
	extern __typeof__(id) own_##id __attribute__((alias(symbol), copy(id), visibility("hidden")))

struct sparse_function {
	const char *name;
	void *found, *own; /* what the program comes to, and ours */
	void *_Atomic next; /* the library's behind ours, where some are replaced */
};

enum { SPARSE_UNKNOWN, SPARSE_OURS, SPARSE_REPLACED };

/* A program at a fixed address that takes a function's address, as Python does malloc's, has a
 * place of its own stand for it everywhere, which only leads on: a symbol that it does not define. */
static inline bool sparse_is_other(void *found, void *own)
{
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	if (found == own)
		return false;
	return !dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol || info.dli_saddr != found ||
	       symbol->st_shndx != SHN_UNDEF;
}

/* Is one replaced? Known from the first call on, which looks for what is behind ours. */
static inline bool sparse_replaced(_Atomic int *known, struct sparse_function *all, size_t n)
{
	int is = atomic_load_explicit(known, memory_order_acquire), saved = errno;

	if (__builtin_expect(is != SPARSE_UNKNOWN, 1))
		return is == SPARSE_REPLACED;
	is = SPARSE_OURS;
	for (size_t i = 0; i < n; i++)
		if (sparse_is_other(*(void *volatile *)&all[i].found, all[i].own))
			is = SPARSE_REPLACED;
	for (size_t i = 0; i < n && is == SPARSE_REPLACED; i++)
		atomic_store(&all[i].next, dlsym(RTLD_NEXT, all[i].name));
	atomic_store_explicit(known, is, memory_order_release);
	errno = saved;
	return is == SPARSE_REPLACED;
}
#endif
