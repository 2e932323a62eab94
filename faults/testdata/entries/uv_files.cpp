// uv_files.cpp: libuv's requests for files: at once, and through its pool.
#include "entry.h"
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#define USE [] () -> void

// Each request is made twice: f has the loop, the request and what is called at its end,
// which is null the first time.
template <class F> static void both(F f)
{
	uv_loop_t loop;
	uv_fs_t r;

	MUST(uv_loop_init(&loop) == 0);
	f(&loop, &r, nullptr);
	MUST(r.result >= 0);
	uv_fs_req_cleanup(&r);
	static thread_local int ends;
	ends = 0;
	MUST(f(&loop, &r, [] (uv_fs_t *done) { MUST(done->result >= 0); ends++; uv_fs_req_cleanup(done); }) == 0);
	MUST(uv_run(&loop, UV_RUN_DEFAULT) == 0 && ends == 1);
	MUST(uv_loop_close(&loop) == 0);
	errno = 77; // not said by libuv
}

// with_file: a file of this thread's with five bytes.
template <class F> static void with_file(F f)
{
	const char *path = mine("u");
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	MUST(fd >= 0 && write(fd, "12345", 5) == 5);
	f(fd, path);
	close(fd);
	unlink(path);
	errno = 77;
}

static void must_do(int result) { MUST(result == 0); }

#define FILE_USE(...) USE { with_file([] (int fd, const char *path) { (void)fd; (void)path; both([&] (uv_loop_t *l, uv_fs_t *r, uv_fs_cb end) -> int { return __VA_ARGS__; }); }); }, UNCANCELLED

