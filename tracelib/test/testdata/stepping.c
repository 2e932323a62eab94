/* Steps through functions of the recorder's, one instruction after the other, and unwinds at
 * each from a signal handler: the frames found must end in main, through the function that
 * made the call. argv: nothing, for the names of the functions that it can step through; or
 * a name, and where the library has code of its own: pairs of addresses, as the library has
 * them. Prints how many instructions of the function itself it looked at, and how many of
 * the library's. */
#define _GNU_SOURCE
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <sparserec/view.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

extern char __sparse_touch[], __sparse_touch_leaf[], __sparse_enter[];

enum { TRAP_FLAG = 0x100, DEEPEST = 200 };

static unsigned long lo, hi, library_lo, library_hi, own, all, wrong, bad_pc;
static unsigned long calls_it, main_frame;
static int stepping;

struct found { unsigned n; int caller, bottom; };

static _Unwind_Reason_Code look(struct _Unwind_Context *c, void *to)
{
	struct found *f = to;
	unsigned long function = (unsigned long)_Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(c) - 1));

	f->caller |= function == calls_it;
	f->bottom |= function == main_frame;
	return ++f->n < DEEPEST ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static void step(int number, siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	unsigned long pc = (unsigned long)r[REG_RIP];
	struct found f = { 0, 0, 0 };
	int saved = errno;

	(void)number, (void)info;
	if (!stepping) {
		r[REG_EFL] &= ~(greg_t)TRAP_FLAG;
		return;
	}
	r[REG_EFL] |= TRAP_FLAG;
	if (pc < library_lo || pc >= library_hi)
		return;
	all++;
	own += pc >= lo && pc < hi;
	_Unwind_Backtrace(look, &f);
	if (!f.caller || !f.bottom) {
		bad_pc = wrong++ ? bad_pc : pc;
	}
	errno = saved;
}

static unsigned long arguments[6], results[8];

/* Calls as compiled code does, with known values in all registers, and keeps what they are
 * afterwards. The instruction behind popf is the first one that traps. */
