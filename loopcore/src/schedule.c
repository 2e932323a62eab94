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

enum { MAX_FILE = 4 << 20 };

/* The whole file as text, in pages of ours; NULL and errno if it can't be read. */
static char *read_all(const char *path)
{
	char *text = arena_pages(MAX_FILE);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = 0, got = 0;
	if (!text || fd < 0)
		return NULL;
	while (n < MAX_FILE - 1 && (got = read(fd, text + n, (size_t)(MAX_FILE - 1 - n))) > 0)
		n += got;
	close(fd);
	return got < 0 ? NULL : text;
}

static const char *after(const char *line, const char *word)
{
	size_t n = strlen(word);
	return strncmp(line, word, n) == 0 ? line + n : NULL;
}

static const char *number(const char *s, unsigned *n, char end)
{
	char *rest;
	errno = 0;
	unsigned long v = strtoul(s, &rest, 10);
	if (rest == s || *s == '-' || errno || v > 86400000 || *rest != end)
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

static const char *directive(struct schedule *s, const char *line)
{
	const char *rest;
	if ((rest = after(line, "hold ")))
		return add_hold(s, rest);
	if ((rest = after(line, "linger ")))
		return add_linger(s, rest);
	if ((rest = after(line, "until ")))
		return add_until(s, rest, false);
	if ((rest = after(line, "perhaps ")))
		return add_until(s, rest, true);
	if ((rest = after(line, "watchdog ")))
		return number(rest, &s->watchdog_ms, 0) ? NULL : "expected: watchdog MS";
	if (strcmp(line, "fast") == 0) {
		s->fast = true;
		return NULL;
	}
	if ((rest = after(line, "goal free ")))
		s->goal_free = label_wanted(rest);
	else if ((rest = after(line, "goal use ")))
		s->goal_use = label_wanted(rest);
	else
		return inputs_directive(line, &rest) ? rest : "unknown directive";
	return *rest ? NULL : "expected a label";
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

bool schedule_read(struct schedule *s, const char *path, char error[512])
{
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
			why = strcmp(line, "sparse-schedule 1") == 0 ? NULL :
				"expected sparse-schedule 1";
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
