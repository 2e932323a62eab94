/* calls.h: libuv called by the names that it exports: the program is linked with none, and
 * finds what stands first, our hooks or libuv, as programs do.
 */
#ifndef UV_SELFTEST_CALLS_H
#define UV_SELFTEST_CALLS_H
#include <selftest/steps.h>

#include <uv.h>

/* CALL(uv_run)(…): an exported function, which must be there. */
#define CALL(name) ((__typeof__(&name))need_function(#name))

void uv_without(const char *name); /* what this machine cannot do is not looked at */
void uv_closed(uv_handle_t *handle); /* a callback: it came */

/* files.c: all but the last two of file operations at once, then those. */
void files_all(void);
void files_read_directory(void);
void files_close_directory(void);
/* walks.c */
void all_walked(void);
/* streams.c */
void streams_connect(void);
void streams_connect_again(void);
void streams_read_write(void);
void streams_stop(void);
void streams_shut_down(void);
void datagrams(void);
void datagrams_stop(void);
void tcp_connects(void);
void tcp_resets(void);

void drive(void); /* what is recorded and compared */
void late(void);  /* two timers, which a schedule exchanges */
#endif
