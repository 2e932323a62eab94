/* create: whoever needs the session looks whether there is one, and if not opens one. The
 * second may look before the first one's is there (check, then act).
 */
#include <stdio.h>
#include <uv.h>

#ifdef MENDED
enum { mended = 1 };
#else
enum { mended = 0 };
#endif

static int session, opening, opened;

static void open_session(uv_work_t *work)
{
	(void)work;
}

static void session_open(uv_work_t *work, int status)
{
	(void)work;
	(void)status;
	session = ++opened;
}

static void need_session(void)
{
	static uv_work_t work[2];
	static int n;
	if (session || (mended && opening))
		return;
	opening = 1;
	uv_queue_work(uv_default_loop(), &work[n++], open_session, session_open);
}

static void second_user(uv_timer_t *timer)
{
	(void)timer;
	need_session();
}

/* The program's last handler; what it collides with is taken for the end's business. */
static void leave(uv_timer_t *timer)
{
	(void)timer;
}

int main(void)
{
	uv_timer_t timer, last;
	uv_timer_init(uv_default_loop(), &timer);
	uv_timer_init(uv_default_loop(), &last);
	uv_timer_start(&timer, second_user, 300, 0);
	uv_timer_start(&last, leave, 500, 0);
	need_session();
	uv_run(uv_default_loop(), UV_RUN_DEFAULT);
	if (opened != 1)
		fprintf(stderr, "failed: opened %d sessions\n", opened);
	return opened != 1;
}
