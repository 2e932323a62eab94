/* compress.h: blocks made smaller. */
#ifndef SR_COMPRESS_H
#define SR_COMPRESS_H
#include "file.h"

struct sr_pack {
	void *context;
	size_t size; /* of data */
	uint8_t data[SR_BLOCK];
	_Alignas(4096) uint8_t work[];
};

#pragma GCC visibility push(hidden)
/* NULL: it must stay as it is, for want of memory, of stack, or of gain. */
struct sr_pack *sr_pack(const struct sr_thread *t, const void *data, size_t n);
void sr_pack_return(struct sr_pack *p);
void sr_pack_forget(void); /* in a forked child */
#pragma GCC visibility pop
#endif
