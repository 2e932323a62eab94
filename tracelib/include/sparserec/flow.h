/* flow.h: what libsparseflow.so, which sees files written, tells the recorder. */
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
};

#ifdef SPARSEREC_WEAK
#define SPARSEREC_FLOW __attribute__((weak))
#else
#define SPARSEREC_FLOW __attribute__((visibility("default")))
#endif
/* Does nothing, and is 0, where data flow is not recorded. */
SPARSEREC_FLOW int sparse_flow_on(void);
SPARSEREC_FLOW void sparse_state(const struct sparse_state *s);
#endif
