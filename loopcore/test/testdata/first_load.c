/* first_load.c: which load of a function's argument counts, and what makes it unknown. The
 * functions are written in assembly so that their instructions are known.
 */
#include <loopcore/first_load.h>

#include <stdio.h>

#define FUNCTION(name, body) \
	__asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name ":\n" body "\n.size " #name ", .-" #name "\n"); \
	extern const char name[], name##_end[]; \
	__asm__(#name "_end:\n")

FUNCTION(at_once, "mov (%rdi), %rax\n mov 32(%rax), %rax\n ret\n");
FUNCTION(marked, "endbr64\n push %rbx\n mov 24(%rdi), %rbx\n pop %rbx\n ret\n");
FUNCTION(calls, "call at_once\n mov 8(%rdi), %rax\n ret\n");
FUNCTION(asks, "test %rdi, %rdi\n je 1f\n mov 8(%rdi), %rax\n 1: ret\n");
FUNCTION(moves, "mov %rsi, %rdi\n mov 8(%rdi), %rax\n ret\n");
FUNCTION(narrow, "mov 8(%rdi), %eax\n mov 16(%rdi), %rax\n ret\n");
FUNCTION(stores, "mov %rsi, 8(%rdi)\n mov 16(%rdi), %rax\n ret\n");
FUNCTION(compares, "cmpq $0, 8(%rdi)\n mov 16(%rdi), %rax\n ret\n");
FUNCTION(indexed, "mov 8(%rdi,%rsi,8), %rax\n ret\n");
FUNCTION(before, "mov -8(%rdi), %rax\n ret\n");
FUNCTION(returns, "ret\n mov 8(%rdi), %rax\n");

int main(void)
{
	static const struct {
		const char *name, *start, *end;
		int want;
	} cases[] = {
#define CASE(f, want) { #f, f, f##_end, want }
		CASE(at_once, 0), CASE(marked, 24), CASE(calls, -1), CASE(asks, -1), CASE(moves, -1), CASE(narrow, -1),
		CASE(stores, -1), CASE(compares, -1), CASE(indexed, -1), CASE(before, -1), CASE(returns, -1),
	};
	int wrong = 0;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		int got = first_load(cases[i].start, (size_t)(cases[i].end - cases[i].start));
		if (got != cases[i].want)
			wrong += printf("%s: %d, expected %d\n", cases[i].name, got, cases[i].want) > 0;
	}
	return wrong;
}
