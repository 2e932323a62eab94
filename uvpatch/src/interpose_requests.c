/* interpose_requests.c: libuv's requests, under their own names. */
#include "uvhooks.h"

#include "libuv.h"

#define OURS(type) ((type)(void *)request_calls)

#define REQUEST(name, type, handle, loop, ...) \
	if (!REAL(name)) \
		return UV_ENOSYS; \
	type call = cb; \
	bool known = cb && !PASSES(name) && \
		     request_made(req, #name, loop, handle, (word)cb, 0, HERE); \
	if (known) \
		call = OURS(type); \
	int result = real_functions.name(__VA_ARGS__); \
	if (known) \
		request_result(req, result); \
	return result

ONWARD int uv_write(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs, uv_write_cb cb)
{
	REQUEST(uv_write, uv_write_cb, handle, handle->loop, req, handle, bufs, nbufs, call);
}

ONWARD int uv_write2(uv_write_t *req, uv_stream_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
	      uv_stream_t *send_handle, uv_write_cb cb)
{
	REQUEST(uv_write2, uv_write_cb, handle, handle->loop, req, handle, bufs, nbufs, send_handle, call);
}

ONWARD int uv_shutdown(uv_shutdown_t *req, uv_stream_t *handle, uv_shutdown_cb cb)
{
	REQUEST(uv_shutdown, uv_shutdown_cb, handle, handle->loop, req, handle, call);
}

ONWARD int uv_tcp_connect(uv_connect_t *req, uv_tcp_t *handle, const struct sockaddr *addr, uv_connect_cb cb)
{
	REQUEST(uv_tcp_connect, uv_connect_cb, handle, handle->loop, req, handle, addr, call);
}

/* It has no result: what goes wrong is reported by the callback. */
ONWARD void uv_pipe_connect(uv_connect_t *req, uv_pipe_t *handle, const char *name, uv_connect_cb cb)
{
	if (!REAL(uv_pipe_connect))
		return;
	if (cb && !PASSES(uv_pipe_connect) && request_made(req, "uv_pipe_connect", handle->loop, handle, (word)cb, 0, HERE))
		cb = OURS(uv_connect_cb);
	real_functions.uv_pipe_connect(req, handle, name, cb);
}

ONWARD int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name, size_t namelen, unsigned flags,
		     uv_connect_cb cb)
{
	REQUEST(uv_pipe_connect2, uv_connect_cb, handle, handle->loop, req, handle, name, namelen, flags, call);
}

ONWARD int uv_udp_send(uv_udp_send_t *req, uv_udp_t *handle, const uv_buf_t bufs[], unsigned int nbufs,
		const struct sockaddr *addr, uv_udp_send_cb cb)
{
	REQUEST(uv_udp_send, uv_udp_send_cb, handle, handle->loop, req, handle, bufs, nbufs, addr, call);
}

ONWARD int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *req, uv_getaddrinfo_cb cb, const char *node,
		   const char *service, const struct addrinfo *hints)
{
	REQUEST(uv_getaddrinfo, uv_getaddrinfo_cb, NULL, loop, loop, req, call, node, service, hints);
}

ONWARD int uv_getnameinfo(uv_loop_t *loop, uv_getnameinfo_t *req, uv_getnameinfo_cb cb, const struct sockaddr *addr,
		   int flags)
{
	REQUEST(uv_getnameinfo, uv_getnameinfo_cb, NULL, loop, loop, req, call, addr, flags);
}

ONWARD int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t buflen, unsigned flags, uv_random_cb cb)
{
	REQUEST(uv_random, uv_random_cb, NULL, loop, loop, req, buf, buflen, flags, call);
}

ONWARD int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work, uv_after_work_cb cb)
{
	if (!REAL(uv_queue_work))
		return UV_ENOSYS;
	if (!work || PASSES(uv_queue_work) ||
	    !request_made(req, "uv_queue_work", loop, NULL, (word)cb, (word)work, HERE))
		return real_functions.uv_queue_work(loop, req, work, cb);
	int result = real_functions.uv_queue_work(loop, req, (uv_work_cb)(void *)request_works,
						  OURS(uv_after_work_cb));
	request_result(req, result);
	return result;
}
