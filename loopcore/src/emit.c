/* emit.c: the recorder's interface, called only while it records. */
#include <loopcore/emit.h>

#include <loopcore/label.h>
#include <loopcore/text.h>

static enum sparse_loop loops = SPARSE_LOOP_BATCH, reported;

static bool recording(void)
{
	if (!sparse_active || !sparse_active())
		return false;
	if (reported != loops) { /* here, for the recorder may start after us */
		reported = loops;
		sparse_loop_kind(reported);
	}
	return true;
}

/* For what the recorder drops by itself while it does not record. */
static inline bool has_recorder(void)
{
	return sparse_active && (__builtin_expect(reported == loops, 1) || recording());
}

void emit_loop_kind(enum sparse_loop kind) { loops = kind; }

bool emit_is_recording(void)
{
	return recording();
}

bool emit_has_recorder(void)
{
	return sparse_active != NULL;
}

bool emit_quiet(void)
{
	return sparse_quiet && sparse_quiet(1);
}

void emit_loud(bool was_quiet)
{
	if (was_quiet)
		sparse_quiet(0);
}

uint64_t emit_id(void)
{
	static uint64_t last;
	if (recording())
		return sparse_new_id();
	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED) | (uint64_t)1 << 63;
}

static void add(struct sparse_info *info, struct sparse_attr *attrs, const char *key,
		const char *value)
{
	if (value && value[0])
		attrs[info->nattrs++] = (struct sparse_attr){ key, value };
}

enum { ATTRS = 31, HEX = 2 + 16 + 1 };

struct filled {
	struct sparse_attr attrs[ATTRS];
	char object[HEX], gone[HEX], child[HEX], parent[HEX], clears[HEX], part[HEX];
};

static const char *hex(char to[HEX], uintptr_t v)
{
	char *p = to + HEX;
	*--p = 0;
	do
		*--p = "0123456789abcdef"[v & 15];
	while (v >>= 4);
	*--p = 'x';
	*--p = '0';
	return p;
}

static void fill(struct sparse_info *info, struct filled *room, const struct detail *d)
{
	struct sparse_attr *attrs = room->attrs;
	info->attrs = attrs;
	if (d->object)
		add(info, attrs, "object", hex(room->object, (uintptr_t)d->object));
	if (d->gone)
		add(info, attrs, "gone", hex(room->gone, (uintptr_t)d->gone));
	if (d->child)
		add(info, attrs, "child", hex(room->child, (uintptr_t)d->child));
	if (d->parent)
		add(info, attrs, "parent", hex(room->parent, (uintptr_t)d->parent));
	if (d->clears)
		add(info, attrs, "clears", hex(room->clears, (uintptr_t)d->clears));
	if (d->part)
		add(info, attrs, "part", hex(room->part, (uintptr_t)d->part));
	add(info, attrs, "label", d->label);
	add(info, attrs, "type", d->type);
	add(info, attrs, "class", d->class_name);
	add(info, attrs, "name", d->name);
	add(info, attrs, "title", d->title);
	add(info, attrs, "poster", d->thread);
	add(info, attrs, "interval", d->interval);
	add(info, attrs, "timertype", d->timer_type);
	add(info, attrs, "owner", d->owner);
	add(info, attrs, "timer", d->timer);
	add(info, attrs, "action", d->action);
	add(info, attrs, "needs", d->needs);
	add(info, attrs, "arms", d->arms);
	add(info, attrs, "blocks", d->blocks);
	add(info, attrs, "grabs", d->grabs);
	add(info, attrs, "depth", d->depth);
	add(info, attrs, "source", d->source);
	add(info, attrs, "stops", d->stops);
	add(info, attrs, "ends", d->ends);
	add(info, attrs, "test", d->test);
	add(info, attrs, "script", d->script);
	if (d->input) {
		add(info, attrs, "input", d->input->kind);
		add(info, attrs, "window", d->input->window);
		add(info, attrs, "which", d->input->which);
		add(info, attrs, "target", d->input->target);
		add(info, attrs, "text", d->input->text);
		add(info, attrs, "at", d->input->at);
		add(info, attrs, "key", d->input->key);
		add(info, attrs, "wait", d->wait);
		add(info, attrs, "reach", d->input->reach);
	}
}

void emit_enq(uint64_t event, enum sparse_kind kind, int prio, int level, const struct detail *d)
{
	struct filled room;
	struct sparse_info info = { .kind = kind, .prio = prio, .level = level };
	if (!recording())
		return;
	fill(&info, &room, d);
	sparse_enq(event, &info);
}

