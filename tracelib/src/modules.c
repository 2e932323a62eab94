/* modules.c: which object is loaded where. Each is written to the trace before
 * a stack with an address in it; a later module at the same place replaces it.
 *
 * Rules: the loader is asked only when its counters have changed. It is never
 * asked with our lock held, for it has a lock of its own, under which it may
 * call malloc and so us. A dlclose is looked at right away, because the next
 * library may be loaded at the same place; what the loader unloads by itself is seen by
 * the first delivery of another millisecond. A forked child does not ask it: another
 * thread of the parent may have held the loader's lock, which then stays shut. Until
 * the child has a second thread it reads the loader's list as it is.
 */
#define _GNU_SOURCE
#include "encode.h"
#include "locked.h"
#include "../include/sparserec/stock.h"
#include "ring.h"
#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include "../include/sparserec/next_function.h"
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_MODULES = 4096, MAX_ID = 32, MAX_SCRIPT_NAME = 1024 };

struct module { uint64_t start, end, bias; uint32_t path, build_id; };

/* What dl_iterate_phdr reported; path must be copied before it returns. */
struct found { uint64_t start, end, bias; uint32_t id_size; uint8_t id[MAX_ID]; char path[PATH_MAX]; };
struct scan { struct found *list; uint32_t n; };
struct counters { uint64_t adds, subs; };

static struct sr_lock modules_lock;
static struct module modules[MAX_MODULES];
static uint32_t count;
static _Atomic uint32_t edits; /* odd while the list changes */
static _Atomic uint64_t known_adds, known_subs;
_Atomic uint64_t sr_modules_generation = 1;
static _Atomic bool alone;    /* a forked child with one thread */
static uint64_t listed_alone; /* what the list was then: a hash */
static _Atomic uint64_t scripts[SPARSE_SCRIPT_FUNCTIONS / 64]; /* functions that are written, a bit each */

static int read_counters(struct dl_phdr_info *info, size_t size, void *to)
{
	(void)size;
	*(struct counters *)to = (struct counters){ info->dlpi_adds, info->dlpi_subs };
	return 1;
}

static void find_build_id(struct found *f, const uint8_t *note, size_t n)
{
	const ElfW(Nhdr) *h;
	size_t name, desc;

	while (n >= sizeof *h) {
		h = (const void *)note;
		name = (h->n_namesz + 3u) & ~3u;
		desc = (h->n_descsz + 3u) & ~3u;
		if (sizeof *h + name + desc > n)
			return;
		if (h->n_type == NT_GNU_BUILD_ID && h->n_namesz == 4 &&
		    memcmp(note + sizeof *h, "GNU", 4) == 0) {
			f->id_size = h->n_descsz < MAX_ID ? h->n_descsz : MAX_ID;
			memcpy(f->id, note + sizeof *h + name, f->id_size);
			return;
		}
		note += sizeof *h + name + desc;
		n -= sizeof *h + name + desc;
	}
}

/* The program's file as it was called at the first look: later it may be replaced by a
 * newer build or deleted, or nobody can be asked. The loader's lock is held, or there is
 * one thread. */
static const char *own_name(void)
{
	static char name[PATH_MAX];
	static bool asked;

	if (!asked && readlink("/proc/self/exe", name, sizeof name - 1) < 0)
		name[0] = 0;
	asked = true;
	return name;
}

static void name_module(struct found *f, const char *name, bool first)
{
	if (!name || !*name)
		name = first ? own_name() : "";
	strncpy(f->path, name, sizeof f->path - 1);
}

static int collect(struct dl_phdr_info *info, size_t size, void *to)
{
	struct scan *scan = to;
	struct found *f = &scan->list[scan->n];
	const ElfW(Phdr) *ph = info->dlpi_phdr;
	int i;

	(void)size;
	if (scan->n == MAX_MODULES)
		return 1;
	f->start = UINT64_MAX;
	f->bias = info->dlpi_addr;
	for (i = 0; i < info->dlpi_phnum; i++, ph++) {
		uint64_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD) {
			f->start = at < f->start ? at : f->start;
			f->end = at + ph->p_memsz > f->end ? at + ph->p_memsz : f->end;
		} else if (ph->p_type == PT_NOTE && !f->id_size) {
			find_build_id(f, (const void *)(uintptr_t)at, ph->p_memsz);
		}
	}
	if (f->start < f->end) {
		name_module(f, info->dlpi_name, scan->n == 0);
		scan->n++;
	}
	return 0;
}