__attribute__((noinline)) static void call_it(void *function)
{
	stepping = 1;
	__asm__ volatile(
		"mov %[f], %%rax\n\t"
		"mov 0(%[a]), %%rdi\n\t mov 8(%[a]), %%rsi\n\t mov 16(%[a]), %%rdx\n\t mov 24(%[a]), %%rcx\n\t"
		"mov 32(%[a]), %%r8\n\t mov 40(%[a]), %%r9\n\t mov $0x1234, %%r10\n\t"
		"pushf\n\t orq $0x100, (%%rsp)\n\t popf\n\t"
		"call *%%rax\n\t"
		"mov %%rax, 0(%[r])\n\t mov %%rcx, 8(%[r])\n\t mov %%rdx, 16(%[r])\n\t mov %%rsi, 24(%[r])\n\t"
		"mov %%rdi, 32(%[r])\n\t mov %%r8, 40(%[r])\n\t mov %%r9, 48(%[r])\n\t mov %%r10, 56(%[r])\n\t"
		: : [f] "r"(function), [a] "r"(arguments), [r] "b"(results)
		: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc",
		  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
	stepping = 0;
}

static char *cell;

static int keeps_registers(void *function)
{
	return results[0] == (unsigned long)function && results[1] == arguments[3] && results[2] == arguments[2] && results[3] == arguments[1] &&
	       results[4] == arguments[0] && results[5] == arguments[4] && results[6] == arguments[5] && results[7] == 0x1234;
}

static int with(void *function, unsigned long a, unsigned long b, unsigned long c)
{
	unsigned long all_of[6] = { a, b, c, 4, 5, 6 };

	memcpy(arguments, all_of, sizeof all_of);
	call_it(function);
	return keeps_registers(function);
}

/* New memory, and once more; a commuting operation. */
static int touches(void *f) { return with(f, (unsigned long)cell, 8 | SPARSE_READ, 0) && with(f, (unsigned long)cell, 8 | SPARSE_WRITE, 0) &&
	with(f, (unsigned long)cell + 64, 4 | SPARSE_COMMUTES | SPARSE_ADD << SPARSE_HOW_SHIFT, 0); }
static int touches_leaf(void *f) { return with(f, (unsigned long)cell + 128, 8 | SPARSE_READ, (unsigned long)touches); }
static int enters(void *f) { return with(f, (unsigned long)touches, (unsigned long)enters, 0); }

/* New memory, and once more; and across two granules. */
static int asks(void *f)
{
	cell += 32;
	return with(f, (unsigned long)cell, 0, 0) && with(f, (unsigned long)cell, 0, 0) && with(f, (unsigned long)cell + 7, 0, 0) &&
	       with(f, (unsigned long)cell + 16, 0, 0);
}

/* A variable below what waits, and one above. */
static int asks_scope(void *f) { return with(f, (unsigned long)&f, 8, 0) && with(f, -1ul, 8, 0); }

/* A frame that is there, and one beyond the limit. */
static int asks_calls(void *f)
{
	uint32_t frame = __sparse_func_entry(__builtin_return_address(0));
	int fine = with(f, frame, 0, 0) && with(f, 0xffffff00u, 0, 0);

	__sparse_func_exit(frame);
	return fine;
}

/* One that is fine, one that fails, and seccomp, which is looked at first. */
static int calls_system(void *f)
{
	with(f, SYS_getppid, 0, 0);
	int fine = (pid_t)results[0] == getppid();

	with(f, SYS_close, (unsigned long)-1, 0);
	fine = fine && (long)results[0] == -1 && errno == EBADF;
	with(f, SYS_seccomp, 99, 0);
	return fine && (long)results[0] == -1 && errno == EINVAL;
}

static const struct { const char *name; int (*how)(void *); } functions[] = {
	{ "__sparse_touch", touches }, { "__sparse_touch_leaf", touches_leaf }, { "__sparse_enter", enters }, { "syscall", calls_system },
	{ "__sparse_ask_scope_end", asks_scope }, { "__sparse_ask_func_calls", asks_calls }, { "__sparse_ask_use", asks }, { "__sparse_ask_far_use", asks },
#define SIZED(kind, n) { "__sparse_ask_" #kind #n, asks }, { "__sparse_ask_far_" #kind #n, asks },
#define ASKS(kind) SIZED(kind, 1) SIZED(kind, 2) SIZED(kind, 4) SIZED(kind, 8) SIZED(kind, 16) \
	SIZED(unaligned_##kind, 2) SIZED(unaligned_##kind, 4) SIZED(unaligned_##kind, 8)
	ASKS(read) ASKS(write) ASKS(update)
};

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
	Dl_info library;

	cell = malloc(4096);
	main_frame = (unsigned long)_Unwind_FindEnclosingFunction((void *)((unsigned long)main + 16));
	calls_it = (unsigned long)_Unwind_FindEnclosingFunction((void *)((unsigned long)call_it + 16));
	sigaction(SIGTRAP, &action, NULL);
	_Unwind_Backtrace(look, &(struct found){ 0, 0, 0 }); /* so that what it allocates is there */
	for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (argc == 1)
			puts(functions[i].name);
		else if (strcmp(argv[1], functions[i].name) == 0) {
			void *f = dlsym(RTLD_DEFAULT, functions[i].name);

			if (!f || argc != 6 || !dladdr(f, &library))
				return 98;
			unsigned long base = (unsigned long)library.dli_fbase;

			lo = base + strtoul(argv[2], NULL, 0), hi = base + strtoul(argv[3], NULL, 0);
			library_lo = base + strtoul(argv[4], NULL, 0), library_hi = base + strtoul(argv[5], NULL, 0);
			int fine = functions[i].how(f);

			printf("%lu %lu %lu %lx %d\n", own, all, wrong, bad_pc ? bad_pc - base : 0, fine);
			return 0;
		}
	}
	return argc != 1;
}
