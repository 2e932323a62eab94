/* rawsys.h: system calls that are no cancellation points, and that nobody else stands before.
 *
 * glibc's open, close, read, write and their kin act on a pending pthread_cancel.
 * Code that runs inside malloc, a memory access or any other function of the
 * program's that is no cancellation point must not become one: a thread would
 * be ended in the middle of it, with the program's locks held. syscall() never
 * acts on a cancellation. So the C rooms call these, and a test holds that no
 * library of ours imports the others.
 *
 * Other libraries that were loaded into the program may stand before libc's functions, as
 * those do that give it another time, user or file system. They need not be ready when we
 * ask, and what we ask for is what is so.
 *
 * Results and errno are as of the functions of the same names.
 */
#ifndef SPARSE_RAWSYS_H
#define SPARSE_RAWSYS_H
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static inline int sys_open(const char *path, int flags, mode_t mode)
{
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static inline int sys_close(int d) { return (int)syscall(SYS_close, d); }

static inline ssize_t sys_read(int d, void *to, size_t n) { return syscall(SYS_read, d, to, n); }

static inline ssize_t sys_pread(int d, void *to, size_t n, off_t at)
{
	return syscall(SYS_pread64, d, to, n, at);
}

static inline ssize_t sys_write(int d, const void *from, size_t n) { return syscall(SYS_write, d, from, n); }

static inline ssize_t sys_pwrite(int d, const void *from, size_t n, off_t at)
{
	return syscall(SYS_pwrite64, d, from, n, at);
}

static inline int sys_fallocate(int d, off_t from, off_t n) { return (int)syscall(SYS_fallocate, d, 0, from, n); }

/* A descriptor of at least `least` for the same file, closed on exec. */
static inline int sys_dup_above(int d, int least) { return (int)syscall(SYS_fcntl, d, F_DUPFD_CLOEXEC, least); }

/* The same at a number of one's choice, which it takes over. */
static inline int sys_dup_to(int d, int to) { return (int)syscall(SYS_dup3, d, to, O_CLOEXEC); }

/* The file's status flags, as fcntl's F_GETFL gives them. */
static inline int sys_flags(int d) { return (int)syscall(SYS_fcntl, d, F_GETFL); }

static inline int sys_fstat(int d, struct stat *st) { return (int)syscall(SYS_fstat, d, st); }

static inline pid_t sys_pid(void) { return (pid_t)syscall(SYS_getpid); }
static inline uid_t sys_effective_user(void) { return (uid_t)syscall(SYS_geteuid); }

static inline void sys_clock(clockid_t which, struct timespec *to) { syscall(SYS_clock_gettime, which, to); }
#endif
