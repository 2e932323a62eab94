/* Attributes at their limits: unknown ones, too many, too long. */
#include "sparserec/sparserec.h"
#include <string.h>

int main(void)
{
	static char text[20000];
	struct sparse_attr odd[] = { { "a", NULL }, { NULL, "b" }, { "", "" }, { "a b", "c" }, { "k", "\xff\n" } }, many[40], large;
	struct sparse_info info = { SPARSE_POSTED, INT32_MIN, INT32_MAX, 5, odd };

	memset(text, 'x', sizeof text - 1);
	large = (struct sparse_attr){ "large", text };
	for (int i = 0; i < 40; i++)
		many[i] = (struct sparse_attr){ "many", &text[sizeof text - 41 + (size_t)i] };
	sparse_enterloop();
	sparse_enq(0, NULL);
	sparse_deq(0, NULL);
	sparse_end(0);
	sparse_drop(0);
	sparse_reset(0);
	sparse_pause(0, 0, NULL);
	sparse_resume(0, 0);
	sparse_enq(UINT64_MAX, &info);
	info = (struct sparse_info){ 99, INT32_MAX, -7, 40, many };
	sparse_enq(7, &info);
	info = (struct sparse_info){ SPARSE_INPUT, 0, -1, 1, &large };
	sparse_enq(8, &info);
	info = (struct sparse_info){ SPARSE_POSTED, 0, -1, 3, NULL };
	sparse_enq(9, &info);
	sparse_enq(10, NULL);
	sparse_sink(NULL, NULL, 0);
	sparse_read(NULL, 0);
	sparse_alloc(NULL, 5);
	sparse_free(NULL);
	return 0;
}
