/* epoll.c: a loop of one's own on epoll that tells the recorder what it does. */
#define SPARSEREC_WEAK /* no library needed; sparse_active is NULL without a recorder */
#include <sparserec/sparserec.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

struct source { int fd; void (*run)(void); uint64_t event; };
static int loop, left, *shown;

static void watch(struct source *s, int ms, void (*run)(void))
{
	struct itimerspec when = { .it_value.tv_nsec = ms * 1000000L };
	*s = (struct source){ timerfd_create(CLOCK_MONOTONIC, 0), run, sparse_active ? sparse_new_id() : 0 };
	timerfd_settime(s->fd, 0, &when, NULL);
	epoll_ctl(loop, EPOLL_CTL_ADD, s->fd, &(struct epoll_event){ EPOLLIN | EPOLLONESHOT, { .ptr = s } });
	left++;
	if (sparse_active) /* what asks for an event comes before it */
		sparse_enq(s->event, &(struct sparse_info){ .kind = SPARSE_SOCKET, .level = -1 });
}

static void show(void) { ++*shown; }
static void leave(void) { free(shown); }

int main(void)
{
	struct source s[2];
	struct epoll_event e;
	loop = epoll_create1(0), shown = calloc(1, sizeof(*shown));
	watch(&s[0], 10, show), watch(&s[1], 60, leave);
	if (sparse_active) sparse_enterloop();
	for (struct source *next; left && epoll_wait(loop, &e, 1, -1) == 1; left--) {
		next = e.data.ptr;
		if (sparse_active) sparse_deq(next->event, NULL);
		next->run();
		if (sparse_active) sparse_end(next->event);
	}
	if (sparse_active) sparse_exitloop();
}
