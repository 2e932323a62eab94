// An event loop of its own, as small as one can be, reported to the recorder through
// sparserec.h.
#ifndef EVENTLOOP_H
#define EVENTLOOP_H
#include <sparserec/sparserec.h>

#include <atomic>
#include <deque>
#include <functional>

struct Task { uint64_t id; std::function<void()> run; };

static std::deque<Task> queue;
static std::atomic<int> delivered;
static uint64_t current;

static inline void post(std::function<void()> run, sparse_kind kind = SPARSE_POSTED)
{
	Task task{sparse_new_id(), std::move(run)};
	sparse_info info{};
	info.level = -1;
	info.kind = kind;
	sparse_enq(task.id, &info);
	queue.push_back(std::move(task));
}

static inline void deliver()
{
	Task task = std::move(queue.front());
	queue.pop_front();
	uint64_t outer = current;
	current = task.id;
	sparse_deq(task.id, nullptr);
	task.run();
	sparse_end(task.id);
	current = outer;
	delivered++;
}

static inline void spin(const bool &over, uint64_t guard)
{
	sparse_pause(current, guard, nullptr);
	while (!over)
		deliver();
	sparse_resume(current, guard);
}

static inline void runLoop()
{
	sparse_enterloop();
	while (!queue.empty())
		deliver();
	sparse_exitloop();
}

// Spins a loop until a timer's handler ends it.
static inline void waitForTimer()
{
	bool over = false;
	uint64_t guard = sparse_new_id();
	post([&] { over = true; sparse_reset(guard); }, SPARSE_TIMER);
	spin(over, guard);
}
#endif
