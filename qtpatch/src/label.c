/* label.c: making labels, and the births of objects they rest on. */
#include "label.h"

#include "arena.h"
#include "qtabi.h"

#include <stdio.h>
#include <string.h>

struct birth {
	uint64_t context; /* of the event that created the object */
	uint64_t n;       /* and the how-many-eth there */
};

static struct table births;

bool label_init(void)
{
	return table_init(&births, sizeof(struct birth), 1 << 20);
}

/* FNV-1a, 64 bits; never 0. */
uint64_t label_hash(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3u;
	return h ? h : 1;
}

void label_object_born(struct thread *t, const void *object)
{
	struct frame *f = thread_handler(t);
	struct birth b = { f->context, ++f->born };
	table_put(&births, (uintptr_t)object, &b);
}

void label_object_gone(const void *object)
{
	table_take(&births, (uintptr_t)object, NULL);
}

/* "Class:name", or "Class~birth" for an object without a name. */
static void describe(char *text, size_t size, const void *object)
{
	char name[QT_NAME];
	struct birth b;
	qt_object_name(object, name);
	if (name[0])
		snprintf(text, size, "%s:%s", qt_class(object), name);
	else if (table_get(&births, (uintptr_t)object, &b))
		snprintf(text, size, "%s~%08x.%u", qt_class(object), (unsigned)(b.context >> 32),
			 (unsigned)b.n);
	else
		snprintf(text, size, "%s", qt_class(object));
}

/* Appends the cause and the number: " in 0123456789abcdef #2". False = no number left. */
static bool number(char *text, struct thread *t)
{
	const struct frame *f = thread_top(t);
	size_t n = strlen(text);
	snprintf(text + n, LABEL - n, " in %016llx%s", (unsigned long long)f->context,
		 f->noise ? "~" : "");
	uint32_t count = thread_count(t, label_hash(text));
	n = strlen(text);
	snprintf(text + n, LABEL - n, " #%u", count);
	return count != 0;
}

static void finish(struct label *l)
{
	l->hash = label_hash(l->text);
	l->context = l->hash;
}

void label_posted(struct label *l, struct thread *t, const void *receiver, int type)
{
	char object[LABEL / 2], buffer[16];
	memset(l, 0, sizeof(*l));
	l->noise = qt_type_is_noise(type);
	if (l->noise) {
		l->context = thread_top(t)->context;
		return;
	}
	describe(object, sizeof(object), receiver);
	snprintf(l->text, LABEL, "posted %s %s", qt_type_name(type, buffer), object);
	if (!number(l->text, t)) {
		l->text[0] = 0;
		return;
	}
	finish(l);
}

void label_timer(char stem[LABEL], struct thread *t, const void *receiver)
{
	snprintf(stem, LABEL, "timer %.100s", qt_class(receiver));
	if (!number(stem, t))
		stem[0] = 0;
}

void label_firing(struct label *l, const char *stem, uint32_t k)
{
	memset(l, 0, sizeof(*l));
	if (stem[0]) {
		snprintf(l->text, LABEL, "%.280s.%u", stem, k);
		finish(l);
	}
}

static void root(struct label *l, struct thread *t)
{
	size_t n = strlen(l->text);
	uint32_t count = thread_count_root(t, label_hash(l->text) ^ t->name);
	snprintf(l->text + n, LABEL - n, " #%u", count);
	finish(l);
}

void label_input(struct label *l, struct thread *t, int input_type)
{
	char buffer[16];
	memset(l, 0, sizeof(*l));
	snprintf(l->text, LABEL, "input %s", qt_input_name(input_type, buffer));
	root(l, t);
	if (!qt_input_is_person(input_type)) { /* expose and the like: noise */
		l->noise = true;
		l->context = label_hash("window system");
		l->hash = 0;
		l->text[0] = 0;
	}
}

void label_env(struct label *l, struct thread *t, const void *receiver, const char *what)
{
	char object[LABEL / 2] = "";
	memset(l, 0, sizeof(*l));
	if (receiver)
		describe(object, sizeof(object), receiver);
	snprintf(l->text, LABEL, "%s%s%s", what, object[0] ? " " : "", object);
	root(l, t);
}
