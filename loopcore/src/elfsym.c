/* elfsym.c: dl_iterate_phdr and the GNU hash table. */
#include <loopcore/elfsym.h>

#include <string.h>

struct search {
	const char *prefix;
	uintptr_t address; /* without a prefix */
	struct object *found;
};

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Before relocation a dynamic entry may still hold an address in the file. */
static const void *dynamic_pointer(const struct object *o, ElfW(Addr) value)
{
	return (const void *)(value < o->base ? o->base + value : value);
}

static void read_dynamic(struct object *o, const ElfW(Dyn) *d)
{
	for (; d->d_tag != DT_NULL; d++) {
		if (d->d_tag == DT_SYMTAB)
			o->symbols = dynamic_pointer(o, d->d_un.d_ptr);
		else if (d->d_tag == DT_STRTAB)
			o->strings = dynamic_pointer(o, d->d_un.d_ptr);
		else if (d->d_tag == DT_GNU_HASH)
			o->gnu_hash = dynamic_pointer(o, d->d_un.d_ptr);
	}
}

static bool has_address(const struct dl_phdr_info *info, uintptr_t address)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type == PT_LOAD && address - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
			return true;
	}
	return false;
}

static bool is_meant(const struct search *s, const struct dl_phdr_info *info)
{
	if (!s->prefix)
		return has_address(info, s->address);
	return strncmp(file_name(info->dlpi_name), s->prefix, strlen(s->prefix)) == 0;
}

static int visit(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	struct search *s = arg;
	if (!is_meant(s, info))
		return 0;
	struct object *o = s->found;
	memset(o, 0, sizeof(*o));
	o->base = info->dlpi_addr;
	o->start = UINTPTR_MAX;
	strncpy(o->path, info->dlpi_name, sizeof(o->path) - 1);
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t at = o->base + p->p_vaddr;
		if (p->p_type == PT_DYNAMIC)
			read_dynamic(o, (const ElfW(Dyn) *)at);
		if (p->p_type != PT_LOAD)
			continue;
		if (at < o->start)
			o->start = at;
		if (at + p->p_memsz > o->end)
			o->end = at + p->p_memsz;
	}
	return 1;
}

static bool search(struct search s)
{
	return dl_iterate_phdr(visit, &s) == 1 && s.found->symbols && s.found->strings &&
	       s.found->gnu_hash;
}

bool object_find(const char *prefix, struct object *found)
{
	return search((struct search){ .prefix = prefix, .found = found });
}

bool object_at(const void *address, struct object *found)
{
	return search((struct search){ .address = (uintptr_t)address, .found = found });
}

static uint32_t gnu_hash(const char *name)
{
	uint32_t h = 5381;
	for (; *name; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

void *object_symbol(const struct object *o, const char *name, size_t *size)
{
	uint32_t buckets = o->gnu_hash[0], first = o->gnu_hash[1], bloom = o->gnu_hash[2];
	const uint32_t *bucket = o->gnu_hash + 4 + bloom * (sizeof(ElfW(Addr)) / 4);
	const uint32_t *chain = bucket + buckets;
	uint32_t h = gnu_hash(name);
	if (!buckets || !bucket[h % buckets])
		return NULL;
	for (uint32_t i = bucket[h % buckets];; i++) {
		const ElfW(Sym) *s = &o->symbols[i];
		uint32_t have = chain[i - first];
		if ((have | 1) == (h | 1) && s->st_shndx != SHN_UNDEF &&
		    strcmp(o->strings + s->st_name, name) == 0) {
			if (size)
				*size = s->st_size;
			return (void *)(o->base + s->st_value);
		}
		if (have & 1)
			return NULL;
	}
}

void *object_symbol_like(const struct object *o, bool (*is_meant)(const char *name, void *arg), void *arg, size_t *size)
{
	uint32_t buckets = o->gnu_hash[0], first = o->gnu_hash[1], bloom = o->gnu_hash[2];
	const uint32_t *bucket = o->gnu_hash + 4 + bloom * (sizeof(ElfW(Addr)) / 4);
	const uint32_t *chain = bucket + buckets;
	for (uint32_t b = 0; b < buckets; b++)
		for (uint32_t i = bucket[b]; i; i = chain[i - first] & 1 ? 0 : i + 1) {
			const ElfW(Sym) *s = &o->symbols[i];
			if (s->st_shndx == SHN_UNDEF || !is_meant(o->strings + s->st_name, arg))
				continue;
			if (size)
				*size = s->st_size;
			return (void *)(o->base + s->st_value);
		}
	return NULL;
}

struct id_search {
	uintptr_t base;
	char *id;
};

/* Of the notes in a segment, the one that "GNU" calls a build-id. */
static void read_notes(const char *at, const char *end, char *id)
{
	static const char digits[] = "0123456789abcdef";
	while (at + sizeof(ElfW(Nhdr)) <= end) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
		const char *name = at + sizeof(*note);
		const unsigned char *value = (const unsigned char *)name + ((note->n_namesz + 3) & ~3u);
		at = (const char *)value + ((note->n_descsz + 3) & ~3u);
		if (note->n_type != NT_GNU_BUILD_ID || note->n_namesz != 4 || memcmp(name, "GNU", 4) != 0)
			continue;
		for (unsigned i = 0; i < note->n_descsz && 2 * i + 2 < BUILD_ID; i++) {
			*id++ = digits[value[i] >> 4];
			*id++ = digits[value[i] & 15];
		}
		*id = 0;
		return;
	}
}

static int visit_notes(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	struct id_search *s = arg;
	if (info->dlpi_addr != s->base)
		return 0;
	for (int i = 0; i < info->dlpi_phnum && !*s->id; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const char *at = (const char *)s->base + p->p_vaddr;
		if (p->p_type == PT_NOTE)
			read_notes(at, at + p->p_memsz, s->id);
	}
	return 1;
}

void object_build_id(const struct object *o, char id[BUILD_ID])
{
	*id = 0;
	dl_iterate_phdr(visit_notes, &(struct id_search){ o->base, id });
}

/* The hash table leaves out the undefined symbols, which all stand before it. */
bool object_refers(const struct object *o, const char *name)
{
	uint32_t first = o->gnu_hash[1];
	for (uint32_t i = 1; i < first; i++)
		if (strcmp(o->strings + o->symbols[i].st_name, name) == 0)
			return true;
	return false;
}
