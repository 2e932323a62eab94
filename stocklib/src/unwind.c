/* unwind.c: see unwind.h. */
#define _GNU_SOURCE
#include "unwind.h"
#include "modules.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static struct {
	int (*getcontext)(unw_tdep_context_t *);
	int (*init)(unw_cursor_t *, unw_context_t *);
	int (*init2)(unw_cursor_t *, unw_context_t *, int);
	int (*step)(unw_cursor_t *);
	int (*get_reg)(unw_cursor_t *, int, unw_word_t *);
	int (*save_loc)(unw_cursor_t *, int, unw_save_loc_t *);
	int (*proc_info)(unw_cursor_t *, unw_proc_info_t *);
	int (*proc_info_by_ip)(unw_addr_space_t, unw_word_t, unw_proc_info_t *, void *);
	int (*backtrace)(void **, int);
	unw_addr_space_t *local;
} unw;

static const int registers[SK_SAVED] = {
	UNW_X86_64_RBX, UNW_X86_64_RBP, UNW_X86_64_R12, UNW_X86_64_R13, UNW_X86_64_R14, UNW_X86_64_R15,
};

static bool find(void *lib, const char *name, void *to)
{
	void *f = dlsym(lib, name);

	memcpy(to, &f, sizeof f);
	return f != NULL;
}

bool sk_unwind_open(void)
{
	void *lib;

	if (unw.backtrace)
		return true;
	lib = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	return lib && find(lib, "_Ux86_64_getcontext", &unw.getcontext) &&
	       find(lib, "_ULx86_64_init_local", &unw.init) && find(lib, "_ULx86_64_init_local2", &unw.init2) &&
	       find(lib, "_ULx86_64_step", &unw.step) && find(lib, "_ULx86_64_get_reg", &unw.get_reg) &&
	       find(lib, "_ULx86_64_get_save_loc", &unw.save_loc) &&
	       find(lib, "_ULx86_64_get_proc_info", &unw.proc_info) &&
	       find(lib, "_ULx86_64_get_proc_info_by_ip", &unw.proc_info_by_ip) &&
	       find(lib, "_ULx86_64_local_addr_space", &unw.local) && find(lib, "unw_backtrace", &unw.backtrace);
}

static bool read_frame(unw_cursor_t *c, struct sk_frame *f)
{
	unw_proc_info_t info;
	unw_save_loc_t at;
	const struct sk_module *m;
	unw_word_t w;

	*f = (struct sk_frame){ 0 };
	if (unw.get_reg(c, UNW_REG_IP, &w) < 0)
		return false;
	f->pc = w;
	if (unw.get_reg(c, UNW_REG_SP, &w) < 0)
		return false;
	f->lo = w;
	for (int i = 0; i < SK_SAVED; i++) {
		if (unw.get_reg(c, registers[i], &w) == 0)
			f->saved[i] = w;
		if (unw.save_loc(c, registers[i], &at) == 0 && at.type == UNW_SLT_MEMORY)
			f->saved_at[i] = at.u.addr;
	}
	m = sk_module_at(f->pc);
	f->unwinds = !m || m->unwinds;
	if (f->unwinds && unw.proc_info(c, &info) == 0)
		f->function = info.start_ip;
	return true;
}

extern void *__libc_stack_end; /* of the main thread; glibc's loader sets it */

/* Of code without unwind information libunwind looks for the file, and for one with debug
 * information, at every step: half a millisecond each, for which it holds signals back.
 * Then it goes by the frame pointer, as this does at once. The same bound of one frame;
 * on the main thread's stack only, where what is read is known to be there. */
static bool step_by_pointer(unw_cursor_t *c, unw_context_t *context, const struct sk_frame *f)
{
	enum { FRAME = 0x4000, STACK = 64 << 20 };
	uintptr_t top = (uintptr_t)__libc_stack_end, at = f->saved[SK_RBP];
	const uintptr_t *saved = (const uintptr_t *)at;

	if (at % 8 || at < f->lo || at - f->lo > FRAME || at + 16 > top || top - at > STACK || !sk_is_code(saved[1], 1))
		return false;
	memset(context, 0, sizeof *context);
	context->uc_mcontext.gregs[REG_RBP] = (greg_t)saved[0];
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)saved[1];
	context->uc_mcontext.gregs[REG_RSP] = (greg_t)(at + 16);
	return unw.init2(c, context, 0) >= 0;
}

unsigned sk_frames(struct sk_frame *frames, unsigned max, uintptr_t top)
{
	unw_context_t context;
	unw_cursor_t c;
	unsigned n = 0;

	if (!unw.backtrace || unw.getcontext(&context) != 0 || unw.init(&c, &context) < 0)
		return 0;
	while (n < max && read_frame(&c, &frames[n]) && frames[n].lo < top) {
		if (n)
			frames[n - 1].hi = frames[n].lo;
		frames[n].hi = frames[n].lo;
		n++;
		if (!(frames[n - 1].unwinds ? unw.step(&c) > 0 : step_by_pointer(&c, &context, &frames[n - 1])))
			break;
	}
	return n;
}

unsigned sk_callers(uint64_t *pcs, unsigned max)
{
	void *found[SK_DEPTH];
	int n = unw.backtrace ? unw.backtrace(found, SK_DEPTH) : 0;
	unsigned kept = 0;

	for (int i = 2; i < n && kept < max; i++) /* ourselves and our caller */
		pcs[kept++] = (uint64_t)(uintptr_t)found[i];
	return kept;
}

unsigned sk_fault_places(void *context, uint64_t *pcs, unsigned max)
{
	unw_cursor_t c;
	unw_word_t w;
	unsigned n = 0;

	if (!unw.backtrace || unw.init2(&c, context, UNW_INIT_SIGNAL_FRAME) < 0)
		return 0;
	do {
		if (unw.get_reg(&c, UNW_REG_IP, &w) < 0 || !w)
			break;
		pcs[n++] = w;
	} while (n < max && unw.step(&c) > 0);
	return n;
}

uintptr_t sk_function_of(uintptr_t pc)
{
	unw_proc_info_t info;

	if (!unw.backtrace || unw.proc_info_by_ip(*unw.local, pc, &info, NULL) != 0)
		return 0;
	return info.start_ip;
}

uintptr_t sk_function_end(uintptr_t pc)
{
	unw_proc_info_t info;

	if (!unw.backtrace || unw.proc_info_by_ip(*unw.local, pc, &info, NULL) != 0)
		return 0;
	return info.end_ip;
}
