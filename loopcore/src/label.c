/* label.c: making labels, and the births of objects they rest on. */
#include <loopcore/label.h>

#include <loopcore/arena.h>
#include <loopcore/posted.h>
#include <loopcore/text.h>

#include <sparserec/text_hash.h>
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

/* Never 0. */
static uint64_t hash_of(const char *text, size_t n)
{
	uint64_t h = sparse_text_hash(text, n);
	return h ? h : 1;
}

uint64_t label_hash(const char *text)
{
	return hash_of(text, strlen(text));
}

static uint64_t hash_so_far(const struct text *text)
{
	return hash_of(text->start, (size_t)(text->at - text->start));
}

/* The labels of the schedule that leave the number of the birth open. */
enum { OPEN = 256, CONTEXT = 8 };
static uint64_t open_labels[OPEN];
static unsigned open_count;

static bool is_open(uint64_t hash)
{
	for (unsigned i = 0; i < open_count; i++)
		if (open_labels[i] == hash)
			return true;
	return false;
}

/* "~01234567.* in …" */
static bool is_any_birth(const char *text)
{
	size_t n = strlen(steering_label_any);
	for (const char *dot = text; (dot = strchr(dot, '.')) != NULL; dot++)
		if (!strncmp(dot + 1, steering_label_any, n) &&
		    !strncmp(dot + 1 + n, steering_label_in, strlen(steering_label_in)))
			return true;
	return false;
}

uint64_t label_wanted(const char *text)
{
	uint64_t hash = label_hash(text);
	if (is_any_birth(text) && !is_open(hash) && open_count < OPEN)
		open_labels[open_count++] = hash;
	return hash;
}

/* Where the number of "~01234567.12 in …" begins, NULL = not of this form. */
static const char *birth_number(const char *text, const char **end)
{
	size_t mark = strlen(steering_label_birth);
	for (const char *birth = text; (birth = strstr(birth, steering_label_birth)) != NULL; birth += mark) {
		size_t digits = strspn(birth + mark, "0123456789abcdef");
		const char *n = birth + mark + CONTEXT + 1;
		if (digits != CONTEXT || n[-1] != '.')
			continue;
		*end = n + strspn(n, "0123456789");
		if (*end > n && strncmp(*end, steering_label_in, strlen(steering_label_in)) == 0)
			return n;
	}
	return NULL;
}

/* How many objects an event makes before this one differs between builds; a label
 * that is the only one of its kind goes without that number in a schedule. */
static void meet_open(struct label *l)
{
	char without[LABEL + 1];
	const char *end, *n = birth_number(l->text, &end);
	if (!n)
		return;
	struct text text = text_in(without, sizeof(without));
	memcpy(without, l->text, (size_t)(n - l->text));
	text.at += n - l->text;
	text_add(&text, steering_label_any);
	text_add(&text, end);
	uint64_t hash = hash_so_far(&text);
	if (is_open(hash))
		l->hash = hash;
}

/* Counted after the table has changed, and looked at before it is: who saw the old one has an old number. */
enum { PLACES = 1 << 12 };
static uint32_t births_at[PLACES];

static uint32_t *births_of(const void *object)
{
	return &births_at[((uintptr_t)object >> 4) % PLACES];
}

uint32_t label_births(const void *object)
{
	return __atomic_load_n(births_of(object), __ATOMIC_ACQUIRE);
}

void label_object_born(struct thread *t, const void *object)
{
	struct frame *f = thread_handler(t);
	/* A handler that lays out or paints comes once or twice, as it happens:
	 * what it makes is counted on through all of them. */
	uint64_t n = f->noise ? thread_count_root(t, ~f->context) : ++f->born;
	struct birth b = { f->context, n };
	table_put(&births, (uintptr_t)object, &b);
	__atomic_add_fetch(births_of(object), 1, __ATOMIC_RELEASE);
}

void label_object_gone(const void *object)
{
	table_take(&births, (uintptr_t)object, NULL);
	__atomic_add_fetch(births_of(object), 1, __ATOMIC_RELEASE);
}

static void add_word(struct text *t, const char *word)
{
	text_add(t, word);
	text_add(t, " ");
}

enum { CLASS = 100 }; /* so much of a class's name stands in a label */

static void add_class(struct text *t, const char *class_name)
{
	struct text part = { t->start, t->at, t->last < t->at + CLASS ? t->last : t->at + CLASS };
	text_add(&part, class_name);
	t->at = part.at;
}

