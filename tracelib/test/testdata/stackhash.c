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

/* Somewhere in the program, or in another module. */
static uint64_t place(void)
{
	return (any() % 8 ? (uintptr_t)any : (uintptr_t)puts) + any() % 64;
}

/* What was remembered of a place gives the stack that a look at the table gives, whatever came in
 * between: other callers, other types, functions that have no frame, modules that came and went. */
static unsigned placed(struct sr_thread *t, unsigned *hits)
{
	static const char *const types[] = { "Apple", "Pear", "Plum" };
	unsigned wrong = 0;

	for (int round = 0; round < 100000; round++) {
		uint32_t depth = any() % 3, id;
		uint64_t pc = place(), caller = any() % 3 ? 0 : place(), hash, with;
		const struct sparse_frame *top = depth ? &t->frames[depth - 1] : NULL;
		const char *type = caller || any() % 2 ? NULL : types[any() % 3];
		bool again = any() % 2;

		for (uint32_t i = 0; i < depth; i++)
			t->frames[i] = (struct sparse_frame){ .pc = (uintptr_t)any + any() % 2, .inside = place() };
		__sparse_view.depth = depth * sizeof(struct sparse_frame);
		if (any() % 1000 == 0)
			atomic_fetch_add(&sr_modules_generation, 1);
		for (int k = 0; k <= again; k++) {
			id = caller || any() % 2 ? sr_stack_at(t, pc, caller) : sr_stack(t, pc);
			if (type)
				id = sr_typed_at(t, pc, type);
			hash = on_top(top, callers(t, depth), caller ? caller : pc);
			with = type ? (uintptr_t)type : caller;
			hash = type ? mix(hash, with) : caller ? mix(hash, pc) : hash;
			wrong += !id || known_id(t, hash) != id;
		}
		if (top && !is_gap(top, caller ? caller : pc))
			*hits += sr_placed_id(t, pc, with, caller ? caller : pc) == id;
	}
	return wrong;
}

int main(void)
{
	struct sr_thread *t = sr_make_state();
	unsigned lost = 0, asked = 0, wrong, hits = 0;

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
	wrong = placed(t, &hits);
	__sparse_view.depth = 0;
	sr_hold(SR_FREE);
	printf("%u of %u stacks are not found by their hash; %u are another place's; %u are remembered\n", lost, asked, wrong, hits);
	return lost != 0 || wrong != 0 || hits < 40000;
}
