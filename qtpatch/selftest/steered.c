/* steered.c: what only a run shows that follows a schedule: virtual time, the end of a
 * held event that the program removes, a socket notifier that comes late. Each is one
 * line, if it is as it must be.
 */
#include "calls.h"

#include <stdio.h>
#include <unistd.h>

enum { REAL = 20, VIRTUAL = 30 /* s */ };

static void *a;
static int held_type;
static bool ended, is_short;

static void event_ends(void *event)
{
	(void)event;
	ended = true;
}

/* An event whose end we see. Its memory stays. */
static void post_observed(void)
{
	static void (*vtable[])(void *) = { event_ends, event_ends, NULL, NULL };
	void *e = make_event(held_type);
	*(void **)e = (void *)vtable;
	CALL(void, "_ZN16QCoreApplication9postEventEP7QObjectP6QEventi", void *, void *, int)(a, e, 0);
}

static void finish(void)
{
	printf("virtual time\n");
	CALL(void, "_ZN16QCoreApplication4exitEi", int)(0);
}

static void begin(void)
{
	post_observed();
	CALL(void, "_ZN16QCoreApplication18removePostedEventsEP7QObjecti", void *, int)(a, held_type);
	if (ended)
		printf("removed\n");
	fflush(stdout);
	single_shot(is_short ? 1 : VIRTUAL * 1000, NULL, finish);
}

void steered(int type, bool label_only)
{
	is_short = label_only;
	held_type = type;
	alarm(REAL);
	make_application();
	a = make_object(NULL);
	single_shot(1, NULL, begin);
	CALL(int, "_ZN16QCoreApplication4execEv", void)();
}

static void says_timer(void) { printf("timer\n"); }

/* The notifier is ready from the start, and ends the program; the timer takes a while. */
void exchanged(void)
{
	enum { WHILE = 40 /* ms */ };
	struct { void *d; } connection;
	int ends[2];
	if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
		return;
	alarm(REAL);
	make_application();
	single_shot(WHILE, NULL, says_timer);
	CALL(void *, "_ZN7QObject7connectEPKS_PKcS1_S3_N2Qt14ConnectionTypeE", void *, void *, const char *, void *, const char *, int)(
		&connection, make_notifier(ends[0]), "2activated(int)", *(void **)need_function("_ZN16QCoreApplication4selfE"), "1quit()", 0);
	CALL(int, "_ZN16QCoreApplication4execEv", void)();
	printf("notifier\n");
}
