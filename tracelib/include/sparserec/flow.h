/* flow.h: what libsparseflow.so, which sees files written, reports to the recorder. */
#ifndef SPARSEREC_FLOW_H
#define SPARSEREC_FLOW_H
#include <stddef.h>

struct sparse_state {
	const char *name;  /* file:…, settings:… */
	const char *how;   /* append, replace, truncate, remove, commit */
	const char *to;    /* the name that it has from now on, NULL = the same */
	const void *bytes; /* that go there */
	size_t size;
	const void *pc;    /* of the program, that asked for it */
	int copied;        /* the bytes are a copy, for their hash: not the program's own */
};

#ifdef SPARSEREC_WEAK
#define SPARSEREC_FLOW __attribute__((weak))
#else
#define SPARSEREC_FLOW __attribute__((visibility("default")))
#endif
/* Does nothing, and is 0, where data flow is not recorded. */
SPARSEREC_FLOW int sparse_flow_on(void);
SPARSEREC_FLOW void sparse_state(const struct sparse_state *s);

/* What libsparseflow.so offers to those who see the same at a higher layer. */
struct sparse_layer { const void *lo, *hi; }; /* the code of the library below it */
/* What that code writes to this file or socket from now on has been reported. */
SPARSEREC_FLOW void sparse_flow_above(int fd, struct sparse_layer below);
/* So has all that this thread writes, from +1 to -1. */
SPARSEREC_FLOW void sparse_flow_below(int more);
/* Its name, of at most `size` bytes with its end; 0: nothing that lasts. */
SPARSEREC_FLOW int sparse_flow_name(int fd, char *name, size_t size);
/* The name of a path: SCHEME:$HOME/… or SCHEME:/… */
SPARSEREC_FLOW int sparse_flow_path(const char *scheme, const char *path, char *name, size_t size);
#endif