/* The recorder asks for the attributes where it was not told them before. */
bool emit_post(uint64_t event, int prio, const struct label *l, const char *type, const struct label_object *receiver, const char *thread)
{
	struct filled room;
	struct sparse_info info = { .kind = SPARSE_POSTED, .prio = prio, .level = -1 };
	bool can_tell = l->kept && __sparse_enq_told;
	if (!has_recorder())
		return true;
	while (!can_tell || !__sparse_enq_told(event, &info, &l->kept->told, l->of, &l->told)) {
		if (!type)
			return false;
		fill(&info, &room, &(struct detail){ .label = l->text, .type = type, .class_name = receiver->class_name,
						     .name = receiver->name, .object = receiver->object, .thread = thread });
		if (!can_tell) {
			sparse_enq(event, &info);
			break;
		}
	}
	return true;
}

void emit_cleared(const void *p, size_t n)
{
	if (recording() && sparse_write_held)
		sparse_write_held(p, n);
}

/* instrument.h */
void __sparse_ref(const void *counter) __attribute__((weak));
void __sparse_atomic_write(const void *p, size_t n) __attribute__((weak));
void __sparse_unref(const void *counter) __attribute__((weak));
void __sparse_slot_made(const void *slot, size_t n, const char *type) __attribute__((weak));
void __sparse_slot_called(const void *where) __attribute__((weak));

bool emit_slot_made(const struct emit_slot *s, const char *type)
{
	bool says = recording() && __sparse_slot_made;
	if (says)
		__sparse_slot_made(s, sizeof(*s), type);
	return says;
}

void emit_slot_called(const struct emit_slot *s)
{
	if (recording() && __sparse_slot_called)
		__sparse_slot_called(s->begins);
}

void emit_slot_returned(const struct emit_slot *s)
{
	if (recording() && __sparse_slot_called)
		__sparse_slot_called(s->ends);
}

void emit_slot_gone(const struct emit_slot *s)
{
	if (recording() && sparse_free)
		sparse_free(s);
}

void emit_unref(const void *counter)
{
	if (recording() && __sparse_unref)
		__sparse_unref(counter);
}

void emit_counted(const void *counter)
{
	if (recording() && __sparse_atomic_write)
		__sparse_atomic_write(counter, sizeof(int));
}

void emit_ref(const void *counter)
{
	if (recording() && __sparse_ref)
		__sparse_ref(counter);
}

void emit_drop(uint64_t event)
{
	if (has_recorder())
		sparse_drop(event);
}

void emit_deq(uint64_t event, enum sparse_kind kind, const struct detail *d)
{
	struct filled room;
	struct sparse_info info = { .kind = kind, .level = -1 };
	if (d ? !recording() : !has_recorder())
		return;
	if (d)
		fill(&info, &room, d);
	sparse_deq(event, d ? &info : NULL);
}

void emit_end(uint64_t event)
{
	if (has_recorder())
		sparse_end(event);
}

void emit_join(uint64_t event)
{
	if (recording() && sparse_join)
		sparse_join(event);
}

void emit_pause(uint64_t event, uint64_t run, const char *what, const char *thread, const char *script, int depth, unsigned how)
{
	struct sparse_attr attrs[8];
	struct sparse_info info = { .level = -1, .attrs = attrs };
	char number[12];
	struct text text = text_in(number, sizeof(number));
	if (!recording())
		return;
	text_decimal(&text, (unsigned)depth);
	add(&info, attrs, "what", what);
	add(&info, attrs, "name", thread);
	add(&info, attrs, "script", script);
	add(&info, attrs, "depth", number);
	add(&info, attrs, "flush", how & LOOP_FLUSHES ? "1" : NULL);
	add(&info, attrs, "excludes", how & LOOP_EXCLUDES_INPUT ? "input" : NULL);
	add(&info, attrs, "turns", how & LOOP_TURNS_ONCE ? "1" : NULL);
	add(&info, attrs, "waits", how & LOOP_WAITS ? "1" : NULL);
	sparse_pause(event, run, &info);
}

void emit_resume(uint64_t event, uint64_t run)
{
	if (recording())
		sparse_resume(event, run);
}

void emit_reset(uint64_t run)
{
	if (recording())
		sparse_reset(run);
}

void emit_default_loop(bool enters)
{
	if (!recording())
		return;
	if (enters)
		sparse_enterloop();
	else
		sparse_exitloop();
}

void emit_use(const void *object)
{
	if (recording())
		sparse_needs(object);
}
