/* fault.c: see fault.h.
 *
 * Rules: of faults that no guard explains the first is reported, too: the program may
 * well survive it. The handler calls nothing that allocates.
 */
#define _GNU_SOURCE
#include "fault.h"
#include "blocks.h"
#include "guard_pages.h"
#include "kept_signals.h"
#include "quarantine.h"
#include "unwind.h"
#include <sparserec/steering.h>
#include <sparserec/stock.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

static char path[512], program[256];
static int out = -1;
static bool reported, reported_other, freeing, keeps;
static uintptr_t wait_from, wait_to;

const char *sk_fault_program(void)
{
	ssize_t n;

	if (!program[0] && (n = readlink("/proc/self/exe", program, sizeof program - 1)) > 0)
		program[n] = 0;
	return program;
}

uint32_t sk_fault_callers(uint64_t *pcs, uint32_t max) { return sk_callers(pcs, max); }

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
	char line[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (n > 0 && out >= 0)
		syscall(SYS_write, out, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static bool open_report(void)
{
	char name[560];

	if (out < 0 && path[0]) {
		snprintf(name, sizeof name, "%s.%d", path, (int)sys_pid());
		out = sys_open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	}
	return out >= 0;
}

struct module { uintptr_t pc, bias; char path[256]; bool found; };

static int find_module(struct dl_phdr_info *info, size_t size, void *to)
{
	struct module *m = to;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || m->pc - info->dlpi_addr - p->p_vaddr >= p->p_memsz)
			continue;
		m->found = true;
		m->bias = info->dlpi_addr;
		snprintf(m->path, sizeof m->path, "%s",
			 info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : sk_fault_program());
		return 1;
	}
	return 0;
}

/* first: of an instruction; else of what returns there. Frames of ours are left out. */
static void say_frame(unsigned *number, uint64_t pc, bool instruction)
{
	struct module m = { .pc = pc - !instruction };
	const char *base;
	uintptr_t function;

	dl_iterate_phdr(find_module, &m);
	base = strrchr(m.path, '/') ? strrchr(m.path, '/') + 1 : m.path;
	if (!m.found || strncmp(base, "libsparse", 9) == 0)
		return;
	function = sk_function_of(m.pc);
	say("    #%u 0x%lx in %s%s%lx (%s%s%lx)\n", (*number)++, (unsigned long)m.pc, base, steering_report_function,
	    function ? (unsigned long)(function - m.bias) : 0, m.path, steering_report_offset,
	    (unsigned long)(m.pc - m.bias));
}

static void say_stack(const uint64_t *pcs, uint32_t n, bool fault)
{
	unsigned number = 0;

	for (uint32_t i = 0; i < n; i++)
		say_frame(&number, pcs[i], fault && i == 0);
	say("\n");
}

static void say_block(const struct sk_guarded *b)
{
	static const struct { const char *code, *words; } when[] = {
		[SK_WAITING] = { steering_freed_in_loop, "while the handler of the use waits" },
		[SK_FREEING] = { steering_freed_in_free, "in the handler of the free" },
	};

	if (b->nfrees) {
		if (b->when == SK_ANY_TIME)
			say("%sT0 here:\n", steering_report_freed);
		else
			say("%sT0 [%s] %s here:\n", steering_report_freed, when[b->when].code, when[b->when].words);
		say_stack(b->frees, b->nfrees, false);
	}
	say("%sT0 here:\n", steering_report_allocated);
	say_stack(b->allocs, b->nallocs, false);
}

static bool begin(const char *kind, uintptr_t a)
{
	if (reported || !open_report())
		return false;
	reported = true;
	say("==%d==%s%s on address 0x%lx\n", (int)sys_pid(), steering_report_headline, kind, (unsigned long)a);
	return true;
}

static void end(const char *kind) { say("%s%s\n", steering_report_summary, kind); }

