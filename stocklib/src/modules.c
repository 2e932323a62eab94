/* modules.c: see modules.h. Only the thread that scans calls these. */
#define _GNU_SOURCE
#include "modules.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MODULES = 2048, SEGMENTS = 8192, NEEDED = 256 };

struct segment { uintptr_t start, end; bool code; };

static struct sk_module modules[MODULES];
static struct segment segments[SEGMENTS];
static unsigned nmodules, nsegments;
static uint64_t adds, subs;
static char program[256];        /* path of the executable */
static const char *needed[NEEDED]; /* names in its own image, which stays */
static unsigned nneeded;

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool begins(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

/* The kinds of rows of system.def that matter here. */
enum { OURS = 1, HELPER, PYTHON, FRAMEWORK, QT = FRAMEWORK, KDE = FRAMEWORK, GLIB = FRAMEWORK, LIBC = FRAMEWORK, COMPILER = FRAMEWORK,
       ASAN = FRAMEWORK, TSAN = FRAMEWORK, DISPLAY = FRAMEWORK, OTHER = FRAMEWORK };
enum { CODE = 1, INSTALLED, BUILT, SEARCHED, DEBUG, PART };

struct row { const char *name; int kind; };

static const struct row libraries[] = {
#define SYSTEM_LIBRARY(name, owner) { name, owner },
#include "../../internal/system/system.def"
};

static const struct row folders[] = {
#define SYSTEM_FOLDER(path, kind) { path, kind },
#include "../../internal/system/system.def"
};

static int library_of(const char *base)
{
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (begins(base, libraries[i].name))
			return libraries[i].kind;
	return 0;
}

static bool in_folder(const char *path, int kind)
{
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (folders[i].kind == kind && begins(path, folders[i].name))
			return true;
	return false;
}

static bool in_system(const char *path)
{
	return !strchr(path, '/') || ((in_folder(path, CODE) || in_folder(path, INSTALLED)) && !in_folder(path, BUILT));
}

static bool is_needed(const char *base)
{
	for (unsigned i = 0; i < nneeded; i++)
		if (strcmp(base_of(needed[i]), base) == 0)
			return true;
	return false;
}

/* "libkonsoleprivate.so" and "okularpart.so" have the program's name in theirs. */
static bool bears_name(const char *base)
{
	const char *name = base_of(program);

	return strlen(name) >= 3 && strcasestr(base, name);
}

static enum sk_owner owner_of(const char *path, bool executable)
{
	const char *base = base_of(path);

	int library = library_of(base);

	if (library == OURS || library == HELPER)
		return SK_OURS;
	if (library == PYTHON)
		return SK_SYSTEM;
	if (executable)
		return SK_OWN;
	if (library == FRAMEWORK)
		return SK_SYSTEM;
	return !in_system(path) || bears_name(base) || is_needed(base) ? SK_OWN : SK_SYSTEM;
}

static const ElfW(Dyn) *dynamic_of(const struct dl_phdr_info *info)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	return NULL;
}

static uintptr_t entry_of(const ElfW(Dyn) *d, ElfW(Sxword) tag)
{
	for (; d && d->d_tag != DT_NULL; d++)
		if (d->d_tag == tag)
			return d->d_un.d_ptr;
	return 0;
}

/* Its accesses are recorded: it calls the recorder by name. Symbols that a module
 * asks for come before those that its hash table finds. */
static bool is_instrumented(const struct dl_phdr_info *info)
{
	const ElfW(Dyn) *d = dynamic_of(info);
	const uint32_t *hash = (const uint32_t *)entry_of(d, DT_GNU_HASH);
	const ElfW(Sym) *symbols = (const void *)entry_of(d, DT_SYMTAB);
	const char *strings = (const char *)entry_of(d, DT_STRTAB);

	if (!hash || !symbols || !strings || (uintptr_t)hash < info->dlpi_addr)
		return false;
	for (uint32_t i = 1; i < hash[1]; i++)
		if (begins(strings + symbols[i].st_name, "__sparse_") || begins(strings + symbols[i].st_name, "__tsan_"))
			return true;
	return false;
}

