/* steps.c: see steps.h. */
#include <selftest/steps.h>

#define SPARSEREC_WEAK
#include <sparserec/sparserec.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 20 /* s */ };

static unsigned step;
static volatile unsigned expected;

bool open_library(const char *path)
{
	bool there = !strcmp(path, "-") || dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	if (!there)
		printf("absent %s\n", dlerror());
	return there;
}

void *find_function(const char *symbol)
{
	return dlsym(RTLD_DEFAULT, symbol);
}

void *need_function(const char *symbol)
{
	void *p = find_function(symbol);
	if (!p) {
		printf("absent %s\n", symbol);
		fflush(stdout);
		_exit(ABSENT);
	}
	return p;
}

static void stuck(int signal)
{
	char text[64];
	int n = snprintf(text, sizeof(text), "stuck in step %u\n", step);
	(void)!write(STDERR_FILENO, text, (size_t)n);
	(void)signal;
	_exit(1);
}

void step_begins(unsigned n)
{
	char number[16];
	struct sparse_attr attrs[] = { { "type", "Step" }, { "name", number } };
	struct sparse_info info = { .kind = SPARSE_ENV, .level = -1, .nattrs = 2, .attrs = attrs };
	int (*active)(void) = find_function("sparse_active");
	signal(SIGALRM, stuck);
	alarm(PATIENCE);
	step = n;
	if (!active || !active())
		return;
	uint64_t id = ((uint64_t(*)(void))need_function("sparse_new_id"))();
	snprintf(number, sizeof(number), "%u", n);
	((void (*)(uint64_t, const struct sparse_info *))need_function("sparse_enq"))(id, &info);
	((void (*)(uint64_t))need_function("sparse_drop"))(id);
}

void step_expects(unsigned times)
{
	__atomic_add_fetch(&expected, times, __ATOMIC_SEQ_CST);
}

void came(void)
{
	if (expected)
		__atomic_sub_fetch(&expected, 1, __ATOMIC_SEQ_CST);
}

bool step_is_over(void)
{
	return expected == 0;
}
