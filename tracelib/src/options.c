/* options.c: key=value flags separated by colons, as the sanitizers have them;
 * a value may stand in '' or "", for paths contain colons.
 *
 * Rules: keys of other components are none of our business; any other unknown
 * key is warned about, once. Nothing here allocates.
 */
#define _GNU_SOURCE
#include "options.h"
#include "recorder.h"
#include <sparserec/rawsys.h>
#include <sparserec/steering.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct flag { const char *key, *value; size_t key_size, value_size; };

/* Reads one flag and returns what is left, NULL at the end. */
static const char *next_flag(const char *s, struct flag *f)
{
	size_t n;

	while (*s == ':')
		s++;
	if (!*s)
		return NULL;
	f->key = s;
	f->key_size = strcspn(s, "=:");
	s += f->key_size;
	f->value = "";
	f->value_size = 0;
	if (*s != '=')
		return s;
	s++;
	if (*s == '\'' || *s == '"') {
		n = strcspn(s + 1, (char[]){ *s, 0 });
		f->value = s + 1;
		f->value_size = n;
		return s + 1 + n + (s[1 + n] != 0);
	}
	f->value = s;
	f->value_size = strcspn(s, ":");
	return s + f->value_size;
}

static bool is(const struct flag *f, const char *key)
{
	return strlen(key) == f->key_size && memcmp(f->key, key, f->key_size) == 0;
}

static bool is_option(const char *group) { return strcmp(group, "option") == 0; }

static bool begins(const struct flag *f, const char *prefix)
{
	size_t n = strlen(prefix);

	return f->key_size > n && memcmp(f->key, prefix, n) == 0;
}

/* All keys of the definition are somebody's, and those that begin as the hooks' and the
 * stock library's do: theirs may be of another release. */
static bool of_others(const struct flag *f)
{
#define STEERING_WORD(group, name, word) \
	if (is_option(#group) && is(f, steering_##group##_##name)) \
		return true;
#include <sparserec/steering.def>
	return begins(f, "qt_") || begins(f, "stock_");
}

/* A number of bytes, perhaps with K, M or G (1024 each). */
static bool read_size(const char *text, uint64_t *to)
{
	static const char units[] = "KMG";
	const char *unit;
	unsigned shift = 0;
	uint64_t n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (end == text || *text == '-' || errno)
		return false;
	unit = *end ? strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
	if (unit) {
		shift = 10 * (unsigned)(unit - units + 1);
		end++;
	}
	if (*end || n > UINT64_MAX >> shift)
		return false;
	*to = n << shift;
	return true;
}

static void parse_size(uint64_t *to, const struct flag *f, bool warn)
{
	char text[24] = "";

	if (f->value_size < sizeof text)
		memcpy(text, f->value, f->value_size);
	if (!read_size(text, to) && warn)
		sr_say("%s: %.*s=%.*s: not a number of bytes, nor one with K, M or G",
		       steering_environment_options, (int)f->key_size, f->key, (int)f->value_size, f->value);
}

static void apply(struct sr_options *o, const struct flag *f, bool warn)
{
	if (is(f, steering_option_trace) || is(f, steering_option_child)) {
		if (f->value_size >= sizeof o->trace) {
			if (warn)
				sr_say("%s: trace: the path is too long", steering_environment_options);
			return;
		}
		memcpy(o->trace, f->value, f->value_size);
		o->trace[f->value_size] = 0;
		o->child = is(f, steering_option_child);
	} else if (is(f, steering_option_follow)) {
		o->follow = f->value_size == 1 && *f->value == '1';
	} else if (is(f, steering_option_compress)) {
		o->compress = f->value_size == 1 && *f->value == '1';
	} else if (is(f, steering_option_values)) {
		o->values = f->value_size == 1 && *f->value == '1';
	} else if (is(f, steering_option_flow)) {
		o->flow = f->value_size == 1 && *f->value == '1';
	} else if (is(f, steering_option_filters)) {
		o->filters = atoi(f->value);
	} else if (is(f, steering_option_unrecorded)) {
		if (f->value_size < sizeof o->unrecorded)
			memcpy(o->unrecorded, f->value, f->value_size);
	} else if (is(f, steering_option_max_size)) {
		parse_size(&o->max_size, f, warn);
	} else if (is(f, steering_option_ring)) {
		parse_size(&o->ring, f, warn);
	} else if (warn && !of_others(f)) {
		sr_say("%s: unknown key %.*s", steering_environment_options, (int)f->key_size, f->key);
	}
}

void sr_options_parse(struct sr_options *o, const char *text, bool warn)
{
	struct flag f;

	memset(o, 0, sizeof *o);
	o->max_size = UINT64_MAX;
	o->filters = -1;
	while ((text = next_flag(text, &f)))
		apply(o, &f, warn);
}

bool sr_options_per_process(const struct sr_options *o)
{
	return strstr(o->trace, "%p") != NULL;
}

bool sr_options_path(const struct sr_options *o, char to[PATH_MAX])
{
	const char *s = o->trace;
	size_t n = 0;

	if (*s != '/') {
		if (!getcwd(to, PATH_MAX))
			return false;
		n = strlen(to);
		to[n++] = '/';
	}
	for (; *s && n < PATH_MAX - 16; s++) {
		if (s[0] == '%' && s[1] == 'p') {
			n += (size_t)snprintf(to + n, 16, "%d", (int)sys_pid());
			s++;
		} else {
			to[n++] = *s;
		}
	}
	to[n < PATH_MAX ? n : PATH_MAX - 1] = 0;
	return !*s;
}

static char *variable(char **environment, const char *name)
{
	size_t n = strlen(name);

	for (; *environment; environment++)
		if (strncmp(*environment, name, n) == 0 && (*environment)[n] == '=')
			return *environment + n + 1;
	return NULL;
}

void sr_options_hand_on(char **environment)
{
	char *text = variable(environment, steering_environment_options);
	const char *s = text;
	struct flag f;

	while (s && (s = next_flag(s, &f)))
		if (is(&f, steering_option_trace))
			memcpy(text + (f.key - text), steering_option_child, strlen(steering_option_child));
}

void sr_options_count_filter(char **environment)
{
	const char *s = variable(environment, steering_environment_options);
	struct flag f;

	while (s && (s = next_flag(s, &f))) {
		char *digits = (char *)(uintptr_t)f.value;

		if (!is(&f, steering_option_filters))
			continue;
		for (size_t i = f.value_size; i-- > 0 && ++digits[i] > '9';)
			digits[i] = '0';
	}
}

static bool is_ours(const char *path, size_t n)
{
	static const char *const names[] = {
#define SYSTEM_PRELOADED(name, role) name,
#include "../../internal/system/system.def"
	};
	size_t i, m;

	for (i = 0; i < sizeof names / sizeof *names; i++) {
		m = strlen(names[i]);
		if (n >= m && memcmp(path + n - m, names[i], m) == 0 &&
		    (n == m || path[n - m - 1] == '/'))
			return true;
	}
	return memmem(path, n, ".sparseqt/", 10) != NULL; /* the folder of a patched QtCore */
}

void sr_preload_remove(char **environment)
{
	char *from = variable(environment, "LD_PRELOAD"), *to = from, *start = from;
	size_t n;

	while (from && *from) {
		n = strcspn(from, ": ");
		if (n && !is_ours(from, n)) {
			if (to != start)
				*to++ = ':';
			memmove(to, from, n);
			to += n;
		}
		from += n + (from[n] != 0);
	}
	if (to)
		*to = 0;
}