const entry uv_file_entries[] = {
	{ "uv_fs_access", FILE_USE(uv_fs_access(l, r, path, R_OK, end)) },
	{ "uv_fs_chmod", FILE_USE(uv_fs_chmod(l, r, path, 0600, end)) },
	{ "uv_fs_chown", FILE_USE(uv_fs_chown(l, r, path, getuid(), getgid(), end)) },
	{ "uv_fs_close", FILE_USE(uv_fs_close(l, r, dup(fd), end)) },
	{ "uv_fs_copyfile", FILE_USE(uv_fs_copyfile(l, r, path, mine("c"), 0, end)) },
	{ "uv_fs_fchmod", FILE_USE(uv_fs_fchmod(l, r, fd, 0600, end)) },
	{ "uv_fs_fchown", FILE_USE(uv_fs_fchown(l, r, fd, getuid(), getgid(), end)) },
	{ "uv_fs_fdatasync", FILE_USE(uv_fs_fdatasync(l, r, fd, end)) },
	{ "uv_fs_fstat", FILE_USE(uv_fs_fstat(l, r, fd, end)) },
	{ "uv_fs_fsync", FILE_USE(uv_fs_fsync(l, r, fd, end)) },
	{ "uv_fs_ftruncate", FILE_USE(uv_fs_ftruncate(l, r, fd, 9, end)) },
	{ "uv_fs_futime", FILE_USE(uv_fs_futime(l, r, fd, 1, 1, end)) },
	{ "uv_fs_lchown", FILE_USE(uv_fs_lchown(l, r, path, getuid(), getgid(), end)) },
	{ "uv_fs_link", FILE_USE((unlink(mine("l")), uv_fs_link(l, r, path, mine("l"), end))) },
	{ "uv_fs_lstat", FILE_USE(uv_fs_lstat(l, r, path, end)) },
	{ "uv_fs_lutime", FILE_USE(uv_fs_lutime(l, r, path, 1, 1, end)) },
	{ "uv_fs_mkdir", FILE_USE((rmdir(mine("d")), uv_fs_mkdir(l, r, mine("d"), 0700, end))) },
	{ "uv_fs_mkdtemp", FILE_USE(uv_fs_mkdtemp(l, r, "tmp-XXXXXX", end)) },
	{ "uv_fs_mkstemp", FILE_USE(uv_fs_mkstemp(l, r, "tmp-XXXXXX", end)) },
	{ "uv_fs_open", FILE_USE(uv_fs_open(l, r, path, O_RDONLY, 0, end)) },
	{ "uv_fs_opendir", USE {
		uv_fs_t r, c;
		MUST(uv_fs_opendir(nullptr, &r, "/", nullptr) == 0);
		MUST(uv_fs_closedir(nullptr, &c, static_cast<uv_dir_t *>(r.ptr), nullptr) == 0);
		uv_fs_req_cleanup(&r);
		uv_fs_req_cleanup(&c);
		errno = 77;
	}, UNCANCELLED },
	{ "uv_fs_closedir", USE {
		uv_fs_t r;
		uv_loop_t loop;
		static thread_local uv_fs_t c;
		MUST(uv_loop_init(&loop) == 0);
		MUST(uv_fs_opendir(nullptr, &r, "/", nullptr) == 0);
		MUST(uv_fs_closedir(&loop, &c, static_cast<uv_dir_t *>(r.ptr), [] (uv_fs_t *done) { MUST(done->result == 0); uv_fs_req_cleanup(done); }) == 0);
		MUST(uv_run(&loop, UV_RUN_DEFAULT) == 0 && uv_loop_close(&loop) == 0);
		uv_fs_req_cleanup(&r);
		errno = 77;
	}, UNCANCELLED },
	{ "uv_fs_readdir", USE {
		uv_fs_t r, d, c;
		uv_dirent_t found[2];
		MUST(uv_fs_opendir(nullptr, &r, "/", nullptr) == 0);
		uv_dir_t *dir = static_cast<uv_dir_t *>(r.ptr);
		dir->dirents = found;
		dir->nentries = 2;
		MUST(uv_fs_readdir(nullptr, &d, dir, nullptr) == 2);
		uv_fs_req_cleanup(&d);
		MUST(uv_fs_closedir(nullptr, &c, dir, nullptr) == 0);
		uv_fs_req_cleanup(&r);
		uv_fs_req_cleanup(&c);
		errno = 77;
	}, UNCANCELLED },
	{ "uv_fs_read", USE { with_file([] (int fd, const char *) { both([&] (uv_loop_t *l, uv_fs_t *r, uv_fs_cb end) -> int { static thread_local char bytes[5]; uv_buf_t b = uv_buf_init(bytes, 5); return uv_fs_read(l, r, fd, &b, 1, 0, end); }); }); }, UNCANCELLED },
	{ "uv_fs_write", USE { with_file([] (int fd, const char *) { both([&] (uv_loop_t *l, uv_fs_t *r, uv_fs_cb end) -> int { static char bytes[] = "abcde"; uv_buf_t b = uv_buf_init(bytes, 5); return uv_fs_write(l, r, fd, &b, 1, 0, end); }); }); }, UNCANCELLED },
	{ "uv_fs_readlink", FILE_USE((unlink(mine("k")), must_do(symlink("x", mine("k"))), uv_fs_readlink(l, r, mine("k"), end))) },
	{ "uv_fs_realpath", FILE_USE(uv_fs_realpath(l, r, path, end)) },
	{ "uv_fs_rename", FILE_USE((close(creat(mine("r"), 0600)), uv_fs_rename(l, r, mine("r"), mine("n"), end))) },
	{ "uv_fs_rmdir", FILE_USE((mkdir(mine("d"), 0700), uv_fs_rmdir(l, r, mine("d"), end))) },
	{ "uv_fs_scandir", FILE_USE(uv_fs_scandir(l, r, "/", 0, end)) },
	{ "uv_fs_sendfile", USE { with_file([] (int fd, const char *) { int to = open(mine("t"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600); both([&] (uv_loop_t *l, uv_fs_t *r, uv_fs_cb end) -> int { return uv_fs_sendfile(l, r, to, fd, 0, 5, end); }); close(to); }); }, UNCANCELLED },
	{ "uv_fs_stat", FILE_USE(uv_fs_stat(l, r, path, end)) },
	{ "uv_fs_statfs", FILE_USE(uv_fs_statfs(l, r, path, end)) },
	{ "uv_fs_symlink", FILE_USE((unlink(mine("k")), uv_fs_symlink(l, r, "x", mine("k"), 0, end))) },
	{ "uv_fs_unlink", FILE_USE((close(creat(mine("r"), 0600)), uv_fs_unlink(l, r, mine("r"), end))) },
	{ "uv_fs_utime", FILE_USE(uv_fs_utime(l, r, path, 1, 1, end)) },
	{},
};
