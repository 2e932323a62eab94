/* under_valgrind.h: whether Valgrind runs the program.
 *
 * It puts functions of its own in place of malloc and its kin in any library, ours too,
 * but not of reallocarray. What that gives must be of the same heap as what they take
 * back, so there it goes by realloc. The question is Valgrind's client request
 * RUNNING_ON_VALGRIND: instructions that do nothing on a processor.
 */
#ifndef SPARSEREC_UNDER_VALGRIND_H
#define SPARSEREC_UNDER_VALGRIND_H
#include <stdbool.h>

static inline bool sparse_under_valgrind(void)
{
#ifdef __x86_64__
	unsigned long request[6] = { 0x1001 }, answer = 0;

	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
			 : "+d"(answer) : "a"(request) : "cc", "memory");
	return answer != 0;
#else
	return false;
#endif
}
#endif
