/* called.c: a library that calls a function of the program by its name, or by a pointer, and
 * a callback of the program whose last call is a jump to that function.
 */
void asked(void);
void by_name(void);
void by_pointer(void (*function)(void));
extern volatile int calls;

#ifdef LIBRARY
volatile int calls;

void by_name(void)
{
	asked();
	calls++;
}

void by_pointer(void (*function)(void))
{
	function();
	calls++;
}
#else
#include <loopcore/called.h>

#include <stdio.h>

static bool answer;

__attribute__((noinline)) void asked(void)
{
	struct object library;
	answer = object_at((void *)by_name, &library) && called_by(&library, __builtin_return_address(0));
}

static void jumps(void)
{
	asked();
}

static bool answered(void)
{
	bool a = answer;
	answer = false;
	return a;
}

int main(void)
{
	by_name();
	printf("by name %d", answered());
	by_pointer(asked);
	printf(", by pointer %d", answered());
	by_pointer(jumps);
	printf(", by a jump %d", answered());
	asked();
	printf(", by the program %d\n", answered());
	return calls == 3 ? 0 : 1;
}
#endif
