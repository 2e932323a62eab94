/* sinks.c: see sinks.h. Placing the hooks of parts, and who has reported. */
#include <loopcore/sinks.h>

#include <string.h>

static bool wanted;

/* This thread is inside of what has reported it, or will. */
static _Thread_local int below;

void sinks_wanted(bool is)
{
	wanted = is;
}

bool sinks_on(void)
{
	return below == 0 && sparse_flow_on && sparse_flow_on();
}

void sinks_tell(const char *name, const char *how, const void *bytes, size_t n, bool copied, const void *pc)
{
	struct sparse_state s = { .name = name, .how = how, .bytes = bytes, .size = n, .pc = pc, .copied = copied };
	sparse_state(&s);
}

bool sinks_enter(bool reported)
{
	if (reported) {
		below++;
		sparse_flow_below(1);
	}
	return reported;
}

void sinks_leave(const bool *reported)
{
	if (*reported) {
		below--;
		sparse_flow_below(-1);
	}
}

/* The first of several names, with a space between, that there is. */
static void *any_symbol(const struct object *o, const char *names)
{
	while (*names) {
		char name[256];
		size_t n = strcspn(names, " ");
		if (n < sizeof name) {
			memcpy(name, names, n);
			name[n] = 0;
			void *found = object_symbol(o, name, NULL);
			if (found)
				return found;
		}
		names += n + (names[n] == ' ');
	}
	return NULL;
}

static bool asks(const struct sink_part *p, const struct object *o)
{
	bool all = true;
	for (int i = 0; i < p->asked_count; i++)
		all &= (*p->asked[i].at = any_symbol(o, p->asked[i].symbol)) != NULL;
	return all;
}

static void prepare(const struct sink_part *p, const struct object *o, struct island *is)
{
	for (int i = 0; i < p->hook_count; i++) {
		struct sink_hook *h = &p->hooks[i];
		size_t size = 0;
		void *function = object_symbol(o, h->symbol, &size);
		h->prepared = function && entry_prepare(is, &h->entry, function, size, h->ours);
		if (h->prepared)
			*h->original = h->entry.original;
	}
}

static void place(const struct sink_part *p)
{
	for (int i = 0; i < p->hook_count; i++)
		if (p->hooks[i].prepared && !entry_switch(&p->hooks[i].entry))
			*p->hooks[i].original = NULL;
	if (p->placed)
		p->placed();
}

bool sinks_place(const struct object *o, const struct sink_part *const parts[], int n)
{
	struct island is;
	if (!wanted || !sparse_state || !sparse_flow_above || !island_open(&is, o->start, o->end))
		return false;
	for (int i = 0; i < n; i++)
		if (asks(parts[i], o))
			prepare(parts[i], o, &is);
	if (!island_seal(&is))
		return false;
	for (int i = 0; i < n; i++)
		place(parts[i]);
	return true;
}
