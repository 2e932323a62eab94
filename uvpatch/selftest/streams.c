/* streams.c: connections, on a socket of this folder and to this machine alone. */
#include "calls.h"

#include <string.h>

enum { NOBODY = 1 /* a port that none listens at */ };

/* Of libuv 1.46 and later. */
typedef int pipe_connect2(uv_connect_t *request, uv_pipe_t *handle, const char *name, size_t size, unsigned flags,
			  uv_connect_cb then);

static uv_pipe_t server, client, second, peer, other;
static unsigned peers;
static uv_udp_t receiver, sender;
static uv_tcp_t tcp;
static uv_connect_t connect_request, second_request, tcp_request;
static uv_write_t write_request, write2_request;
static uv_shutdown_t shutdown_request;
static uv_udp_send_t send_request;
static char byte[64];

#define LOOP CALL(uv_default_loop)()

static uv_buf_t one_byte(void)
{
	return (uv_buf_t){ .base = byte, .len = 1 };
}

static void connected(uv_connect_t *request, int status)
{
	(void)request;
	(void)status;
	came();
}

static void connection(uv_stream_t *stream, int status)
{
	(void)status;
	CALL(uv_accept)(stream, (uv_stream_t *)(peers++ ? &other : &peer));
	came();
}

void streams_connect(void)
{
	CALL(uv_pipe_init)(LOOP, &server, 0);
	CALL(uv_pipe_init)(LOOP, &client, 0);
	CALL(uv_pipe_init)(LOOP, &peer, 0);
	CALL(uv_pipe_bind)(&server, "socket");
	CALL(uv_listen)((uv_stream_t *)&server, 1, connection);
	step_expects(2);
	CALL(uv_pipe_connect)(&connect_request, &client, "socket", connected);
}

void streams_connect_again(void)
{
	static const char name[] = "socket";
	pipe_connect2 *connect2 = find_function("uv_pipe_connect2");
	CALL(uv_pipe_init)(LOOP, &second, 0);
	CALL(uv_pipe_init)(LOOP, &other, 0);
	if (connect2 && connect2(&second_request, &second, name, sizeof(name) - 1, 0, connected) == 0)
		step_expects(2);
	else
		uv_without("uv_pipe_connect2");
}

static void gives_memory(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
	(void)handle;
	(void)size;
	*buffer = (uv_buf_t){ .base = byte, .len = sizeof(byte) };
}

static void reads(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer)
{
	(void)stream;
	(void)buffer;
	if (size > 0)
		came();
}

static void wrote(uv_write_t *request, int status)
{
	(void)request;
	(void)status;
	came();
}

/* Two bytes in two requests: they may come in one read. */
void streams_read_write(void)
{
	uv_buf_t buffer = one_byte();
	step_expects(3);
	CALL(uv_read_start)((uv_stream_t *)&peer, gives_memory, reads);
	CALL(uv_write)(&write_request, (uv_stream_t *)&client, &buffer, 1, wrote);
	CALL(uv_write2)(&write2_request, (uv_stream_t *)&client, &buffer, 1, NULL, wrote);
}

void streams_stop(void)
{
	CALL(uv_read_stop)((uv_stream_t *)&peer);
}

static void shut_down(uv_shutdown_t *request, int status)
{
	(void)request;
	(void)status;
	came();
}

void streams_shut_down(void)
{
	step_expects(1);
	CALL(uv_shutdown)(&shutdown_request, (uv_stream_t *)&client, shut_down);
}

static void receives(uv_udp_t *handle, ssize_t size, const uv_buf_t *buffer, const struct sockaddr *from, unsigned flags)
{
	(void)handle;
	(void)buffer;
	(void)flags;
	if (size > 0 && from)
		came();
}

static void sent(uv_udp_send_t *request, int status)
{
	(void)request;
	(void)status;
	came();
}

static struct sockaddr_in here(int port)
{
	struct sockaddr_in address;
	CALL(uv_ip4_addr)("127.0.0.1", port, &address);
	return address;
}

void datagrams(void)
{
	struct sockaddr_in address = here(0);
	int size = sizeof(address);
	uv_buf_t buffer = one_byte();
	CALL(uv_udp_init)(LOOP, &receiver);
	CALL(uv_udp_init)(LOOP, &sender);
	if (CALL(uv_udp_bind)(&receiver, (struct sockaddr *)&address, 0) != 0 ||
	    CALL(uv_udp_getsockname)(&receiver, (struct sockaddr *)&address, &size) != 0 ||
	    CALL(uv_udp_recv_start)(&receiver, gives_memory, receives) != 0) {
		uv_without("uv_udp_recv_start");
		uv_without("uv_udp_recv_stop");
		uv_without("uv_udp_send");
		return;
	}
	step_expects(2);
	CALL(uv_udp_send)(&send_request, &sender, &buffer, 1, (struct sockaddr *)&address, sent);
}

void datagrams_stop(void)
{
	CALL(uv_udp_recv_stop)(&receiver);
}

void tcp_connects(void)
{
	struct sockaddr_in address = here(NOBODY);
	CALL(uv_tcp_init)(LOOP, &tcp);
	if (CALL(uv_tcp_connect)(&tcp_request, &tcp, (struct sockaddr *)&address, connected) == 0)
		step_expects(1);
	else
		uv_without("uv_tcp_connect");
}

void tcp_resets(void)
{
	static uv_tcp_t reset;
	if (CALL(uv_tcp_init_ex)(LOOP, &reset, AF_INET) == 0 && CALL(uv_tcp_close_reset)(&reset, uv_closed) == 0)
		step_expects(1);
	else
		uv_without("uv_tcp_close_reset");
}
