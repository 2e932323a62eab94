/* tasks.c: who asks for a task of a QThreadPool, or for a job of the thread that draws a window, and what the task does.
 *
 * A task is an event: enqueued by whoever calls start (QtConcurrent::run does, too), its
 * handler is QRunnable::run on a thread of the pool. Nothing of Qt's is called between the
 * two that could be hooked, so a runnable that waits in a pool has a table of virtual
 * functions of ours: a copy of its own one, but for run. It gets its own back before its run
 * begins. Rules:
 *   - The copy has what dynamic_cast, virtual bases and destructors need. It is never freed, and
 *     made anew where another table is at the same address: of a library loaded since then.
 *   - A class with more functions or virtual bases than a copy has room for has none: its
 *     tasks run unrecorded.
 *   - A runnable that is started again before it ran is the same address twice: which
 *     start a run comes of is not known, and nothing is recorded of either.
 *   - A run in the thread of a handler that waits for it (QFuture::waitForFinished) is a
 *     call of that handler and no event.
 *   - What a QtConcurrent::map does is one task in parts: one runnable, which threads of the pool
 *     run beside each other, and start again for each other. They deal out the items as they
 *     come, and the one that ends last says that all is done; so any part may be any other one.
 *     Such a runnable keeps our table, for which table it has says whether it is still the same.
 */
#include "tasks.h"

#include <loopcore/elfsym.h>
#include <loopcore/pool_tasks.h>
#include <loopcore/text.h>
#include <loopcore/waited.h>

#include "points.h"
#include "qtabi.h"
#include "waits.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BEFORE = 64, FEWEST_BEFORE = 2, SLOTS = 256, FEWEST = 3, TABLES = 1 << 10, TASKS = 1 << 14 };

typedef void run_function(void *runnable);

/* Ours, in place of the one at `own`: run is the first of QRunnable's functions. */
struct shadow {
	void *const *own;
	bool parts;
	uint32_t words_before, words; /* of those, the table's */
	void *before[BEFORE]; /* offsets and the type */
	void *functions[SLOTS];
};

static struct table tasks;   /* by runnable */
static struct table shadows; /* by the table's address: a struct shadow * */
static struct shadow *all;
static uint32_t used;

bool tasks_init(void)
{
	all = arena_pages(TABLES * sizeof(*all));
	return all && table_init(&tasks, sizeof(struct pool_task), TASKS) && table_init(&shadows, sizeof(struct shadow *), TABLES);
}

static struct shadow *shadow_at(void *const *vtable)
{
	uintptr_t at = (uintptr_t)vtable, first = (uintptr_t)all->functions;
	if (!all || at < first || at >= first + TABLES * sizeof(*all))
		return NULL;
	return &all[(at - first) / sizeof(*all)];
}

/* Words from an address on, of which not all need be there, or back from it: one by one, for a
 * read that begins where nothing is fails whole. */
static size_t read_words(uintptr_t from, void **to, size_t words, bool back)
{
	long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDONLY | O_CLOEXEC), got = 0;
	size_t n = 0;
	if (fd < 0)
		return 0;
	if (!back && (got = syscall(SYS_pread64, fd, to, words * sizeof(*to), from)) > 0)
		n = (size_t)got / sizeof(*to);
	while (back && n < words && syscall(SYS_pread64, fd, &to[words - 1 - n], sizeof(*to), from - (n + 1) * sizeof(*to)) == sizeof(*to))
		n++;
	syscall(SYS_close, fd);
	return n;
}

struct words {
	void *const *at;
	size_t n;
	bool code[SLOTS];
};

static int mark_code(struct dl_phdr_info *o, size_t size, void *all_words)
{
	struct words *w = all_words;
	(void)size;
	for (int p = 0; p < o->dlpi_phnum; p++) {
		uintptr_t start = o->dlpi_addr + o->dlpi_phdr[p].p_vaddr;
		for (size_t i = 0; o->dlpi_phdr[p].p_type == PT_LOAD && (o->dlpi_phdr[p].p_flags & PF_X) && i < w->n; i++)
			w->code[i] |= (uintptr_t)w->at[i] - start < o->dlpi_phdr[p].p_memsz;
	}
	return 0;
}

/* How many functions there are at most: what follows a table may be one without a type. */
static uint32_t functions_of(void *const *at, size_t n)
{
	struct words w = { at, n, { false } };
	uint32_t i = 0;
	dl_iterate_phdr(mark_code, &w);
	while (i < n && w.code[i])
		i++;
	return i;
}

/* What is before a table's functions: its type, and offsets, which are smaller than addresses. */
enum { LARGEST = 1 << 20 };

static uint32_t words_before(void *const *end, size_t n)
{
	uint32_t i = 1;
	while (i < n && (uintptr_t)end[-1 - (int)i] + LARGEST < 2 * LARGEST)
		i++;
	return i;
}

/* The parts of QtConcurrent's map, filter and reduce: their run is the library's. */
static bool is_part(const void *run)
{
	struct object o;
	return object_at(run, &o) && strstr(o.path, "Concurrent.so");
}

static void run_task(void *runnable);

/* Of a table with room for all of it in the copy. */
static bool copy_table(struct shadow *s, void *const *vtable)
{
	size_t before = read_words((uintptr_t)vtable, s->before, BEFORE, true);
	s->own = vtable;
	s->words = functions_of(s->functions, read_words((uintptr_t)vtable, s->functions, SLOTS, false));
	s->words_before = before < FEWEST_BEFORE ? 0 : words_before(s->before + BEFORE, before);
	return s->words >= FEWEST && s->words < SLOTS && s->words_before >= FEWEST_BEFORE && s->words_before < BEFORE;
}

