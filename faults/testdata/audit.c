/* A library for LD_AUDIT: it hears of every library and every symbol that is bound, and
 * uses the heap of its own namespace then. */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>

unsigned la_version(unsigned version) { return version; }

unsigned la_objopen(struct link_map *m, Lmid_t space, uintptr_t *cookie)
{
	(void)m, (void)space, (void)cookie;
	return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

uintptr_t la_symbind64(Elf64_Sym *s, unsigned n, uintptr_t *by, uintptr_t *to, unsigned *flags, const char *name)
{
	(void)n, (void)by, (void)to, (void)flags, (void)name;
	free(malloc(10));
	return s->st_value;
}