/* "Class:name", or "Class~birth" for an object without a name. */
static void describe(struct text *t, const struct label_object *o)
{
	struct birth b;
	add_class(t, o->class_name);
	if (o->name[0]) {
		text_add(t, ":");
		text_add(t, o->name);
	} else if (table_get(&births, (uintptr_t)o->object, &b)) {
		text_add(t, steering_label_birth);
		text_hex(t, b.context >> 32, 8);
		text_add(t, ".");
		text_decimal(t, (unsigned)b.n);
	}
}

/* What stands before the number has `key` as its hash, and is whole. */
static void tell(struct label *l, const struct text *stem, uint64_t key, uint32_t number)
{
	size_t n = (size_t)(stem->at - stem->start);
	l->told = (struct sparse_label){ l->text, key, (uint32_t)n, number };
}

/* Appends the cause and the number: "0123456789abcdef #2". `stem`: the hash of what stands
 * before; alike are those whose stem and cause are. Returns the hash of it all, 0 = no number left. */
static uint64_t number(struct text *text, uint64_t stem, struct thread *t, struct label *l)
{
	const struct frame *f = thread_top(t);
	thread_settle_name(t);
	uint64_t key = (stem ^ thread_top(t)->context) * 0x9e3779b97f4a7c15u;
	key ^= key >> 32 ^ f->noise;
	text_hex(text, f->context, 16);
	if (f->noise)
		text_add(text, steering_label_noise); /* by way of noise: less sure to come again */
	uint32_t count = f->noise ? thread_count_root(t, key) : thread_count(t, key);
	text_add_short(text, steering_label_number);
	if (l && count)
		tell(l, text, key, count);
	text_decimal(text, count);
	return count ? hash_so_far(text) : 0;
}

uint64_t label_start(struct label *l)
{
	char buffer[48];
	struct text text = text_in(buffer, sizeof(buffer));
	struct thread *t = thread_main_is_known() ? thread_state() : NULL;
	if (!t || t->aside)
		return 0;
	thread_settle_name(t);
	const struct frame *f = thread_top(t);
	text_add(&text, steering_label_in);
	text_hex(&text, f->context, 16);
	/* All of them count: the routine is the recorder's or a sanitizer's where these come first. */
	uint64_t key = hash_so_far(&text);
	uint32_t count = f->noise ? thread_count_root(t, key) : thread_count(t, key);
	text_add(&text, steering_label_number);
	text_decimal(&text, count);
	struct text whole = text_in(l->text, LABEL);
	text_add(&whole, "start");
	text_add(&whole, buffer);
	l->hash = l->context = label_hash(l->text);
	return count ? hash_so_far(&text) : 0;
}

static struct text begin(struct label *l)
{
	l->hash = l->context = 0;
	l->noise = false;
	l->told.text = NULL;
	l->kept = NULL;
	return text_in(l->text, LABEL);
}

void label_noise(struct label *l, struct thread *t, int type, const struct label_object *receiver)
{
	begin(l);
	thread_settle_name(t);
	l->noise = true;
	l->context = thread_top(t)->context;
	l->kept = posted_find(t, type, receiver, &l->of);
	if (l->kept && !l->of) {
		struct text none = text_in(l->text, LABEL);
		l->of = posted_keep(l->kept, type, receiver, label_births(receiver->object), &none);
	}
}

void label_noise_from(struct label *l, const char *source)
{
	begin(l);
	l->noise = true;
	l->context = label_hash(source);
}

/* "posted 1000 QObject~01234567.1 in ", as it was made before; returns its hash, 0 = it was not. */
static uint64_t same_stem(struct label *l, struct text *text)
{
	uint32_t n = l->kept && l->of ? l->kept->stem_size : 0;
	if (n == 0 || n > POSTED_STEM)
		return 0;
	uint64_t hash = l->kept->stem_hash;
	memcpy(text->at, l->kept->stem, POSTED_STEM); /* of a length that needs no call */
	text->at += n;
	return posted_is(l->kept, l->of) ? hash : 0;
}
_Static_assert((int)POSTED_STEM < (int)LABEL, "it is copied with the rest of its room");

static uint64_t make_stem(struct label *l, struct text *text, int type, const char *type_name, const struct label_object *receiver)
{
	uint32_t count = label_births(receiver->object);
	add_word(text, steering_label_posted);
	text_add(text, type_name);
	text_add(text, " ");
	describe(text, receiver);
	text_add(text, steering_label_in);
	if (l->kept)
		l->of = posted_keep(l->kept, type, receiver, count, text);
	return hash_so_far(text);
}

