// files.cpp: files by descriptor, by stream, by name.
#include "entry.h"
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define USE [] () -> void

extern "C" {
int __fprintf_chk(FILE *, int, const char *, ...);
int __vfprintf_chk(FILE *, int, const char *, va_list);
int creat64(const char *, mode_t);
int open64(const char *, int, ...);
int openat64(int, const char *, int, ...);
FILE *fopen64(const char *, const char *);
int ftruncate64(int, off64_t);
ssize_t pwrite64(int, const void *, size_t, off64_t);
}

// with_file: a new empty file of this thread's, open.
template <class F> static void with_file(F f)
{
	int fd = open(mine("f"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	MUST(fd >= 0);
	f(fd);
	MUST(close(fd) == 0);
}

template <class F> static void with_stream(F f)
{
	FILE *to = fopen(mine("s"), "w");

	MUST(to);
	f(to);
	MUST(fclose(to) == 0);
}

static void opened(int fd)
{
	MUST(fd >= 0);
	MUST(close(fd) == 0);
}

static void watched()
{
	int fd = inotify_init1(IN_CLOEXEC), number = inotify_add_watch(fd, ".", IN_CREATE);

	MUST(fd >= 0 && number >= 0);
	MUST(inotify_add_watch(fd, "/none/there", IN_CREATE) == -1 && errno == ENOENT);
	MUST(inotify_rm_watch(fd, number) == 0);
	MUST(inotify_rm_watch(fd, number) == -1 && errno == EINVAL);
	errno = 77;
	MUST(close(fd) == 0);
}

static void made(const char *path)
{
	opened(open(path, O_WRONLY | O_CREAT, 0600));
}

template <class F> static void listed(F f, FILE *to, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	MUST(f(to, format, list) == 3);
	va_end(list);
}

const entry file_entries[] = {
	{ "open", USE { opened(open(mine("o"), O_RDWR | O_CREAT, 0600)); MUST(open("/none/there", O_RDONLY) == -1 && errno == ENOENT); errno = 77; }, ANYWHERE | FORKABLE },
	{ "open64", USE { opened(open64(mine("o"), O_RDWR | O_CREAT, 0600)); }, ANYWHERE | FORKABLE },
	{ "openat", USE { opened(openat(AT_FDCWD, mine("o"), O_RDWR | O_CREAT, 0600)); }, ANYWHERE | FORKABLE },
	{ "openat64", USE { opened(openat64(AT_FDCWD, mine("o"), O_RDWR | O_CREAT, 0600)); }, ANYWHERE | FORKABLE },
	{ "creat", USE { opened(creat(mine("o"), 0600)); }, ANYWHERE | FORKABLE },
	{ "creat64", USE { opened(creat64(mine("o"), 0600)); }, ANYWHERE | FORKABLE },
	{ "write", USE { with_file([] (int fd) { MUST(write(fd, "abc", 3) == 3); MUST(write(-1, "", 1) == -1 && errno == EBADF); errno = 77; }); }, ANYWHERE | FORKABLE },
	{ "writev", USE { with_file([] (int fd) { char a[] = "abc"; iovec v[] = { { a, 3 }, { a, 2 } }; MUST(writev(fd, v, 2) == 5); }); }, ANYWHERE | FORKABLE },
	{ "pwrite", USE { with_file([] (int fd) { MUST(pwrite(fd, "abc", 3, 9) == 3); }); }, ANYWHERE | FORKABLE },
	{ "pwrite64", USE { with_file([] (int fd) { MUST(pwrite64(fd, "abc", 3, 9) == 3); }); }, ANYWHERE | FORKABLE },
	{ "ftruncate", USE { with_file([] (int fd) { struct stat st; MUST(ftruncate(fd, 50) == 0 && fstat(fd, &st) == 0 && st.st_size == 50); }); }, ANYWHERE | FORKABLE },
	{ "ftruncate64", USE { with_file([] (int fd) { MUST(ftruncate64(fd, 50) == 0); }); }, ANYWHERE | FORKABLE },
	{ "fopen", USE { with_stream([] (FILE *) {}); MUST(!fopen("/none/there", "r") && errno == ENOENT); errno = 77; }, FORKABLE },
	{ "fopen64", USE { FILE *f = fopen64(mine("s"), "w"); MUST(f && fclose(f) == 0); }, FORKABLE },
	{ "fprintf", USE { with_stream([] (FILE *f) { MUST(fprintf(f, "%d", 123) == 3); }); }, FORKABLE },
	{ "vfprintf", USE { with_stream([] (FILE *f) { listed(vfprintf, f, "%d", 123); }); }, FORKABLE },
	{ "__fprintf_chk", USE { with_stream([] (FILE *f) { MUST(__fprintf_chk(f, 1, "%d", 123) == 3); }); }, FORKABLE },
	{ "__vfprintf_chk", USE { with_stream([] (FILE *f) { listed([] (FILE *to, const char *format, va_list list) { return __vfprintf_chk(to, 1, format, list); }, f, "%d", 123); }); }, FORKABLE },
	{ "fputs", USE { with_stream([] (FILE *f) { MUST(fputs("abc", f) >= 0); }); }, FORKABLE },
	{ "fputc", USE { with_stream([] (FILE *f) { MUST(fputc('a', f) == 'a'); }); }, FORKABLE },
	{ "fwrite", USE { with_stream([] (FILE *f) { MUST(fwrite("abc", 1, 3, f) == 3); }); }, FORKABLE },
	{ "popen", USE { FILE *f = popen("exit 0", "w"); MUST(f); while (pclose(f) < 0) MUST(errno == EINTR); }, 0 },
	{ "system", USE { MUST(system("exit 3") >> 8 == 3); }, 0 },
	{ "rename", USE { made(mine("a")); const char *from = mine("a"); MUST(rename(from, mine("b")) == 0); MUST(rename(from, mine("b")) == -1 && errno == ENOENT); errno = 77; }, ANYWHERE | FORKABLE },
	{ "renameat", USE { made(mine("a")); const char *from = mine("a"); MUST(renameat(AT_FDCWD, from, AT_FDCWD, mine("b")) == 0); }, ANYWHERE | FORKABLE },
	{ "renameat2", USE { made(mine("a")); const char *from = mine("a"); MUST(renameat2(AT_FDCWD, from, AT_FDCWD, mine("b"), 0) == 0); }, ANYWHERE | FORKABLE },
	{ "linkat", USE { made(mine("a")); const char *from = mine("a"); unlink(mine("l")); MUST(linkat(AT_FDCWD, from, AT_FDCWD, mine("l"), 0) == 0); }, ANYWHERE | FORKABLE },
	{ "inotify_add_watch", USE { watched(); }, FORKABLE },
	{ "inotify_rm_watch", USE { watched(); }, FORKABLE },
	{ "unlink", USE { made(mine("u")); MUST(unlink(mine("u")) == 0); MUST(unlink(mine("u")) == -1 && errno == ENOENT); errno = 77; }, ANYWHERE | FORKABLE },
	{ "unlinkat", USE { made(mine("u")); MUST(unlinkat(AT_FDCWD, mine("u"), 0) == 0); }, ANYWHERE | FORKABLE },
	{ "remove", USE { made(mine("u")); MUST(remove(mine("u")) == 0); }, FORKABLE },
	{},
};