static bool known(const struct module *m, const struct module *list, uint32_t n)
{
	while (n--)
		if (memcmp(m, &list[n], sizeof *m) == 0)
			return true;
	return false;
}

static struct module define(struct sr_thread *t, const struct found *f)
{
	static const char digit[] = "0123456789abcdef";
	char id[2 * MAX_ID];
	uint32_t i;

	for (i = 0; i < f->id_size; i++) {
		id[2 * i] = digit[f->id[i] >> 4];
		id[2 * i + 1] = digit[f->id[i] & 15];
	}
	return (struct module){ f->start, f->end, f->bias,
				sr_string(t, f->path, strlen(f->path)),
				sr_string(t, id, 2 * (size_t)f->id_size) };
}

static void write_module(struct sr_thread *t, const struct module *m)
{
	uint8_t *p;

	if (sr_ring_on) {
		sr_ring_define(SR_module, (const uint64_t[]){ m->start, m->end, m->bias, m->path, m->build_id }, 5, NULL, 0);
		return;
	}
	if (!sr_reserve(t, SR_MAX_RECORD))
		return;
	p = sr_tag(t, SR_module);
	p = sr_put(p, m->start);
	p = sr_put(p, m->end);
	p = sr_put(p, m->bias);
	p = sr_put(p, m->path);
	sr_commit(t, sr_put(p, m->build_id));
}

/* Writes what is new against the old list, then keeps the new one. */
static void replace_list(struct sr_thread *t, const struct scan *scan, struct counters now)
{
	static struct module old[MAX_MODULES];
	uint32_t old_count = count, i;

	memcpy(old, modules, count * sizeof *old);
	for (count = 0; count < scan->n; count++) {
		modules[count] = define(t, &scan->list[count]);
		if (!known(&modules[count], old, old_count))
			write_module(t, &modules[count]);
	}
	for (i = 0; i < old_count; i++)
		if (!known(&old[i], modules, count)) {
			atomic_fetch_add(&sr_modules_generation, 1);
			break;
		}
	atomic_store(&known_subs, now.subs);
	atomic_store(&known_adds, now.adds);
}

/* Counters only grow: an older look than the kept one is dropped. */
static void take_over(struct sr_thread *t, const struct scan *scan, struct counters now)
{
	SR_LOCKED(&modules_lock);

	if (now.adds < atomic_load(&known_adds) || now.subs < atomic_load(&known_subs))
		return;
	atomic_fetch_add(&edits, 1);
	replace_list(t, scan, now);
	atomic_fetch_add(&edits, 1);
}

/* The program headers of what is in the loader's list; false: they are not where every
 * linker puts them. */
static bool headers_of(const struct link_map *m, bool program, struct dl_phdr_info *info)
{
	struct dl_find_object in;
	const ElfW(Ehdr) *head;

	*info = (struct dl_phdr_info){ .dlpi_addr = m->l_addr, .dlpi_name = m->l_name };
	if (program) {
		info->dlpi_phdr = (const void *)getauxval(AT_PHDR);
		info->dlpi_phnum = (ElfW(Half))getauxval(AT_PHNUM);
		return info->dlpi_phdr != NULL;
	}
	if (!m->l_ld || _dl_find_object(m->l_ld, &in) != 0)
		return false;
	head = in.dlfo_map_start;
	if (memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
	    head->e_phoff + sizeof(ElfW(Phdr)) * head->e_phnum > (size_t)((char *)in.dlfo_map_end - (char *)head))
		return false;
	info->dlpi_phdr = (const void *)((const char *)head + head->e_phoff);
	info->dlpi_phnum = head->e_phnum;
	return true;
}

static void collect_alone(struct scan *scan)
{
	struct dl_phdr_info info;

	for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next)
		if (headers_of(m, m == _r_debug.r_map, &info))
			collect(&info, sizeof info, scan);
}

/* The counters as the loader would have them, by whether its list has changed. */
static struct counters count_alone(void)
{
	struct counters now = { atomic_load(&known_adds), atomic_load(&known_subs) };
	uint64_t list = 1;

	for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next)
		list = (list ^ m->l_addr ^ (uintptr_t)m->l_ld) * 0x9e3779b97f4a7c15u;
	if (list != listed_alone)
		now.adds++;
	listed_alone = list;
	return now;
}

