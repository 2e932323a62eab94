/* arrival.c: opening handlers for what libuv calls back. */
#include "arrival.h"

#include "real.h"
#include "start.h"
#include "text.h"

static bool on;

bool uv_hooks_on(void)
{
	return on;
}

bool uv_hooks_begin(void)
{
	if (!on && start_foreign() && watch_init() && request_init() && real_resolve())
		on = true;
	return on;
}

void arrival_begins(struct scope *s, const struct arrival *a, const void *stack)
{
	struct thread *t = a->event ? nest_thread(stack) : NULL;
	struct label l;
	*s = (struct scope){ NULL, 0 };
	if (!t || thread_top(t)->kind == FRAME_HANDLER)
		return;
	nest_delivers(t);
	emit_deq(a->event, a->kind, NULL);
	if (a->after)
		emit_join(a->after);
	l.text[0] = 0;
	l.hash = a->label;
	l.context = a->context;
	l.noise = false;
	nest_handler(s, t, a->event, &l, stack);
}

struct thread *arrival_thread(struct scope *s, const void *stack)
{
	struct thread *t = on ? nest_thread(stack) : NULL;
	*s = (struct scope){ NULL, 0 };
	if (t)
		nest_need_handler(s, t, "callback", stack);
	return t;
}

const char *hex_id(char text[HEX_ID], uint64_t id)
{
	struct text t = text_in(text, HEX_ID);
	text_hex(&t, id, 16);
	return text;
}

const char *arrival_class(const uv_handle_t *h)
{
#define NAME(upper, lower) [UV_##upper] = "uv_" #lower "_t",
	static const char *const names[UV_HANDLE_TYPE_MAX] = { UV_HANDLE_TYPE_MAP(NAME) };
#undef NAME
	return h && (unsigned)h->type < UV_HANDLE_TYPE_MAX && names[h->type] ? names[h->type] : "uv_handle_t";
}
