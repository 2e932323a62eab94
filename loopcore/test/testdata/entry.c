/* entry.c: what can be moved, what is refused; prints one line a case and
 * returns how many went wrong. The functions are written in assembly so that
 * their first bytes are known.
 */
#include <loopcore/entry.h>

#include <stdio.h>
#include <string.h>
#include <unwind.h>

int main(void);
int throws(void);

#define FUNCTION(name, body) \
	__asm__(".text\n.balign 16\n.globl " #name "\n.type " #name ",@function\n" #name ":\n" \
		body "\n.size " #name ", .-" #name "\n"); \
	int name(int); \
	extern const char name##_end[]; \
	__asm__(#name "_end:\n")

FUNCTION(plain, "lea 1(%rdi), %eax\n nop\n nop\n nop\n ret\n");
FUNCTION(rip, "mov table(%rip), %eax\n add %edi, %eax\n ret\n");
FUNCTION(branch, "test %edi, %edi\n je 1f\n lea 7(%rdi), %eax\n ret\n 1: mov $100, %eax\n ret\n");
FUNCTION(calls, "call helper\n add %edi, %eax\n ret\n");
FUNCTION(calls_last, "push %rbx\n mov %edi, %ebx\n call helper\n add %ebx, %eax\n pop %rbx\n ret\n");
FUNCTION(calls_memory, "push %rbx\n mov %edi, %ebx\n call *pointer(%rip)\n add %ebx, %eax\n pop %rbx\n ret\n");
FUNCTION(calls_register, "lea helper(%rip), %rax\n call *%rax\n add %edi, %eax\n ret\n");
FUNCTION(calls_soon, "call *%rax\n nop\n nop\n nop\n ret\n");
FUNCTION(calls_above, "push %rbx\n push %rbx\n call *8(%rsp)\n pop %rbx\n pop %rbx\n ret\n");
FUNCTION(calls_a_call, ".cfi_startproc\n push %rbx\n .cfi_def_cfa_offset 16\n .cfi_offset %rbx, -16\n mov %edi, %ebx\n call throws\n pop %rbx\n ret\n .cfi_endproc\n");
FUNCTION(padded, "mov %edi, %eax\n ret\n");
FUNCTION(shorter, "mov %edi, %eax\n ret\n mov $1, %eax\n ret\n");
FUNCTION(loops, "mov %edi, %ecx\n 2: loop 2b\n mov $3, %eax\n ret\n");
FUNCTION(back, "xor %eax, %eax\n 3: inc %eax\n dec %edi\n nop\n jnz 3b\n ret\n");
FUNCTION(odd, "nop\n");
__asm__("odd4 = odd + 4\n nop\n nop\n nop\n mov $1, %eax\n add $1, %eax\n ret\n");
extern char odd4[];
__asm__(".data\npointer: .quad helper\ntable: .long 40\n.text\nhelper: mov $5, %eax\n ret\n");

static int (*original)(int);
static int hooked(int n) { return 1000 + original(n); }

static int wrong;

static void check(const char *name, int ok)
{
	printf("%s %s\n", name, ok ? "ok" : "WRONG");
	wrong += !ok;
}

static struct entry place(const char *name, void *function, size_t size)
{
	struct island is;
	struct entry e = { 0 };
	uintptr_t at = (uintptr_t)function;
	if (!island_open(&is, at & ~(uintptr_t)0xfff, at + 4096))
		check(name, 0);
	else if (entry_prepare(&is, &e, function, size, (void *)hooked) && island_seal(&is))
		entry_switch(&e);
	*(void **)&original = e.original;
	return e;
}

static void moved(const char *name, int (*f)(int), const char *end, int in, int want)
{
	struct entry e = place(name, (void *)f, (size_t)(end - (char *)f));
	check(name, !e.refused && f(in) == 1000 + want);
}

static void refused(const char *name, void *f, const char *end, const char *why)
{
	struct entry e = place(name, f, (size_t)(end - (char *)f));
	check(name, e.refused && strstr(e.refused, why));
}

/* What an exception does: from inside of what is called, the caller's callers are found. */
static int found;

static _Unwind_Reason_Code look(struct _Unwind_Context *c, void *unused)
{
	(void)unused;
	found |= _Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(c) - 1)) == _Unwind_FindEnclosingFunction((void *)((char *)main + 16));
	return _URC_NO_REASON;
}

int throws(void)
{
	_Unwind_Backtrace(look, NULL);
	return 9;
}

int main(void)
{
	moved("plain", plain, plain_end, 4, 5);
	moved("rip", rip, rip_end, 2, 42);
	moved("branch", branch, branch_end, 0, 100);
	check("branch, not taken", branch(3) == 1010);
	moved("calls", calls, calls_end, 1, 6);
	moved("calls, behind others", calls_last, calls_last_end, 3, 8);
	moved("calls, through memory", calls_memory, calls_memory_end, 4, 9);
	moved("calls, through a register", calls_register, calls_register_end, 2, 7);
	refused("calls, too soon", (void *)calls_soon, calls_soon_end, "cannot be moved");
	refused("calls, from the stack", (void *)calls_above, calls_above_end, "cannot be moved");
	moved("calls, and is unwound", calls_a_call, calls_a_call_end, 4, 9);
	check("the way to main", found);
	moved("padded", padded, padded_end, 8, 8);
	refused("shorter", (void *)shorter, shorter_end, "shorter than a jump");
	refused("loops", (void *)loops, loops_end, "cannot be moved");
	refused("back", (void *)back, back_end, "jumps back");
	refused("odd", odd4, odd4 + 9, "one store");
	check("refused stays as it was", back(3) == 3 && shorter(9) == 9);
	return wrong;
}
