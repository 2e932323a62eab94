/* entry.c: what can be moved, what is refused; prints one line a case and
 * returns how many went wrong. The functions are written in assembly so that
 * their first bytes are known.
 */
#include <loopcore/entry.h>

#include <stdio.h>
#include <string.h>

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
FUNCTION(padded, "mov %edi, %eax\n ret\n");
FUNCTION(shorter, "mov %edi, %eax\n ret\n mov $1, %eax\n ret\n");
FUNCTION(loops, "mov %edi, %ecx\n 2: loop 2b\n mov $3, %eax\n ret\n");
FUNCTION(back, "xor %eax, %eax\n 3: inc %eax\n dec %edi\n nop\n jnz 3b\n ret\n");
FUNCTION(odd, "nop\n");
__asm__("odd4 = odd + 4\n nop\n nop\n nop\n mov $1, %eax\n add $1, %eax\n ret\n");
extern char odd4[];
__asm__(".data\ntable: .long 40\n.text\nhelper: mov $5, %eax\n ret\n");

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

int main(void)
{
	moved("plain", plain, plain_end, 4, 5);
	moved("rip", rip, rip_end, 2, 42);
	moved("branch", branch, branch_end, 0, 100);
	check("branch, not taken", branch(3) == 1010);
	moved("calls", calls, calls_end, 1, 6);
	moved("padded", padded, padded_end, 8, 8);
	refused("shorter", (void *)shorter, shorter_end, "shorter than a jump");
	refused("loops", (void *)loops, loops_end, "cannot be moved");
	refused("back", (void *)back, back_end, "jumps back");
	refused("odd", odd4, odd4 + 9, "one store");
	check("refused stays as it was", back(3) == 3 && shorter(9) == 9);
	return wrong;
}
