// handler.h: with BENCH_HANDLERS in the environment the programs do their work
// in handlers of events, as programs with an event loop do; else all of it is
// one block. What a block allocates is its own business until it ends; what it
// uses of earlier ones' is recorded, once a block.
#include <cstdint>
#include <cstdlib>

extern "C" {
uint64_t sparse_new_id(void) __attribute__((weak));
void sparse_deq(uint64_t event, const void *info) __attribute__((weak));
void sparse_end(uint64_t event) __attribute__((weak));
}

// The handler that runs ends, the next one starts. Nothing in a plain build.
static inline void nextHandler()
{
	static const char *const asked = std::getenv("BENCH_HANDLERS");
	static const bool wanted = sparse_new_id && asked && *asked;
	static uint64_t event;

	if (!wanted)
		return;
	if (event)
		sparse_end(event);
	sparse_deq(event = sparse_new_id(), nullptr);
}