static void used(const struct sk_guarded *b, uintptr_t a, void *context)
{
	uint64_t pcs[SK_STACK];
	bool write = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;

	if (!begin(steering_report_use, a))
		return;
	say("%s%s1 at 0x%lx, %lu bytes inside of a block of %lu bytes\n",
	    write ? steering_report_write : steering_report_read, steering_report_size, (unsigned long)a, (unsigned long)(a - b->start), (unsigned long)b->size);
	say_stack(pcs, sk_fault_places(context, pcs, SK_STACK), true);
	say_block(b);
	end(steering_report_use);
}

/* Registers in the form that a sanitizer's report has them; then what they, or the
 * stack, still refer to of all that was freed. */
static void say_taken(void *context)
{
	static const char *const names[] = { "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
					     "rdi", "rsi", "rbp", "rbx", "rdx", "rax", "rcx" };
	const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	struct sk_taken list[SK_TAKEN];
	unsigned n = sk_taken_by(context, list);

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		say("    %s = 0x%lx\n", names[i], (unsigned long)r[REG_R8 + (int)i]);
	for (unsigned i = 0; i < n; i++) {
		struct module m = { .pc = list[i].site };

		dl_iterate_phdr(find_module, &m);
		if (m.found)
			say("%s%lx, %lu bytes inside of a freed block of %lu bytes%s%s%s%lx\n", steering_report_refers,
			    (unsigned long)list[i].address, (unsigned long)(list[i].address - list[i].start),
			    (unsigned long)list[i].size, steering_report_from, m.path, steering_report_offset,
			    (unsigned long)(m.pc - m.bias));
	}
}

/* A fault that is no use of guarded memory: of memory that went with it, maybe. */
static void other_fault(uintptr_t a, void *context)
{
	uint64_t pcs[SK_STACK];

	if (reported || reported_other || !open_report())
		return;
	reported_other = true;
	say("==%d==%s%s on address 0x%lx\n", (int)sys_pid(), steering_report_headline, steering_report_fault, (unsigned long)a);
	say_stack(pcs, sk_fault_places(context, pcs, SK_STACK), true);
	say_taken(context);
	end(steering_report_fault);
}

static void on_fault(siginfo_t *info, void *context)
{
	uintptr_t a = (uintptr_t)info->si_addr;
	const struct sk_guarded *b = info->si_code > 0 ? sk_guard_at(a) : NULL;

	if (b && !b->live) {
		used(b, a, context);
		sk_signal_default(SIGSEGV); /* it ends as it would have */
	} else if (info->si_code > 0) {
		other_fault(a, context);
	}
}

/* A runtime that gives up (a pure virtual call, a broken heap): reported with its stack,
 * then it goes on to end the program. */
static void on_abort(siginfo_t *info, void *context)
{
	uint64_t pcs[SK_STACK];

	if (!begin(steering_report_abort, (uintptr_t)info->si_addr))
		return;
	say_stack(pcs, sk_fault_places(context, pcs, SK_STACK), true);
	end(steering_report_abort);
}

void sk_fault_twice(const struct sk_guarded *b)
{
	uint64_t pcs[SK_STACK];

	if (!begin(steering_report_twice, b->start))
		return;
	say_stack(pcs, sk_callers(pcs, SK_STACK), false);
	say_block(b);
	end(steering_report_twice);
}

void sk_fault_foreign(uintptr_t a)
{
	uint64_t pcs[SK_STACK];

	if (a < wait_from || a >= wait_to || !begin(steering_report_stack, a))
		return;
	say_stack(pcs, sk_callers(pcs, SK_STACK), false);
	end(steering_report_stack);
}

void __sparse_stock_waits(uintptr_t from, uintptr_t to)
{
	wait_from = from;
	wait_to = to;
	sk_take(from != 0 && path[0], !keeps);
}

void __sparse_stock_frees(bool now) { freeing = now; }

enum sk_when sk_fault_when(void)
{
	return freeing ? SK_FREEING : wait_from ? SK_WAITING : SK_ANY_TIME;
}

void sk_fault_keep(void) { keeps = true; }

void sk_fault_open(const char *report)
{
	snprintf(path, sizeof path, "%s", report);
	sk_fault_program();
	sk_signal_keep(SIGSEGV, on_fault);
	sk_signal_keep(SIGABRT, on_abort);
}
