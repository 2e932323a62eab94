/* uvhooks.h: between the files of the hooks on libuv.
 *
 * Rules: callbacks are stored and called as functions of six words, whatever they
 * take: on x86-64 all arguments of libuv's callbacks are integers or pointers and
 * travel in registers, and who takes fewer does not look at the rest. What cannot be
 * remembered (tables are finite) is handed to libuv as it is and not recorded.
 */
#ifndef SPARSEUV_UVHOOKS_H
#define SPARSEUV_UVHOOKS_H
#include <loopcore/arrival.h>

#include <uv.h>

typedef uintptr_t word;
typedef void callback(word a, word b, word c, word d, word e, word f);
#define WORDS word a, word b, word c, word d, word e, word f
#define PASS a, b, c, d, e, f

/* "uv_tcp_t" */
const char *handle_class(const uv_handle_t *h);

bool uv_hooks_on(void); /* false: nothing is recorded or steered */

/* watch.c: handles that call back, by their address. */
enum watch_kind { WATCH_TIMER, WATCH_LOOP, WATCH_SOCKET, WATCH_ONCE };

struct watch {
	callback *call, *alloc;
	const char *what;         /* the function that started it */
	uint64_t source;          /* this handle, between its first start and its close */
	uint64_t last_request;    /* the event of the request that was answered last */
	struct timer firing;      /* the coming event: its id, label and number */
	struct arrival read;      /* between the alloc callback and the read callback */
	enum watch_kind kind;
	bool armed, repeats, held;
};

/* In the order: watch_of, the start itself, watch_started or watch_failed. */
struct start {
	struct watch old, now;
	const uv_handle_t *handle;
	bool had, known;
};

bool watch_init(void);
/* False: go on with the program's own callback. */
bool watch_of(struct start *s, const void *handle, enum watch_kind kind, const char *what, word call,
	      word alloc);
void watch_ends(struct start *s, int result, uint64_t ms, bool repeats, const void *stack);
void watch_stop(const void *handle, const void *stack);
void watch_answered(const void *handle, uint64_t event);
word watch_call_of(const void *handle); /* 0 = not known */
uint64_t watch_last_request(const void *handle);
uv_close_cb watch_close(const uv_handle_t *h, uv_close_cb cb, const void *stack);
callback watch_calls, watch_allocates;

/* async.c */
void async_sent(const uv_async_t *h, const void *stack);
bool async_made(const uv_async_t *h, word call);
uint64_t async_forget(const uv_async_t *h); /* its source */
callback async_calls;

/* request.c */
struct request {
	callback *call, *work;
	const void *handle;       /* of whose requests, NULL = of the loop's */
	uv_loop_t *loop;
	struct arrival arrival, worker;
	uint64_t done; /* the moment when the work was, 0 = not known */
	bool worked, holdable;
};
bool request_init(void);
/* False: go on with the program's own callback. */
bool request_made(const void *req, const char *what, uv_loop_t *loop, const void *handle, word call, word work,
		  const void *stack);
void request_result(const void *req, int result);
callback request_calls, request_works;

/* phases.c: called by the loop's thread. */
enum phase { PHASE_IDLE, PHASE_PREPARE, PHASE_CHECK, PHASE_CLOSE };
void phase_joined(const void *handle, enum phase phase, struct thread *t); /* it is started */
void phase_left(const void *handle);                                       /* it is stopped */
void phase_begins(const void *handle, const struct scope *s, uint64_t event);
void phase_ends(const void *handle, uint64_t event);
void phase_certain(uint64_t event); /* such an event begins always in the same phase */

/* hold.c: what a schedule keeps back. */
bool uvhold_timer(uv_timer_t *h, const struct timer *firing);
bool uvhold_watch(uint64_t label);
bool uvhold_async(uv_async_t *h, uint64_t label, uint64_t sent);
uint64_t uvhold_moment(void);           /* 0 without a schedule */
void uvhold_brought(uint64_t moment);   /* what comes now was sent then, or its work was done */
void uvhold_ready(uint64_t label); /* only the loop has to turn for it to come */
bool uvhold_request(const void *req, const struct request *r, WORDS);
void uvhold_close(uint64_t label);      /* a handler has asked for it */
void uvhold_handler_ends(void);
void uvhold_closes(uint64_t label);     /* it comes now */
#endif
