/* schedule.c: reading a directive file, line by line. */
#include "schedule.h"

#include <loopcore/arena.h>
#include <loopcore/inputs.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

enum { MAX_FILE = 4 << 20 };
#define TEXT_OF(macro) TEXT_OF_IT(macro)
#define TEXT_OF_IT(text) #text

/* The whole file as text, in pages of ours; NULL and errno if it can't be read. */
static char *read_all(const char *path)
{
	char *text = arena_pages(MAX_FILE);
	int fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
	ssize_t n = 0, got = 0;
	if (!text || fd < 0)
		return NULL;
	while (n < MAX_FILE - 1 && (got = sys_read(fd, text + n, (size_t)(MAX_FILE - 1 - n))) > 0)
		n += got;
	sys_close(fd);
	return got < 0 ? NULL : text;
}

/* What follows the word and a space, NULL = the line begins otherwise. */
static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);
	return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static const char *number(const char *s, unsigned *n, char end)
{
	char *rest;
	errno = 0;
	unsigned long v = strtoul(s, &rest, 10);
	if (rest == s || *s == '-' || errno || v > STEERING_MOST_wait_ms || *rest != end)
		return NULL;
	*n = (unsigned)v;
	return rest + (end != 0);
}

/* "TIMEOUT_MS LABEL" */
static bool timed_label(const char *rest, unsigned *ms, char text[LABEL], uint64_t *hash)
{
	const char *label = number(rest, ms, ' ');
	if (!label || !*label || strlen(label) >= LABEL)
		return false;
	strcpy(text, label);
	*hash = label_wanted(label);
	return true;
}

static const char *add_hold(struct schedule *s, const char *rest)
{
	struct hold *h = &s->holds[s->n];
	if (s->n == HOLDS)
		return "too many holds";
	if (!timed_label(rest, &h->timeout_ms, h->text, &h->label))
		return "expected: hold TIMEOUT_MS LABEL";
	s->n++;
	s->last = &h->until;
	return NULL;
}

static const char *add_linger(struct schedule *s, const char *rest)
{
	struct linger *l = &s->lingers[s->nlingers];
	if (s->nlingers == LINGERS)
		return "too many lingers";
	rest = number(rest, &l->loop, ' ');
	if (!rest || !l->loop || !timed_label(rest, &l->timeout_ms, l->text, &l->label))
		return "expected: linger LOOP TIMEOUT_MS LABEL";
	s->nlingers++;
	s->last = &l->until;
	return NULL;
}

static const char *add_until(struct schedule *s, const char *label, bool perhaps)
{
	if (!s->last || (perhaps && !s->n))
		return perhaps ? "perhaps without a hold before it" : "until without a hold before it";
	if (!*label)
		return "expected a label";
	if (s->last->n == UNTILS)
		return "too many untils for one directive";
	s->last->perhaps |= (uint32_t)perhaps << s->last->n;
	s->last->label[s->last->n++] = label_wanted(label);
	return NULL;
}

/* Of the label "freed NTH BYTES HASH". */
static const char *freed_goal(struct schedule *s, const char *label)
{
	const char *rest = after(label, steering_label_freed);
	if (!rest)
		return NULL;
	if (!(rest = number(rest, &s->nth, ' ')) || !(rest = number(rest, &s->watch, ' ')) || !s->nth || !s->watch ||
	    strlen(rest) != 16 || strspn(rest, "0123456789abcdef") != 16)
		return "expected: freed NTH BYTES HASH";
	s->place = strtoull(rest, NULL, 16);
	return NULL;
}

static const char *goal(struct schedule *s, const char *line)
{
	const char *label;
	if ((label = after(line, steering_goal_free)))
		s->goal_free = label_wanted(label);
	else if ((label = after(line, steering_goal_use)))
		s->goal_use = label_wanted(label);
	else
		return "unknown goal";
	return *label ? freed_goal(s, label) : "expected a label";
}

/* The first line; true: it is of this version. */
static bool is_ours(const char *line, enum divergence *code)
{
	unsigned version = 0;
	const char *v = after(line, steering_head_schedule);
	if (v && number(v, &version, 0) && version == STEERING_VERSION)
		return true;
	*code = DIVERGED_version;
	return false;
}

static const char *directive(struct schedule *s, const char *line)
{
	const char *rest;
	if ((rest = after(line, steering_directive_hold)))
		return add_hold(s, rest);
	if ((rest = after(line, steering_directive_linger)))
		return add_linger(s, rest);
	if ((rest = after(line, steering_directive_until)))
		return add_until(s, rest, false);
	if ((rest = after(line, steering_directive_perhaps)))
		return add_until(s, rest, true);
	if ((rest = after(line, steering_directive_watchdog)))
		return number(rest, &s->watchdog_ms, 0) ? NULL : "expected: watchdog MS";
	if (strcmp(line, steering_directive_fast) == 0) {
		s->fast = true;
		return NULL;
	}
	if ((rest = after(line, steering_directive_goal)))
		return goal(s, rest);
	if ((rest = after(line, steering_directive_watch)))
		return number(rest, &s->watch, 0) && s->watch ? NULL : "expected: watch BYTES";
	return inputs_directive(line, &rest) ? rest : "unknown directive";
}

static const char *finished(const struct schedule *s, bool headed)
{
	if (!headed)
		return "empty";
	for (unsigned i = 0; i < s->n; i++)
		if (!s->holds[i].until.n)
			return "a hold without an until";
	for (unsigned i = 0; i < s->nlingers; i++)
		if (!s->lingers[i].until.n)
			return "a linger without an until";
	return NULL;
}

bool schedule_read(struct schedule *s, const char *path, enum divergence *code, char error[512])
{
	static const char other[] = "expected version " TEXT_OF(STEERING_VERSION);
	char *text = read_all(path), *line = text, *end;
	const char *why = text ? NULL : strerror(errno);
	unsigned number = 0;
	bool headed = false;
	for (; !why && *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = 0;
		number++;
		if (!*line || *line == '#')
			continue;
		if (!headed)
			why = is_ours(line, code) ? NULL : other;
		else
			why = directive(s, line);
		headed = true;
	}
	if (!why)
		why = finished(s, headed);
	if (why)
		snprintf(error, 512, "%s:%u: %s", path, number, why);
	if (text)
		arena_free(text, MAX_FILE);
	return !why;
}
