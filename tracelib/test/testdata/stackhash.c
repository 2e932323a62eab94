/* A stack that was defined is found by its hash, without going through its frames: linked with
 * the recorder's own sources, of which it includes one. Exits with 1 if one is not found. */
#include "../../src/stacks.c"

#include <stdio.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t any(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

int main(void)
{
	struct sr_thread *t = sr_make_state();
	unsigned lost = 0, asked = 0;

	if (!t)
		return 2;
	sr_hold(SR_BUSY);
	for (int round = 0; round < 2000; round++) {
		uint32_t depth = 1 + any() % 40;

		for (uint32_t i = 0; i < depth; i++) {
			t->frames[i].pc = (uintptr_t)main + any() % 4096;
			t->frames[i].inside = (uintptr_t)main + any() % 4096;
			t->frames[i].hash = any() % 4 ? 0 : WAITED;
		}
		__sparse_view.depth = depth * sizeof(struct sparse_frame);
		for (int k = 0; k < 3; k++, asked++) {
			uint64_t pc = (uintptr_t)main + any() % 4096;
			uint32_t id = sr_stack(t, pc);

			lost += id == 0 || known_id(t, on_top(&t->frames[depth - 1], callers(t, depth), pc)) != id;
		}
	}
	__sparse_view.depth = 0;
	sr_hold(SR_FREE);
	printf("%u of %u stacks are not found by their hash\n", lost, asked);
	return lost != 0;
}
