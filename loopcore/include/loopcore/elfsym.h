/* elfsym.h: loaded objects and the symbols they export.
 *
 * Own lookup instead of dlsym: it finds the definition of one given object,
 * not the first of that name (the program may have interposed it), works
 * before the object is relocated, and allocates nothing.
 */
#ifndef LOOPCORE_ELFSYM_H
#define LOOPCORE_ELFSYM_H
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object {
	uintptr_t base;       /* load bias */
	uintptr_t start, end; /* lowest and highest address */
	const ElfW(Sym) *symbols;
	const char *strings;
	const uint32_t *gnu_hash;
	char path[256];
};

/* Finds the loaded object whose file name begins with `prefix`. */
bool object_find(const char *prefix, struct object *found);
/* The loaded object that has that address in it. */
bool object_at(const void *address, struct object *found);
/* The address of an exported symbol, NULL if there is none; `size` may be NULL. */
void *object_symbol(const struct object *o, const char *name, size_t *size);
/* The first exported function, in the order of the table, that `is_meant` says yes to. */
void *object_symbol_like(const struct object *o, bool (*is_meant)(const char *name, void *arg), void *arg, size_t *size);
/* How the linker names this very build, in hexadecimal; "" = it has no build-id. */
enum { BUILD_ID = 64 };
void object_build_id(const struct object *o, char id[BUILD_ID]);
/* Does the object refer to a symbol that it does not define itself? */
bool object_refers(const struct object *o, const char *name);
#endif
