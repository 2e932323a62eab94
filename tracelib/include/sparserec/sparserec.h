/* sparserec.h: tell the recorder what an event loop does.
 *
 * Any framework can call this interface; the hooks for Qt are one user of it.
 * Operations are those of the trace language. Every function may be called
 * from any thread, before main and after exit, never fails, never blocks on
 * another thread's recording and preserves errno. When the program was not
 * started under `sparseracer record`, all of them return at once.
 *
 * Strings are copied; NULL means "unknown". Ids are the caller's: events and
 * guards are numbered by sparse_new_id, 0 is no event.
 *
 * Link with -lsparserec, or define SPARSEREC_WEAK before including it and
 * check sparse_active for NULL: then no library is needed at all.
 */
#ifndef SPARSEREC_H
#define SPARSEREC_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef SPARSEREC_WEAK
#define SPARSEREC_API __attribute__((weak))
#else
#define SPARSEREC_API __attribute__((visibility("default")))
#endif

/* How an event gets into the queue (`kind=` of the trace language). */
enum sparse_kind {
	SPARSE_POSTED = 0,   /* FIFO within a priority */
	SPARSE_TIMER = 1,
	SPARSE_SOCKET = 2,
	SPARSE_INPUT = 3,
	SPARSE_DEFERRED = 4, /* deferred delete: ordered by loop level */
	SPARSE_ENV = 5,      /* from the environment, no order known */
};

/* How loops deliver, and what they look at their guard after: header field `loop`. */
enum sparse_loop {
	SPARSE_LOOP_UNKNOWN = 0,
	SPARSE_LOOP_BATCH = 1,  /* after an iteration */
	SPARSE_LOOP_EXACT = 2,  /* after each event */
	SPARSE_LOOP_UNIX = 3,   /* as BATCH, each iteration with a batch, events of windows first */
	SPARSE_LOOP_EITHER = 4, /* BATCH or UNIX */
};

#define SPARSE_MAX_ATTRS 16

struct sparse_attr { const char *key, *value; };

/* Details of an event; zero-initialise, then fill in what is known. */
struct sparse_info {
	int32_t kind;        /* enum sparse_kind */
	int32_t prio;        /* higher first */
	int32_t level;       /* loop level of a deferred delete; -1 = none */
	uint32_t nattrs;     /* at most SPARSE_MAX_ATTRS; more are left out */
	const struct sparse_attr *attrs; /* label, type, class, name, object, slot */
};

SPARSEREC_API int sparse_active(void);              /* 1 while recording, or counting what finds no room */
/* For a tool that calls back into the program: from sparse_quiet(1), if it returns
 * 1, to sparse_quiet(0) nothing that this thread does is recorded but allocations and
 * frees: what comes later may free, or get, the same memory. */
SPARSEREC_API int sparse_quiet(int on);
SPARSEREC_API uint64_t sparse_new_id(void);         /* never 0; one space for events and guards */
SPARSEREC_API void sparse_loop_kind(enum sparse_loop kind);

SPARSEREC_API void sparse_enterloop(void);          /* the thread's default loop starts */
SPARSEREC_API void sparse_exitloop(void);
SPARSEREC_API void sparse_enq(uint64_t event, const struct sparse_info *info);
SPARSEREC_API void sparse_drop(uint64_t event);
SPARSEREC_API void sparse_deq(uint64_t event, const struct sparse_info *info); /* info: events never enqueued; else NULL */
SPARSEREC_API void sparse_end(uint64_t event);
/* event 0 in pause and resume: the loop is spun by start-up code (pseudo-event main). */
SPARSEREC_API void sparse_pause(uint64_t event, uint64_t guard, const struct sparse_info *info);
SPARSEREC_API void sparse_reset(uint64_t guard);
SPARSEREC_API void sparse_resume(uint64_t event, uint64_t guard);
SPARSEREC_API void sparse_fork(uint64_t event);     /* plain loops */
SPARSEREC_API void sparse_join(uint64_t event);

/* Memory that the compiler's instrumentation or malloc cannot see. */
SPARSEREC_API void sparse_read(const void *p, size_t n);
SPARSEREC_API void sparse_write(const void *p, size_t n);
/* What runs needs the object there: a library uses it. Of a program that reports no accesses nothing is said. */
SPARSEREC_API void sparse_needs(const void *object);
/* By somebody who holds a reference to that memory: others may see what was
 * written, but it is no use of the object there. */
SPARSEREC_API void sparse_write_held(const void *p, size_t n);
/* From here to sparse_commuting(NULL), or to the end of this handler's block, what
 * this thread does is part of an operation that commutes with others of that name:
 * in whatever order handlers do them, all that anybody may see afterwards is the
 * same (an insertion into a set). Sections do not nest: the last one counts. */
SPARSEREC_API void sparse_commuting(const char *what);
SPARSEREC_API void sparse_alloc(const void *p, size_t n);
SPARSEREC_API void sparse_free(const void *p);
SPARSEREC_API void sparse_sink(const char *name, const void *p, size_t n);

#ifdef __cplusplus
}
#endif
#endif
