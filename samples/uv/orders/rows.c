/* rows: a table comes row by row, and then its end. Nothing keeps the end from coming
 * before the last row.
 */
#include <stdio.h>
#include <uv.h>

#ifdef MENDED
enum { mended = 1 };
#else
enum { mended = 0 };
#endif

enum { WANTED = 3 };
static int rows, ended, shown;

static void show(void)
{
	if (rows == WANTED || !mended)
		shown = rows;
}

static void read_row(uv_work_t *work)
{
	(void)work;
}

static void row(uv_work_t *work, int status)
{
	(void)work;
	(void)status;
	rows++;
	if (ended && mended)
		show();
}

static void end(uv_timer_t *timer)
{
	(void)timer;
	ended = 1;
	show();
}

/* The program's last handler; what it collides with is taken for the end's business. */
static void leave(uv_timer_t *timer)
{
	(void)timer;
}

int main(void)
{
	static uv_work_t readers[WANTED];
	uv_timer_t timer, last;
	uv_timer_init(uv_default_loop(), &timer);
	uv_timer_init(uv_default_loop(), &last);
	uv_timer_start(&timer, end, 300, 0);
	uv_timer_start(&last, leave, 500, 0);
	for (int i = 0; i < WANTED; i++)
		uv_queue_work(uv_default_loop(), &readers[i], read_row, row);
	uv_run(uv_default_loop(), UV_RUN_DEFAULT);
	if (shown != WANTED)
		fprintf(stderr, "failed: %d of %d rows\n", shown, WANTED);
	return shown != WANTED;
}
