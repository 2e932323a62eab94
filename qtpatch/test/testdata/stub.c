/* stub.c: stands in for the recorder and prints each operation as text, in the
 * form of the trace language, to the file named by STUB_OUT (or stderr). Events
 * and guards are numbered from 1; each line is one write.
 */
#define _GNU_SOURCE
#include <sparserec/sparserec.h>

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A program may have this to see when an event's post has been told. */
__attribute__((weak)) void construct_enqueued(const char *type);

static int out = 2;

__attribute__((constructor)) static void open_output(void)
{
	const char *path = getenv("STUB_OUT");
	if (path)
		out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* 0 is the thread that started the program. */
static int thread_number(void)
{
	static __thread int mine;
	static int last;
	if (!mine && gettid() != getpid())
		mine = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
	return mine;
}

static __attribute__((format(printf, 1, 2))) void say(const char *format, ...)
{
	char line[2048];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(line, sizeof(line) - 1, format, args);
	va_end(args);
	if (n > (int)sizeof(line) - 32)
		n = (int)sizeof(line) - 32;
	if (thread_number() && line[n - 1] == ')')
		n += sprintf(line + n - 1, ", thread=%d)", thread_number()) - 1;
	line[n++] = '\n';
	if (write(out, line, (size_t)n) != n)
		return;
}

static const char *details(const struct sparse_info *info, char text[1024])
{
	static const char *const kinds[] = { "posted", "timer", "socket", "input", "deferred", "env" };
	size_t n = (size_t)snprintf(text, 1024, ", kind=%s", kinds[info->kind]);
	if (info->prio)
		n += (size_t)snprintf(text + n, 1024 - n, ", prio=%d", info->prio);
	if (info->level >= 0)
		n += (size_t)snprintf(text + n, 1024 - n, ", level=%d", info->level);
	for (uint32_t i = 0; i < info->nattrs; i++)
		n += (size_t)snprintf(text + n, 1024 - n, ", %s=\"%s\"", info->attrs[i].key,
				      info->attrs[i].value);
	return text;
}

SPARSEREC_API int sparse_active(void) { return 1; }

SPARSEREC_API uint64_t sparse_new_id(void)
{
	static uint64_t last;
	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

SPARSEREC_API void sparse_loop_kind(enum sparse_loop kind)
{
	static const char *const names[] = { "unknown", "batch", "exact", "unix", "either" };
	say("# loop: %s", names[kind]);
}

SPARSEREC_API void sparse_enterloop(void) { say("enterloop"); }
SPARSEREC_API void sparse_exitloop(void) { say("exitloop"); }

SPARSEREC_API void sparse_enq(uint64_t event, const struct sparse_info *info)
{
	char text[1024];
	say("enq(e%lu%s)", (unsigned long)event, details(info, text));
	for (uint32_t i = 0; construct_enqueued && i < info->nattrs; i++)
		if (strcmp(info->attrs[i].key, "type") == 0)
			construct_enqueued(info->attrs[i].value);
}

SPARSEREC_API void sparse_drop(uint64_t event) { say("drop(e%lu)", (unsigned long)event); }

SPARSEREC_API void sparse_deq(uint64_t event, const struct sparse_info *info)
{
	char text[1024] = "";
	say("deq(e%lu%s)", (unsigned long)event, info ? details(info, text) : "");
}

SPARSEREC_API void sparse_end(uint64_t event) { say("end(e%lu)", (unsigned long)event); }

/* Event 0 is start-up code, the pseudo-event main. */
static const char *event_name(uint64_t event, char text[32])
{
	if (event)
		sprintf(text, "e%lu", (unsigned long)event);
	else if (thread_number())
		sprintf(text, "main.%d", thread_number());
	else
		strcpy(text, "main");
	return text;
}

SPARSEREC_API void sparse_pause(uint64_t event, uint64_t guard, const struct sparse_info *info)
{
	char text[32];
	say("pause(%s, v%lu, what=\"%s\")", event_name(event, text), (unsigned long)guard,
	    info && info->nattrs ? info->attrs[0].value : "");
}

SPARSEREC_API void sparse_reset(uint64_t guard) { say("reset(v%lu)", (unsigned long)guard); }

SPARSEREC_API void sparse_resume(uint64_t event, uint64_t guard)
{
	char text[32];
	say("resume(%s, v%lu)", event_name(event, text), (unsigned long)guard);
}

SPARSEREC_API void sparse_sink(const char *name, const void *p, size_t n)
{
	(void)name;
	(void)p;
	(void)n;
}

SPARSEREC_API void sparse_fork(uint64_t event) { say("fork(e%lu)", (unsigned long)event); }
SPARSEREC_API void sparse_join(uint64_t event) { say("join(e%lu)", (unsigned long)event); }
SPARSEREC_API void sparse_read(const void *p, size_t n) { (void)p; (void)n; }
SPARSEREC_API void sparse_write(const void *p, size_t n) { (void)p; (void)n; }
SPARSEREC_API void sparse_alloc(const void *p, size_t n) { (void)p; (void)n; }
SPARSEREC_API void sparse_free(const void *p) { (void)p; }
SPARSEREC_API void sparse_needs(const void *p) { say("read(%p, 1, use=1)", p); }
