// A program with an event loop of its own, told to the recorder through
// sparserec.h. One handler waits in a nested loop; while it waits, another one
// closes the document. It is closed last here, so that nothing crashes.
#include <sparserec/sparserec.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <stdexcept>

struct Task { uint64_t id; std::function<void()> run; };

static std::deque<Task> queue;
static std::atomic<int> delivered;
static uint64_t current;

static void post(std::function<void()> run, sparse_kind kind = SPARSE_POSTED)
{
	Task task{sparse_new_id(), std::move(run)};
	sparse_info info{};
	info.level = -1;
	info.kind = kind;
	sparse_enq(task.id, &info);
	queue.push_back(std::move(task));
}

static void deliver()
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

static void spin(const bool &over, uint64_t guard)
{
	sparse_pause(current, guard, nullptr);
	while (!over)
		deliver();
	sparse_resume(current, guard);
}

struct Document {
	int pages = 3;
	char title[32];
	virtual ~Document() { pages = 0; }
	virtual int count() const { return pages; }
};

static Document *document;

__attribute__((noinline)) void askUser()
{
	Document *mine = document;
	bool over = false;
	uint64_t guard = sparse_new_id();
	post([&] { over = true; sparse_reset(guard); }, SPARSE_TIMER);
	spin(over, guard);
	mine->pages++;
}

__attribute__((noinline)) void closeDocument()
{
	delete document;
	document = nullptr;
}

__attribute__((noinline)) void recover()
{
	try {
		char copy[32];
		memcpy(copy, document->title, sizeof copy);
		throw std::runtime_error(copy);
	} catch (const std::exception &) {
	}
}

int main()
{
	document = new Document;
	strcpy(document->title, "untitled");
	sparse_loop_kind(SPARSE_LOOP_EXACT);
	post(recover);
	post(askUser);
	post([] { post([] { post(closeDocument); }); });
	sparse_enterloop();
	while (!queue.empty())
		deliver();
	sparse_exitloop();
	printf("%d tasks\n", delivered.load());
}
