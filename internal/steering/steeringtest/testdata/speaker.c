/* speaker.c: a program with a toy event loop, linked with the loop core, that speaks
 * every word of the steering definition to the tool. Its first argument says which:
 *
 *   run               follows the schedule that it is given, one event after the other
 *   diverge           leaves it for every reason that there is
 *   labels [OPEN]     prints labels; does OPEN name the first of them?
 *   call              prints a call from outside
 *   options           prints what the libraries read in SPARSERACER_OPTIONS
 *   children LIST     prints what of that LD_PRELOAD the program's children get
 *   since             is the first input counted from the first loop?
 *   once              an input waits for the event of a hold
 *   net, status, look FOLDER
 */
#include "../../../../loopcore/src/steering.h"
#include "../../../../tracelib/src/options.h"

#include <loopcore/backend.h>
#include <loopcore/call_text.h>
#include <loopcore/inputs.h>
#include <loopcore/nest.h>
#include <loopcore/virtual_time.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HERE __builtin_frame_address(0)

/* flowlib/net/net.h */
bool net_on(void);

void sr_say(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

/* In place of AddressSanitizer's. */
static void (*told_of_free)(const volatile void *);

int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
					      void (*on_free)(const volatile void *))
{
	(void)on_malloc;
	told_of_free = on_free;
	return 1;
}

size_t __asan_get_alloc_stack(void *block, void **pcs, size_t n, int *thread)
{
	(void)block;
	*thread = 0;
	pcs[0] = (void *)told_of_free;
	return n > 0;
}

int __sanitizer_get_ownership(const volatile void *block)
{
	(void)block;
	return 1;
}

size_t __sanitizer_get_allocated_size(const volatile void *block)
{
	(void)block;
	return 16;
}

/* The toy's queue: of events that are posted and not delivered. */
static struct event {
	const char *name;
	struct label label;
	struct pending p;
	bool queued;
} events[32];
static unsigned count;
static struct thread *here;

static void post_again(void *receiver, void *event, int prio)
{
	(void)receiver;
	(void)prio;
	((struct event *)event)->queued = true;
}

static void destroy(void *event) { ((struct event *)event)->name = ""; }
static void *thread_of(const void *receiver) { return (void *)receiver; } /* nothing waits behind another */
static bool yes(const void *receiver) { (void)receiver; return true; }
static bool no(int type) { (void)type; return false; }

static const struct event_queue queue = { post_again, destroy, thread_of, yes, no, no, NULL };

static bool can_play(void) { return true; }

/* Knows the kinds that qtpatch/input knows. */
static const char *play(const struct person_input *in, unsigned long ms, struct person_sent *sent)
{
	static const char *const kinds[] = { steering_input_close, steering_input_press, steering_input_release,
					     steering_input_move, steering_input_wheel, steering_input_keypress,
					     steering_input_keyrelease, steering_input_touchpress, steering_input_touchmove,
					     steering_input_touchrelease, steering_input_penpress, steering_input_penmove,
					     steering_input_penrelease, steering_input_gesturebegin, steering_input_gesturemove,
					     steering_input_gestureend, steering_input_gesture, steering_input_compose };
	(void)ms;
	sent->window = NULL;
	sent->type = 1;
	printf("played %s|%s|%s|%s|%s|%s\n", in->window, in->title, in->target, in->text, in->at, in->key);
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(in->kind, kinds[i]))
			return NULL;
	return "nobody knows this kind";
}

/* A window asks while the free's handler waits. */
static bool question(struct person_question *q)
{
	strcpy(q->window, "W:asks");
	strcpy(q->title, "T");
	strcpy(q->which, "0 1 - - -");
	strcpy(q->says, "Really?");
	q->buttons = 1;
	strcpy(q->button[0].target, "a/b");
	strcpy(q->button[0].text, "Yes");
	strcpy(q->button[0].at, "1 2 3");
	return true;
}

static void on_idle(void (*f)(void), void (*ends)(void)) { (void)f; (void)ends; }
static void wake(void) {}
static const struct input_player player = { can_play, play, on_idle, wake, "", question, NULL };

