/* layers.c: a sink is reported once, at the highest layer that sees it, in the handler
 * that called that one. What lies below writes what several handlers left to it.
 *
 * Rules: a descriptor is known by its file, not its number, which may be another
 * one's later. A write from elsewhere to the same file counts, for it is the
 * program's own; so a layer says where its code is.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <sparserec/rawsys.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 1024 };

struct reported { dev_t device; ino_t number; struct sparse_layer below; };

static struct reported files[FILES]; /* by descriptor */
static _Thread_local int below;

bool flow_is_below(void) { return below > 0; }

static bool look(int fd, struct stat *st)
{
	int saved = errno;
	bool ok = fd >= 0 && fd < FILES && sys_fstat(fd, st) == 0;

	errno = saved;
	return ok;
}

bool flow_reported_above(int fd, const void *pc)
{
	const struct reported *f = &files[fd >= 0 && fd < FILES ? fd : 0];
	struct stat st;

	return f->below.hi && pc >= f->below.lo && pc < f->below.hi && look(fd, &st) && st.st_dev == f->device &&
	       st.st_ino == f->number;
}

FLOW_EXPORT void sparse_flow_above(int fd, struct sparse_layer layer)
{
	struct stat st;

	if (look(fd, &st))
		files[fd] = (struct reported){ st.st_dev, st.st_ino, layer };
}

FLOW_EXPORT void sparse_flow_below(int more) { below += more; }

static int copied(const char *from, char *name, size_t size)
{
	size_t n = strlen(from);

	if (n >= size)
		return 0;
	memcpy(name, from, n + 1);
	return 1;
}

FLOW_EXPORT int sparse_flow_name(int fd, char *name, size_t size)
{
	char whole[FLOW_NAME];
	int saved = errno, ok = flow_name_of(fd, whole) && copied(whole, name, size);

	errno = saved;
	return ok;
}

FLOW_EXPORT int sparse_flow_path(const char *scheme, const char *path, char *name, size_t size)
{
	char whole[FLOW_NAME];

	return flow_name_file(scheme, path, whole) && copied(whole, name, size);
}
