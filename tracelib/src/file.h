/* file.h: the trace file as bytes; docs/trace-format.md is the definition. */
#ifndef SR_FILE_H
#define SR_FILE_H
#include "recorder.h"

enum { SR_CODES = 32 };

struct sr_header {
	char magic[8];
	uint32_t version, header_size, block_step;
	_Atomic uint32_t flags, loop;
	uint32_t pid;
	_Atomic uint64_t lost; /* those whose sort is not known; see lost_by */
	uint64_t start_ns;
	_Atomic uint32_t stopped, threads;
	uint32_t arguments, unused;
	char command[1024];
	_Atomic uint64_t lost_by[SR_CODES]; /* operations lost, by record code */
	/* Of a ring: from which number on all is there, and since when; what was dropped; the
	 * definitions that were left out; how large it is. */
	_Atomic uint64_t cut, cut_ns, dropped_blocks, dropped_bytes, undefined;
	uint64_t ring;
	uint8_t rest[4096 - 1088 - 8 * SR_CODES - 6 * 8];
};

struct sr_block {
	_Atomic uint32_t magic;
	uint32_t size, thread;
	_Atomic uint32_t committed;
	uint64_t base;
	uint32_t number, crc;
	_Atomic uint32_t state;
	uint32_t codec;
	uint8_t payload[];
};

#define SR_AT(type, field, offset) \
	_Static_assert(offsetof(struct type, field) == (offset), #type "." #field)
SR_AT(sr_header, version, 8);
SR_AT(sr_header, header_size, 12);
SR_AT(sr_header, block_step, 16);
SR_AT(sr_header, flags, 20);
SR_AT(sr_header, loop, 24);
SR_AT(sr_header, pid, 28);
SR_AT(sr_header, lost, 32);
SR_AT(sr_header, start_ns, 40);
SR_AT(sr_header, stopped, 48);
SR_AT(sr_header, threads, 52);
SR_AT(sr_header, arguments, 56);
SR_AT(sr_header, command, 64);
SR_AT(sr_header, lost_by, 1088);
SR_AT(sr_header, cut, 1344);
SR_AT(sr_header, ring, 1384);
_Static_assert(sizeof(struct sr_header) == 4096, "header");
SR_AT(sr_block, thread, 8);
SR_AT(sr_block, committed, 12);
SR_AT(sr_block, base, 16);
SR_AT(sr_block, number, 24);
SR_AT(sr_block, crc, 28);
SR_AT(sr_block, state, 32);
SR_AT(sr_block, codec, 36);
SR_AT(sr_block, payload, 40);

/* Bytes of a block that a thread fills, and what all blocks start at multiples
 * of: readers can step over what was never begun. */
enum { SR_BLOCK = 64 << 10, SR_STEP = 512 };

enum { SR_FLAG_CLOSED = 1, SR_FLAG_MAIN_SPINS = 2, SR_FLAG_LOOP = 4, SR_FLAG_FALLBACK = 8, SR_FLAG_INSTRUMENTED = 16 };

#pragma GCC visibility push(hidden)
/* Valid once sr_file_open has returned true, and then for good. */
extern struct sr_header *sr_header;

/* Says why not. */
bool sr_file_open(const char *path, uint64_t max_size, uint64_t ring, bool compress);
void sr_file_close(void);   /* the program ends in order */
void sr_file_seal(void);    /* the last that the recorder does with system calls */
void sr_file_abandon(void); /* in a forked child: let go of the parent's file */
void sr_file_stop(enum sr_stop reason, int error);

/* space.c: room in the file. */
int sr_space_open(const char *path, uint64_t max_size); /* the descriptor; -1: said why not */
void *sr_space_header(size_t n);                        /* NULL: errno says why */
uint64_t sr_space_claim(size_t n, uint32_t code);       /* an offset; 0: no room for such */
void *sr_space_map(uint64_t at, size_t n);              /* a block's place; NULL: stopped, said why */
bool sr_space_write(uint64_t at, const void *data, size_t n); /* false: stopped, said why */
void sr_space_cut(void);
void sr_space_unlock(void); /* another recorder may have the file */
void sr_space_seal(void);  /* from here on nothing is read or written */
bool sr_space_sealed(void);
void sr_space_abandon(void);
const char *sr_space_path(void);

/* block.c. Closes the thread's block, if any, and opens one. False: no room for
 * what the thread is doing, which has been counted as lost. */
bool sr_block_next(struct sr_thread *t);
void sr_block_leave(struct sr_thread *t, bool at_end); /* the thread, or all of the program, ends */
void sr_block_of_child(struct sr_thread *t);          /* what an operation goes on with that a fork came into */
void sr_own_pages(void *at, size_t n);                /* no longer shared with the parent */
void sr_block_forget(bool compress);                   /* a recording begins, perhaps in a forked child */

void sr_bus_errors(void); /* bus.c: survive a mapping that breaks */
uint32_t sr_crc32c(const void *data, size_t n);
#pragma GCC visibility pop

static inline bool sr_has_flag(uint32_t flag)
{
	return atomic_load_explicit(&sr_header->flags, memory_order_relaxed) & flag;
}

static inline void sr_set_flag(uint32_t flag)
{
	if (!sr_has_flag(flag))
		atomic_fetch_or_explicit(&sr_header->flags, flag, memory_order_relaxed);
}
#endif