/* The loader has a lock of its own. It is no cancellation point, so a thread that can be
 * cancelled only at those ends nowhere in it, and is left as it is: this is asked at each
 * delivery. */
static struct counters count_by_loader(void)
{
	struct counters now = { 0, 0 };
	int type = PTHREAD_CANCEL_DEFERRED;

	if (!sr_tls.cancel && pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type) == 0 &&
	    SR_UNLIKELY(type != PTHREAD_CANCEL_DEFERRED))
		sr_cancel_off_from(type);
	dl_iterate_phdr(read_counters, &now);
	return now;
}

static SR_NOINLINE void look_again(struct sr_thread *t, struct counters now)
{
	SR_UNINTERRUPTED;
	struct scan scan = { NULL, 0 };
	size_t bytes = MAX_MODULES * sizeof *scan.list;

	scan.list = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (scan.list == MAP_FAILED)
		return;
	if (atomic_load(&alone))
		collect_alone(&scan);
	else
		dl_iterate_phdr(collect, &scan);
	take_over(t, &scan, now);
	munmap(scan.list, bytes);
}

void sr_modules_check(struct sr_thread *t)
{
	struct counters now;

	if (atomic_load(&alone))
		now = count_alone();
	else
		now = count_by_loader();
	if (now.adds != atomic_load(&known_adds) || now.subs != atomic_load(&known_subs))
		look_again(t, now);
}

/* Without the lock, for it is asked often. False, too, while the list changes. */
static bool find_module(struct sr_thread *t, uint64_t pc)
{
	uint32_t before = atomic_load(&edits), n = count, i;
	uint64_t lo = 0, hi = 0;

	for (i = 0; i < n && i < MAX_MODULES && !hi; i++)
		if (pc >= modules[i].start && pc < modules[i].end) {
			lo = modules[i].start;
			hi = modules[i].end;
		}
	atomic_thread_fence(memory_order_acquire);
	if (!hi || before % 2 || atomic_load(&edits) != before)
		return false;
	t->known_lo = lo;
	t->known_hi = hi;
	return true;
}

/* A function of a script is written as a module: its lines are its addresses. */
static SR_NOINLINE void define_script(struct sr_thread *t, uint64_t pc)
{
	uint64_t number = (pc - SPARSE_SCRIPTS) >> SPARSE_SCRIPT_BITS, bit = 1ull << number % 64, start;
	char name[MAX_SCRIPT_NAME];
	struct module m = { 0 };

	if (atomic_load(&scripts[number / 64]) & bit) {
		if (!sr_ring_on && sr_reserve(t, SR_MAX_RECORD))
			sr_mark(t); /* another thread may have defined it just now */
		return;
	}
	if (!atomic_load(&known_adds))
		sr_modules_check(t); /* the program itself comes first */
	if (!__sparse_script_function || !__sparse_script_function(pc, &start, name, sizeof name))
		return;
	m.start = m.bias = start;
	m.end = start + (1u << SPARSE_SCRIPT_BITS);
	m.path = sr_string(t, name, strlen(name));
	m.build_id = sr_string(t, "", 0);
	write_module(t, &m);
	atomic_fetch_or(&scripts[number / 64], bit);
}

static bool is_script(uint64_t pc)
{
	return pc - SPARSE_SCRIPTS < (uint64_t)SPARSE_SCRIPT_FUNCTIONS << SPARSE_SCRIPT_BITS;
}

void sr_module_of(struct sr_thread *t, uint64_t pc)
{
	if (SR_UNLIKELY(is_script(pc))) {
		define_script(t, pc);
		return;
	}
	if (pc - t->known_lo < t->known_hi - t->known_lo)
		return;
	if (!find_module(t, pc))
		sr_modules_check(t);
}

void sr_modules_reset(void)
{
	atomic_store(&modules_lock.word, 0);
	atomic_store(&edits, 0);
	count = 0;
	atomic_store(&known_adds, 0);
	listed_alone = 0;
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
		atomic_store(&scripts[i], 0);
	atomic_store(&alone, true);
}

void sr_modules_shared(void) { atomic_store(&alone, false); }

typedef int closes(void *);
NEXT_FUNCTION(next_dlclose, closes, "dlclose")

__attribute__((visibility("default"))) int dlclose(void *library)
{
	SR_INSIDE struct sr_thread *t = NULL;
	int result = next_dlclose()(library);

	t = sr_enter();
	if (t)
		sr_modules_check(t);
	return result;
}
