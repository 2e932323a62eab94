/* no_compression.c: in place of compress.c, where there is no zstd: all stays as it is. */
#include "../../src/compress.h"

struct sr_pack *sr_pack(const struct sr_thread *t, const void *data, size_t n)
{
	(void)t;
	(void)data;
	(void)n;
	return NULL;
}

void sr_pack_return(struct sr_pack *p) { (void)p; }

void sr_pack_forget(void) {}
