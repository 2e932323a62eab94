/* options.c: flags are key=value, separated by colons; a value may stand in ''
 * or "". Keys that are not ours belong to the recorder, which warns about the
 * unknown ones.
 */
#include <loopcore/options.h>

#include <sparserec/steering.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <loopcore/message.h>

struct flag {
	const char *key, *value;
	size_t key_length, value_length;
};

/* Reads the flag at `s`; returns what follows it, NULL when there is none. */
static const char *read_flag(const char *s, struct flag *f)
{
	s += strspn(s, ":");
	if (!*s)
		return NULL;
	f->key = s;
	f->key_length = strcspn(s, "=:");
	s += f->key_length;
	f->value = s;
	f->value_length = 0;
	if (*s++ != '=')
		return f->value;
	if (*s == '\'' || *s == '"') {
		char quote[2] = { *s, 0 };
		f->value = s + 1;
		f->value_length = strcspn(f->value, quote);
		s = f->value + f->value_length;
		return *s ? s + 1 : s;
	}
	f->value = s;
	f->value_length = strcspn(s, ":");
	return s + f->value_length;
}

static bool key_is(const struct flag *f, const char *key)
{
	return strlen(key) == f->key_length && memcmp(key, f->key, f->key_length) == 0;
}

static bool is_on(const struct flag *f)
{
	return f->value_length == 1 && f->value[0] == '1';
}

static void copy(char *path, size_t room, const struct flag *f)
{
	if (f->value_length >= room) {
		message_say("sparseracer: %s: %.*s: the value is too long\n",
			steering_environment_options, (int)f->key_length, f->key);
		return;
	}
	memcpy(path, f->value, f->value_length);
	path[f->value_length] = 0;
}

void options_read(struct options *o)
{
	const char *s = getenv(steering_environment_options);
	struct flag f;
	memset(o, 0, sizeof(*o));
	while (s && (s = read_flag(s, &f))) {
		if (key_is(&f, steering_option_schedule))
			copy(o->schedule, PATH_MAX, &f);
		else if (key_is(&f, steering_option_verdict))
			copy(o->verdict, PATH_MAX, &f);
		else if (key_is(&f, steering_option_look))
			copy(o->look, PATH_MAX, &f);
		else if (key_is(&f, steering_option_windows))
			copy(o->qt_windows, QT_WINDOWS, &f);
		else if (key_is(&f, steering_option_unseen))
			copy(o->unseen, UNSEEN, &f);
		else if (key_is(&f, steering_option_sabotage))
			copy(o->sabotage, HOOK_NAME, &f);
		else if (key_is(&f, steering_option_settle))
			o->settle = is_on(&f);
		else if (key_is(&f, steering_option_status))
			o->qt_status = is_on(&f);
		else if (key_is(&f, steering_option_flow))
			o->flow = is_on(&f);
	}
}

/* This library's file name, without its folder; "" = not known. */
static const char *own_name(void)
{
	Dl_info self;
	if (!dladdr((void *)options_read, &self) || !self.dli_fname)
		return "";
	const char *slash = strrchr(self.dli_fname, '/');
	return slash ? slash + 1 : self.dli_fname;
}

/* Or a patched QtCore, by its folder. */
static bool is_this_library(const char *path, size_t length)
{
	const char *name = own_name();
	size_t n = strlen(name);
	if (memmem(path, length, ".sparseqt/", 10))
		return true;
	return n && length >= n && memcmp(path + length - n, name, n) == 0 &&
	       (length == n || path[length - n - 1] == '/');
}

/* The beginning of a file's name, and whose it is. */
static const struct {
	const char *name, *owner;
} libraries[] = {
#define SYSTEM_LIBRARY(name, owner) { name, #owner },
#define SYSTEM_PRELOADED(name, role) { name, "PRELOADED" },
#include "../../internal/system/system.def"
};

static bool is_of(const char *owner, const char *path, size_t length)
{
	const char *slash = memrchr(path, '/', length), *file = slash ? slash + 1 : path;
	length -= (size_t)(file - path);
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
		size_t n = strlen(libraries[i].name);
		if (!strcmp(libraries[i].owner, owner) && length >= n && !memcmp(file, libraries[i].name, n))
			return true;
	}
	return false;
}

/* Where `confirm` puts AddressSanitizer's runtime first, by a name that maybe the program
 * alone finds, children get none of what it put before us: in a child that has that
 * runtime, too, no library may stand before it. What stands behind us is the user's.
 * In place, for setenv would allocate; the result is never longer. */
void options_keep_from_children(void)
{
	char *list = getenv("LD_PRELOAD");
	if (!list)
		return;
	char *to = list;
	bool sanitizer = is_of("ASAN", list, strcspn(list, ": ")), behind = false;
	for (const char *s = list; *s;) {
		size_t n = strcspn(s, ": ");
		bool own = is_this_library(s, n);
		bool with_it = sanitizer && !behind && (is_of("ASAN", s, n) || is_of("PRELOADED", s, n));
		if (n && !own && !with_it) {
			if (to != list)
				*to++ = ':';
			memmove(to, s, n);
			to += n;
		}
		behind = behind || own;
		s += n + (s[n] != 0);
	}
	*to = 0;
}