static struct shadow *shadow_new(void *const *vtable)
{
	uint32_t i = __atomic_load_n(&used, __ATOMIC_RELAXED) < TABLES ? __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED) : TABLES;
	struct shadow *s = i < TABLES ? &all[i] : NULL;
	if (s && copy_table(s, vtable)) {
		s->parts = is_part(s->functions[0]);
		s->functions[0] = (void *)run_task;
	} else {
		s = NULL;
	}
	table_put(&shadows, (uintptr_t)vtable, &s); /* NULL, too: asked once */
	return s;
}

/* Not by memcmp: AddressSanitizer's ends the program where what was copied along with a table is
 * the empty space that it leaves between two globals. */
static bool are_same(void *const volatile *x, void *const *y, size_t words)
{
	size_t i = 0;
	while (i < words && x[i] == y[i])
		i++;
	return i == words;
}

/* The table that was copied is still the one at its address; run is looked up there. */
static bool is_current(const struct shadow *s)
{
	return are_same(s->own + 1, s->functions + 1, s->words - 1) &&
	       are_same(s->own - s->words_before, s->before + BEFORE - s->words_before, s->words_before);
}

static struct shadow *shadow_of(void *const *vtable)
{
	struct shadow *s;
	return table_get(&shadows, (uintptr_t)vtable, &s) && (!s || is_current(s)) ? s : shadow_new(vtable);
}

static void *const *exchange(void *runnable, void *const *vtable)
{
	return __atomic_exchange_n((void *const **)runnable, vtable, __ATOMIC_ACQ_REL);
}

static void *const *vtable_of(void *runnable)
{
	return __atomic_load_n((void *const **)runnable, __ATOMIC_ACQUIRE);
}

/* It has its own table again; the function that is its run. */
static run_function *own_run(void *runnable, bool last)
{
	void *const *vtable = vtable_of(runnable);
	struct shadow *s = shadow_at(vtable);
	if (s && last && !s->parts)
		exchange(runnable, s->own);
	return (run_function *)(s ? s->own : vtable)[0];
}

static void given(void *runnable, const char *what, const void *stack)
{
	int saved = errno;
	struct thread *t = runnable && all ? nest_thread(stack) : NULL;
	struct shadow *waits = t ? shadow_at(vtable_of(runnable)) : NULL;
	struct shadow *s = waits || !t ? waits : shadow_of(vtable_of(runnable));
	enum pool_task_as as = !s || !s->parts ? (waits ? POOL_TASK_AGAIN : POOL_TASK_NEW) : waits ? POOL_TASK_PART : POOL_TASK_FIRST_PART;
	if (s && pool_task_given(&tasks, (uintptr_t)runnable, as, t, "QRunnable", what, stack))
		exchange(runnable, s->functions);
	errno = saved;
}

static void refused(void *runnable)
{
	if (runnable && all && pool_task_refused(&tasks, (uintptr_t)runnable))
		own_run(runnable, true);
}

static void run_task(void *runnable)
{
	struct scope s SCOPED = { NULL, 0 };
	struct shadow *of = shadow_at(vtable_of(runnable));
	struct pool_run k;
	bool parts = of && of->parts, last = pool_task_comes(&tasks, (uintptr_t)runnable, parts, &k);
	run_function *run = own_run(runnable, last); /* now, for it may be gone once the run has begun */
	pool_task_begins(&k, &s, HERE);
	run(runnable);
	if (parts)
		pool_task_over(&tasks, (uintptr_t)runnable, &k);
}

/* A future says to its watchers that it has begun, what results there are, and that it is
 * finished, in events of one type. How many there are before the last one differs from run to run,
 * for a watcher that comes late is told some of it by its own thread. The last one is posted
 * under the future's lock, which handlers of the others want, too: a schedule that holds it
 * holds the thread before. */
static __thread bool finishes __attribute__((tls_model("initial-exec")));

const char *task_reports(int type)
{
	return finishes && type == QT_FUTURE_CALL_OUT ? "FutureFinished" : NULL;
}

void on_report_finished(void *future)
{
	bool outer = finishes;
	if (steer_is_on()) {
		int saved = errno;
		struct thread *t = nest_thread(HERE);
		if (t && !t->is_main)
			steer_before_post("FutureFinished", thread_handler(t)->context);
		errno = saved;
	}
	says_over(HERE, future_shared(future));
	finishes = true;
	qt.report_finished(future);
	finishes = outer;
}

void on_pool_start(void *pool, void *runnable, int priority)
{
	given(runnable, "QThreadPool::start", HERE);
	qt.pool_start(pool, runnable, priority);
}

bool on_pool_try_start(void *pool, void *runnable)
{
	given(runnable, "QThreadPool::tryStart", HERE);
	bool taken = qt.pool_try_start(pool, runnable);
	if (!taken)
		refused(runnable);
	return taken;
}

void on_pool_start_reserved(void *pool, void *runnable)
{
	given(runnable, "QThreadPool::startOnReservedThread", HERE);
	qt.pool_start_reserved(pool, runnable);
}

void on_schedule_render_job(void *window, void *runnable, int stage)
{
	given(runnable, "QQuickWindow::scheduleRenderJob", HERE);
	qt.schedule_render_job(window, runnable, stage);
}
