/* A signal at each instruction of the recorder's, while another operation is recorded.
 * argv: "records", where the handler records an operation of its own and returns, "heap",
 * where it does so while memory is allocated and freed, "jumps", where it leaves by a jump,
 * "stacks", where it does so while an operation's place is new, or "flow", where both operations
 * are steps of data flow, a read and a write, and it returns; and the library's code, as
 * it has it. Prints how many operations were begun, at how many instructions the handler
 * came, and where the places are that write each its own cell. */
#define _GNU_SOURCE
#include <sparserec/flow.h>
#include <sparserec/instrument.h>
#include <sparserec/sparserec.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { TRAP_FLAG = 0x100, RECORDS = 3000, LARGEST = 4 << 20 };

static unsigned long lo, hi;
static volatile int stepping;
static char left_at[LARGEST]; /* by the instruction's place in the code */
static volatile unsigned long begun, came;
static int jumping;
static sigjmp_buf back;
static char cells[4096 + 16], said[256];
static unsigned char *places;

enum { PLACE = 32, PLACES = 4096 };

/* A step: 4 bytes read, and 4 written 8 behind. */
static const unsigned char table[] = "f\0" "\6\0" "\0\0" "\0\0\0\0" "\0" "\12\0" "\1\2\1\4\0\0" "\0\0\0\0" "\0" "\13\0" "\2\0\4\0\20\1" "\1\2\0\0\0";
static struct sparse_site sites[3] = { [1] = { 0, 1 | 1 << 8 | 2 << 16 | 2 << 24 } };
static int flowing;

/* The frames of two operations in turn lie at different places, and what is left of the one
 * is below the other. */
__attribute__((noinline)) static void write_here(void *p)
{
	begun++;
	if (flowing)
		__sparse_flow_step2(&sites[1], (uintptr_t)p, 5);
	else
		sparse_write(p, 1);
	__asm__ volatile("" : : : "memory");
}

__attribute__((noinline)) static void write_deeper(void *p)
{
	volatile char room[96];

	room[0] = 1;
	write_here(p);
	room[95] = room[0];
}

static void step(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	greg_t *r = c->uc_mcontext.gregs;
	unsigned long pc = (unsigned long)r[REG_RIP];

	(void)number, (void)info;
	if (!stepping) {
		r[REG_EFL] &= ~(greg_t)TRAP_FLAG;
		return;
	}
	r[REG_EFL] |= TRAP_FLAG;
	if (pc < lo || pc >= hi)
		return;
	if (jumping && (left_at[pc - lo] || sigismember(&c->uc_sigmask, SIGUSR1)))
		return; /* where a lock is held, signals wait */
	came++;
	if (jumping) {
		left_at[pc - lo] = 1;
		stepping = 0;
		siglongjmp(back, 1);
	}
	if (came % 2)
		write_here(cells + came % PLACES);
	else
		write_deeper(cells + came % PLACES);
}

static inline void steps(int on)
{
	stepping = on;
	if (on)
		__asm__ volatile("pushf\n\t orq $0x100, (%%rsp)\n\t popf" : : : "memory", "cc");
}

static void records(void)
{
	for (int i = 0; i < RECORDS; i++) {
		steps(1);
		if (i % 2)
			write_deeper(cells + i % 64);
		else
			write_here(cells + i % 64);
		steps(0);
	}
}

static void heap(void)
{
	for (int i = 0; i < RECORDS / 10; i++) {
		steps(1);
		free(malloc(64));
		steps(0);
		begun += 2;
	}
}

/* At each instruction once, and the next operation goes through. */
static void jumps(void)
{
	volatile unsigned long before;

	jumping = 1;
	do {
		before = came;
		if (sigsetjmp(back, 1) == 0) {
			steps(1);
			write_here(cells);
			steps(0);
		}
		write_deeper(cells + 8);
	} while (came != before);
	for (int i = 0; i < 1000; i++)
		free(malloc(4321));
}

/* Code that calls sparse_write, as often as there are cells. */
static bool make_places(void)
{
	static const unsigned char code[] = { 0x48, 0x83, 0xec, 8, 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd0, 0x48, 0x83, 0xc4, 8, 0xc3 };
	void (*callee)(const void *, size_t) = sparse_write;

	places = mmap(NULL, PLACE * PLACES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (places == MAP_FAILED)
		return false;
	for (int i = 0; i < PLACES; i++) {
		memcpy(places + PLACE * i, code, sizeof code);
		memcpy(places + PLACE * i + 6, &callee, sizeof callee);
	}
	return mprotect(places, PLACE * PLACES, PROT_READ | PROT_EXEC) == 0;
}

static void write_from(int i)
{
	void (*place)(const void *, size_t);
	unsigned char *at = places + PLACE * i;

	memcpy(&place, &at, sizeof place);
	begun++;
	place(cells + i, 1);
}

/* At each instruction once; what is left half-way is tried again from the same place. */
static void stacks(void)
{
	volatile int i, since = 0;

	jumping = 1;
	for (i = 0; i < PLACES; i++) {
		if (sigsetjmp(back, 1) == 0) {
			steps(1);
			write_from(i);
			steps(0);
			since++;
		}
		write_from(i);
		if (since > 100)
			break; /* no instruction is left at which it has not come */
	}
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
	Dl_info library;

	if (argc != 4 || !dladdr(dlsym(RTLD_DEFAULT, "sparse_write"), &library))
		return 98;
	lo = (unsigned long)library.dli_fbase + strtoul(argv[2], NULL, 0);
	hi = (unsigned long)library.dli_fbase + strtoul(argv[3], NULL, 0);
	setvbuf(stdout, said, _IOFBF, sizeof said); /* else its memory is an operation, too */
	if (hi - lo > LARGEST)
		return 97;
	sigaction(SIGTRAP, &action, NULL);
	__sparse_flow_sites(table, sites, 3);
	flowing = strcmp(argv[1], "flow") == 0;
	write_here(cells);
	if (!make_places())
		return 96;
	if (strcmp(argv[1], "jumps") == 0)
		jumps();
	else if (strcmp(argv[1], "stacks") == 0)
		stacks();
	else if (strcmp(argv[1], "heap") == 0)
		heap();
	else
		records();
	printf("%lu %lu %lu %lu\n", begun, came, (unsigned long)places, (unsigned long)cells);
	return 0;
}