static bool begun;

static void on_library(void) { begun = begun || loops_begin(); }

static bool begin(const struct options *o)
{
	(void)o;
	steer_queue(&queue);
	inputs_player(&player);
	return true;
}

static const struct backend toy = { "toy", on_library, begin, NULL };
LOOP_BACKEND(toy);

static struct event *post(const char *name)
{
	struct event *e = &events[count++];
	e->name = name;
	label_call(&e->label, here, name);
	e->p = (struct pending){ .id = count, .label = e->label.hash, .context = e->label.context };
	e->queued = !steer_post(e, e, 0, 1, &e->label, &e->p);
	return e;
}

static void deliver(struct event *e, void (*handler)(void))
{
	struct scope s SCOPED = { NULL, 0 };
	e->queued = false;
	nest_handler(&s, here, e->p.id, &e->label, HERE);
	if (handler)
		handler();
}

static void rest(int ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000L };
	nanosleep(&t, NULL);
}

/* Plays what can be played in this loop, and delivers it. */
static void inputs_come(void)
{
	for (int turns = 0; turns < 40; turns++) {
		struct scope s SCOPED = { NULL, 0 };
		struct label l;
		rest(1);
		inputs_loop(here, false);
		if (!inputs_delivered(&l, NULL, 1) && !inputs_called(&l, "/path a.Member s:x%20y"))
			continue;
		nest_handler(&s, here, ++count, &l, HERE);
	}
}

static void frees(void)
{
	struct scope s SCOPED = { NULL, 0 };
	if (told_of_free)
		told_of_free(&toy);
	nest_loop(&s, here, NULL, false, 0, "toy", HERE);
	inputs_loop(here, false);
}

static void uses(void)
{
	struct scope s SCOPED = { NULL, 0 };
	nest_loop(&s, here, NULL, false, 0, "toy", HERE);
	deliver(post("free"), frees);
	deliver(post("until"), NULL);
	inputs_come();
}

static void turns(void)
{
	struct scope s SCOPED = { NULL, 0 };
	struct timer timer = { .id = 1, .interval = 1000, .label = label_hash(events[0].label.text) };
	struct label l;
	label_call(&l, here, "timer");
	timer.label = l.hash;
	steer_timer_armed(&timer);
	steer_linger(thread_top(here)->label, 1);
	nest_loop(&s, here, NULL, false, 0, "toy", HERE);
}

static void run(void)
{
	struct scope s SCOPED = { NULL, 0 };
	steer_loop(false);
	nest_loop(&s, here, NULL, true, 0, "toy", HERE);
	struct event *skipped = post("skipped");
	for (int i = 0; i < 400 && !skipped->queued; i++)
		rest(10); /* the clock lets it go */
	struct event *held = post("held");
	deliver(post("use"), uses);
	if (held->queued)
		deliver(held, NULL);
	deliver(skipped, NULL);
	deliver(post("turns"), turns);
	inputs_come();
	scope_close(&s);
	steer_loop(true);
}

static void once(void)
{
	struct scope s SCOPED = { NULL, 0 };
	steer_loop(false);
	nest_loop(&s, here, NULL, true, 0, "toy", HERE);
	inputs_come();
	printf("then ");
	post("held");
	inputs_come();
}

static void diverge(void)
{
	for (int why = 0; why < DIVERGENCES; why++) {
		steering.diverged = false;
		if (why != DIVERGED_version)
			steering_diverge((enum divergence)why, "detail", "label");
	}
}

static void *elsewhere(void *unused)
{
	struct label l;
	here = thread_state();
	pthread_setname_np(pthread_self(), "worker");
	label_input(&l, here, "Key", false);
	puts(l.text);
	return unused;
}