/* The libraries that the executable names. */
static void read_needed(const struct dl_phdr_info *info)
{
	const ElfW(Dyn) *e = dynamic_of(info);
	const char *strings = (const char *)entry_of(e, DT_STRTAB);

	for (; e && strings && e->d_tag != DT_NULL && nneeded < NEEDED; e++)
		if (e->d_tag == DT_NEEDED)
			needed[nneeded++] = strings + e->d_un.d_val;
}

static void add_segments(struct sk_module *m, const struct dl_phdr_info *info)
{
	m->start = UINTPTR_MAX;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + p->p_vaddr;

		m->unwinds |= p->p_type == PT_GNU_EH_FRAME;
		if (p->p_type != PT_LOAD)
			continue;
		if (at < m->start)
			m->start = at;
		if (at + p->p_memsz > m->end)
			m->end = at + p->p_memsz;
		if (nsegments < SEGMENTS && p->p_flags & PF_R)
			segments[nsegments++] = (struct segment){ at, at + p->p_memsz, p->p_flags & PF_X };
	}
}

static int add(struct dl_phdr_info *info, size_t size, void *unused)
{
	bool executable = nmodules == 0; /* it comes first */
	struct sk_module *m;

	(void)size;
	(void)unused;
	if (nmodules == MODULES)
		return 1;
	m = &modules[nmodules];
	*m = (struct sk_module){ .bias = info->dlpi_addr };
	if (executable && !nneeded)
		read_needed(info);
	snprintf(m->path, sizeof m->path, "%s", executable ? program : info->dlpi_name ? info->dlpi_name : "");
	add_segments(m, info);
	if (m->start > m->end)
		return 0;
	m->owner = owner_of(m->path, executable);
	if (m->owner == SK_OWN && is_instrumented(info))
		m->owner = SK_RECORDED;
	nmodules++;
	return 0;
}

static int counters(struct dl_phdr_info *info, size_t size, void *to)
{
	uint64_t *c = to;

	(void)size;
	c[0] = info->dlpi_adds;
	c[1] = info->dlpi_subs;
	return 1;
}

static void sort_segments(void)
{
	for (unsigned i = 1; i < nsegments; i++) { /* nearly sorted already */
		struct segment s = segments[i];
		unsigned j = i;

		for (; j > 0 && segments[j - 1].start > s.start; j--)
			segments[j] = segments[j - 1];
		segments[j] = s;
	}
}

void sk_modules_refresh(void)
{
	uint64_t now[2] = { 0, 0 };
	ssize_t n;

	dl_iterate_phdr(counters, now);
	if (nmodules && now[0] == adds && now[1] == subs)
		return;
	adds = now[0];
	subs = now[1];
	if (!program[0] && (n = readlink("/proc/self/exe", program, sizeof program - 1)) > 0)
		program[n] = 0;
	nmodules = nsegments = 0;
	dl_iterate_phdr(add, NULL);
	sort_segments();
}

const struct sk_module *sk_module_at(uintptr_t a)
{
	for (unsigned i = 0; i < nmodules; i++)
		if (a - modules[i].start < modules[i].end - modules[i].start)
			return &modules[i];
	return NULL;
}

static const struct segment *segment_at(uintptr_t a, uintptr_t n)
{
	unsigned lo = 0, hi = nsegments;

	while (lo < hi) {
		unsigned mid = (lo + hi) / 2;

		if (segments[mid].end <= a)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == nsegments || a < segments[lo].start || n > segments[lo].end - a)
		return NULL;
	return &segments[lo];
}

bool sk_in_image(uintptr_t a, uintptr_t n) { return segment_at(a, n) != NULL; }

bool sk_is_code(uintptr_t a, uintptr_t n)
{
	const struct segment *s = segment_at(a, n);

	return s && s->code;
}

uint64_t sk_modules_generation(void) { return adds + subs; }
