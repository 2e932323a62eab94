/* What threads send, and when it comes: a loop that looks at what was sent takes all of it.
 *
 * Guaranteed, and looked after: a send comes at the latest in the look that brings the answer of
 * the work that sent it, behind that answer if the two come together; a handle comes at the latest
 * in the turn after that of a handle which was sent after it, whoever sent them. So no timer comes
 * in between, for timers are outside such looks. */
#include "../check.h"
#include <stdatomic.h>
#include <unistd.h>
#include <uv.h>

static uv_loop_t *loop;

/* Work that tells how far it is, and ends; a slow thread may end long after that was heard. */
static uv_async_t half;
static uv_work_t work;
static int halves, answers;

static void on_half(uv_async_t *handle)
{
	(void)handle;
	halves++;
}

static void do_work(uv_work_t *w)
{
	(void)w;
	usleep(1000);
	uv_async_send(&half);
}

/* Two handles, which another thread sends one after the other. A send before the last has come
 * is one with it, so what counts is the round up to which each was sent when it came. */
static uv_async_t ahead, behind;
static uv_thread_t sender;
static atomic_int ahead_sent, behind_sent;
static int aheads, behinds, turns_since = -1;

static void on_ahead(uv_async_t *handle)
{
	(void)handle;
	aheads = ahead_sent;
}

static void on_behind(uv_async_t *handle)
{
	(void)handle;
	behinds = behind_sent;
	turns_since = 0;
}

static void tell(void *unused)
{
	(void)unused;
	usleep(1000);
	ahead_sent++;
	uv_async_send(&ahead);
	behind_sent++;
	uv_async_send(&behind);
}

/* Each turn. */
static uv_check_t check;
static void on_check(uv_check_t *handle)
{
	(void)handle;
	if (turns_since >= 0)
		turns_since++;
	HOLDS(aheads >= behinds || turns_since <= 1, "what was sent first did not come in the next turn");
	if (aheads >= behinds)
		turns_since = -1;
}

/* The rounds. */
enum { ROUNDS = 6 };
static uv_timer_t after, again;
static int busy;

static void on_after(uv_timer_t *t)
{
	(void)t;
	HOLDS(halves >= answers, "a send did not come with the answer of its work");
}

static void on_answer(uv_work_t *w, int status)
{
	(void)w;
	HOLDS(status == 0, "work failed");
	answers++;
	busy = 0;
	uv_timer_start(&after, on_after, 3, 0);
}

static void ask(void)
{
	busy = 1;
	uv_queue_work(loop, &work, do_work, on_answer);
}

static void on_again(uv_timer_t *t)
{
	uv_handle_t *all[] = {(uv_handle_t *)t, (uv_handle_t *)&after, (uv_handle_t *)&half, (uv_handle_t *)&ahead, (uv_handle_t *)&behind, (uv_handle_t *)&check};
	uv_thread_join(&sender);
	if (answers < ROUNDS) {
		uv_thread_create(&sender, tell, NULL);
		if (!busy)
			ask();
		uv_timer_start(t, on_again, 12, 0);
		return;
	}
	HOLDS(halves == answers, "a send is missing");
	for (int i = 0; i < 6; i++)
		uv_close(all[i], NULL);
}

int main(void)
{
	loop = uv_default_loop();
	uv_async_init(loop, &half, on_half);
	uv_async_init(loop, &ahead, on_ahead);
	uv_async_init(loop, &behind, on_behind);
	uv_timer_init(loop, &after);
	uv_timer_init(loop, &again);
	uv_check_init(loop, &check);
	uv_check_start(&check, on_check);
	uv_thread_create(&sender, tell, NULL);
	ask();
	uv_timer_start(&again, on_again, 12, 0);
	uv_run(loop, UV_RUN_DEFAULT);
	HOLDS(uv_loop_close(loop) == 0, "handles are left");
	puts("all that was sent came in time");
	return 0;
}