static void labels(const char *open)
{
	struct label l, noise;
	struct scope s SCOPED = { NULL, 0 };
	char stem[STEM];
	pthread_t other;
	uint64_t wanted = open ? label_wanted(open) : 0;
	label_object_born(here, &toy);
	label_posted(&l, here, 43, "MetaCall", &(struct label_object){ &toy, "Class", "" });
	puts(l.text);
	puts(open && l.hash == wanted ? "the same" : "another");
	label_timer(stem, here, "QTimer");
	label_firing(&l, stem, 3);
	puts(l.text);
	label_call(&l, here, "f");
	puts(l.text);
	label_input(&l, here, "Mouse", false);
	puts(l.text);
	label_input(&l, here, "Mouse", true);
	puts(l.text);
	label_noise(&noise, here, 76, &(struct label_object){ &toy, "Class", "" });
	nest_handler(&s, here, 1, &noise, HERE);
	label_timer(stem, here, "QTimer");
	puts(stem);
	pthread_create(&other, NULL, elsewhere, NULL);
	pthread_join(other, NULL);
}

static void call(void)
{
	static const char types[] = "sobiuxt";
	char line[512];
	struct text t = text_in(line, sizeof(line));
	text_add(&t, "/path a.Member");
	for (const char *type = types; *type; type++)
		if (call_text_argument(&t, *type))
			call_text_encoded(&t, "AZaz09_./:- %~\xc3\xa9");
	puts(line);
}

static void options(void)
{
	struct options o;
	struct sr_options r;
	options_read(&o);
	sr_options_parse(&r, getenv(steering_environment_options), true);
	printf("schedule %s verdict %s look %s settle %d status %d flow %d windows %s unseen %s sabotage %s\n", o.schedule, o.verdict, o.look, o.settle,
	       o.qt_status, o.flow,
	       o.qt_windows, o.unseen, o.sabotage);
	printf("trace %s child %d follow %d compress %d values %d flow %d filters %d unrecorded %s max_size %llu ring %llu\n", r.trace, r.child, r.follow,
	       r.compress, r.values, r.flow, r.filters, r.unrecorded, (unsigned long long)r.max_size, (unsigned long long)r.ring);
}

static void children(const char *list)
{
	setenv("LD_PRELOAD", list, 1);
	options_keep_from_children();
	printf("%s ", getenv("LD_PRELOAD"));
}

static void since(void)
{
	inputs_loop(here, true);
	usleep(30000);
	inputs_loop(here, true);
	printf("%d ", inputs_since() >= 30);
}

/* As qtpatch/input/window_contents.cpp writes them. */
static void look(const char *folder)
{
	char path[4096];
	snprintf(path, sizeof(path), "%s/%s", folder, steering_look_file);
	FILE *f = fopen(path, "w");
	fprintf(f, "%sW:w\t10x10 no.png\n%sW:w title\ttext\n%sQTimer:t\t5 ms\n%sW:w clicked()\t1\n", steering_look_window,
		steering_look_object, steering_look_timer, steering_look_handler);
	fclose(f);
}

static void limits(void)
{
#define STEERING_LIMIT(name, most) printf("%s %d\n", #name, STEERING_MOST_##name);
#include <sparserec/steering.def>
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	if (!begun) {
		thread_main_is_here();
		label_init();
	}
	here = thread_state();
	if (!strcmp(mode, "run") && begun)
		run();
	else if (!strcmp(mode, "diverge") && begun)
		diverge();
	else if (!strcmp(mode, "labels"))
		labels(argc > 2 ? argv[2] : NULL);
	else if (!strcmp(mode, "call"))
		call();
	else if (!strcmp(mode, "options"))
		options();
	else if (!strcmp(mode, "children") && argc > 2)
		children(argv[2]);
	else if (!strcmp(mode, "since"))
		since();
	else if (!strcmp(mode, "once"))
		once();
	else if (!strcmp(mode, "net"))
		puts(net_on() ? "on" : "off");
	else if (!strcmp(mode, "status"))
		backend_hook_placed("toy", "");
	else if (!strcmp(mode, "look") && argc > 2)
		look(argv[2]);
	else if (!strcmp(mode, "limits"))
		limits();
	else
		puts("nothing to do");
	return 0;
}
