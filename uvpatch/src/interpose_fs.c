/* interpose_fs.c: libuv's file operations; without a callback they are plain calls. */
#include "uvhooks.h"

#include "libuv.h"

#define FILE_OPERATION(name, parameters, ...) \
	ONWARD int name parameters \
	{ \
		if (!REAL(name)) \
			return UV_ENOSYS; \
		if (!cb || PASSES(name) || \
		    !request_made(req, #name, loop, NULL, (word)cb, 0, HERE)) \
			return real_functions.name(__VA_ARGS__, cb); \
		int result = real_functions.name(__VA_ARGS__, (uv_fs_cb)(void *)request_calls); \
		request_result(req, result); \
		return result; \
	}

FILE_OPERATION(uv_fs_close,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb),
	       loop, req, file)
FILE_OPERATION(uv_fs_open,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, int mode, uv_fs_cb cb),
	       loop, req, path, flags, mode)
FILE_OPERATION(uv_fs_read,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[], unsigned int nbufs, int64_t offset, uv_fs_cb cb),
	       loop, req, file, bufs, nbufs, offset)
FILE_OPERATION(uv_fs_unlink,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_write,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[], unsigned int nbufs, int64_t offset, uv_fs_cb cb),
	       loop, req, file, bufs, nbufs, offset)
FILE_OPERATION(uv_fs_copyfile,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, int flags, uv_fs_cb cb),
	       loop, req, path, new_path, flags)
FILE_OPERATION(uv_fs_mkdir,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb),
	       loop, req, path, mode)
FILE_OPERATION(uv_fs_mkdtemp,
	       (uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb),
	       loop, req, tpl)
FILE_OPERATION(uv_fs_mkstemp,
	       (uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb),
	       loop, req, tpl)
FILE_OPERATION(uv_fs_rmdir,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_scandir,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, uv_fs_cb cb),
	       loop, req, path, flags)
FILE_OPERATION(uv_fs_opendir,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_readdir,
	       (uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb),
	       loop, req, dir)
FILE_OPERATION(uv_fs_closedir,
	       (uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb),
	       loop, req, dir)
FILE_OPERATION(uv_fs_stat,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_fstat,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb),
	       loop, req, file)
FILE_OPERATION(uv_fs_rename,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, uv_fs_cb cb),
	       loop, req, path, new_path)
FILE_OPERATION(uv_fs_fsync,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb),
	       loop, req, file)
FILE_OPERATION(uv_fs_fdatasync,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb),
	       loop, req, file)
FILE_OPERATION(uv_fs_ftruncate,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, int64_t offset, uv_fs_cb cb),
	       loop, req, file, offset)
FILE_OPERATION(uv_fs_sendfile,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file out_fd, uv_file in_fd, int64_t in_offset, size_t length, uv_fs_cb cb),
	       loop, req, out_fd, in_fd, in_offset, length)
FILE_OPERATION(uv_fs_access,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb),
	       loop, req, path, mode)
FILE_OPERATION(uv_fs_chmod,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb),
	       loop, req, path, mode)
FILE_OPERATION(uv_fs_utime,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, double atime, double mtime, uv_fs_cb cb),
	       loop, req, path, atime, mtime)
FILE_OPERATION(uv_fs_futime,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, double atime, double mtime, uv_fs_cb cb),
	       loop, req, file, atime, mtime)
FILE_OPERATION(uv_fs_lutime,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, double atime, double mtime, uv_fs_cb cb),
	       loop, req, path, atime, mtime)
FILE_OPERATION(uv_fs_lstat,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_link,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, uv_fs_cb cb),
	       loop, req, path, new_path)
FILE_OPERATION(uv_fs_symlink,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, int flags, uv_fs_cb cb),
	       loop, req, path, new_path, flags)
FILE_OPERATION(uv_fs_readlink,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_realpath,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
FILE_OPERATION(uv_fs_fchmod,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, int mode, uv_fs_cb cb),
	       loop, req, file, mode)
FILE_OPERATION(uv_fs_chown,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
	       loop, req, path, uid, gid)
FILE_OPERATION(uv_fs_fchown,
	       (uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
	       loop, req, file, uid, gid)
FILE_OPERATION(uv_fs_lchown,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
	       loop, req, path, uid, gid)
FILE_OPERATION(uv_fs_statfs,
	       (uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb),
	       loop, req, path)