bool label_posted(struct label *l, struct thread *t, int type, const char *type_name, const struct label_object *receiver)
{
	struct text text = begin(l);
	l->kept = posted_find(t, type, receiver, &l->of);
	uint64_t stem = same_stem(l, &text);
	if (!stem) {
		if (!type_name)
			return false;
		text = text_in(l->text, LABEL);
		stem = make_stem(l, &text, type, type_name, receiver);
	}
	l->hash = l->context = number(&text, stem, t, l);
	if (!l->hash)
		l->text[0] = 0;
	if (!l->of || text.at == text.last)
		l->kept = NULL; /* cut off, perhaps: then it is told as any other */
	if (open_count)
		meet_open(l);
	return true;
}

void label_call(struct label *l, struct thread *t, const char *what)
{
	struct text text = begin(l);
	add_word(&text, steering_label_call);
	text_add(&text, what);
	uint32_t count = thread_count_root(t, label_hash(l->text));
	text_add(&text, steering_label_number);
	text_decimal(&text, count);
	l->hash = l->context = label_hash(l->text);
	if (!count)
		*begin(l).start = 0;
}

void label_timer(char stem[STEM], struct thread *t, const char *class_name)
{
	struct text text = text_in(stem, STEM);
	add_word(&text, steering_label_timer);
	add_class(&text, class_name);
	text_add(&text, steering_label_in);
	if (!number(&text, hash_so_far(&text), t, NULL))
		stem[0] = 0;
}

void label_cause(char stem[STEM], struct thread *t, const char *what)
{
	struct text text = text_in(stem, STEM);
	text_add(&text, what);
	text_add(&text, steering_label_in);
	if (!number(&text, hash_so_far(&text), t, NULL))
		stem[0] = 0;
}

void label_cause_named(char stem[STEM], struct thread *t, const char *what, const char *name, bool tells)
{
	thread_settle_name(t);
	if (!t->serves && !tells) {
		label_cause(stem, t, what);
		return;
	}
	struct text text = text_in(stem, STEM);
	text_add(&text, what);
	text_add(&text, " ");
	text_hex(&text, label_hash(name), 16);
	text_add(&text, steering_label_in);
	if (!t->serves) {
		if (!number(&text, hash_so_far(&text), t, NULL))
			stem[0] = 0;
		return;
	}
	text_hex(&text, t->name, 16);
	uint32_t count = thread_count_root(t, hash_so_far(&text));
	text_add(&text, steering_label_number);
	text_decimal(&text, count);
	if (!count)
		stem[0] = 0;
}

uint64_t label_asked(struct thread *t, const char *what)
{
	char stem[STEM];
	thread_settle_name(t);
	if (t->serves)
		return 0;
	label_cause(stem, t, what);
	return stem[0] ? label_hash(stem) : 0;
}

void label_answer(char stem[STEM], uint64_t asked, const char *what, const char *name)
{
	struct text text = text_in(stem, STEM);
	text_add(&text, what);
	text_add(&text, " ");
	text_hex(&text, label_hash(name), 16);
	text_add(&text, steering_label_in);
	text_hex(&text, asked, 16);
	text_add(&text, steering_label_number);
	text_decimal(&text, 1);
}

void label_firing(struct label *l, const char *stem, uint32_t k)
{
	struct text text = begin(l);
	if (!stem[0])
		return;
	text_add(&text, stem);
	text_add(&text, ".");
	text_decimal(&text, k);
	l->hash = l->context = label_hash(l->text);
}

static void root(struct label *l, struct text *text, struct thread *t)
{
	thread_settle_name(t);
	if (!t->is_main) {
		text_add(text, steering_label_in);
		text_hex(text, t->name, 16);
	}
	uint32_t count = thread_count_root(t, label_hash(l->text));
	text_add(text, steering_label_number);
	text_decimal(text, count);
	l->hash = l->context = label_hash(l->text);
	if (!count)
		*begin(l).start = 0;
}

void label_input(struct label *l, struct thread *t, const char *input, bool stray)
{
	struct text text = begin(l);
	add_word(&text, stray ? steering_label_stray : steering_label_input);
	text_add(&text, input);
	root(l, &text, t);
}

void label_env(struct label *l, struct thread *t, const char *what, const struct label_object *about)
{
	struct text text = begin(l);
	text_add(&text, what);
	if (about) {
		text_add(&text, " ");
		describe(&text, about);
	}
	root(l, &text, t);
}
