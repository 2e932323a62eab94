/* files.c: each file operation, most of them of files that are not there: what counts is
 * that it is asked for and answered.
 */
#include "calls.h"

enum { OPERATIONS = 40, NO_FILE = -1 };

static uv_fs_t requests[OPERATIONS];
static unsigned asked;
static uv_dir_t *folder;

static void answered(uv_fs_t *request)
{
	((void (*)(uv_fs_t *))need_function("uv_fs_req_cleanup"))(request);
	came();
}

static void opened(uv_fs_t *request)
{
	folder = request->ptr;
	came();
}

static void ask(int result, const char *name)
{
	if (result < 0)
		uv_without(name);
	else
		step_expects(1);
}

#define LOOP CALL(uv_default_loop)()
#define ASK_THEN(name, then, ...) \
	(find_function(#name) ? ask(CALL(name)(LOOP, &requests[asked++], __VA_ARGS__, then), #name) : uv_without(#name))
#define ASK(name, ...) ASK_THEN(name, answered, __VA_ARGS__)

void files_all(void)
{
	static char byte;
	uv_buf_t buffer = { .base = &byte, .len = 1 };
	ASK(uv_fs_access, "absent", 0);
	ASK(uv_fs_chmod, "absent", 0600);
	ASK(uv_fs_chown, "absent", 0, 0);
	ASK(uv_fs_close, NO_FILE);
	ASK(uv_fs_copyfile, "absent", "copy", 0);
	ASK(uv_fs_fchmod, NO_FILE, 0600);
	ASK(uv_fs_fchown, NO_FILE, 0, 0);
	ASK(uv_fs_fdatasync, NO_FILE);
	ASK(uv_fs_fstat, NO_FILE);
	ASK(uv_fs_fsync, NO_FILE);
	ASK(uv_fs_ftruncate, NO_FILE, 0);
	ASK(uv_fs_futime, NO_FILE, 0, 0);
	ASK(uv_fs_lchown, "absent", 0, 0);
	ASK(uv_fs_link, "absent", "link");
	ASK(uv_fs_lstat, "absent");
	ASK(uv_fs_lutime, "absent", 0, 0);
	ASK(uv_fs_mkdir, "folder", 0700);
	ASK(uv_fs_mkdtemp, "folder-XXXXXX");
	ASK(uv_fs_mkstemp, "file-XXXXXX");
	ASK(uv_fs_open, "absent", 0, 0);
	ASK_THEN(uv_fs_opendir, opened, ".");
	ASK(uv_fs_read, NO_FILE, &buffer, 1, 0);
	ASK(uv_fs_readlink, "absent");
	ASK(uv_fs_realpath, "absent");
	ASK(uv_fs_rename, "absent", "name");
	ASK(uv_fs_rmdir, "absent");
	ASK(uv_fs_scandir, ".", 0);
	ASK(uv_fs_sendfile, NO_FILE, NO_FILE, 0, 1);
	ASK(uv_fs_stat, "absent");
	ASK(uv_fs_statfs, "absent");
	ASK(uv_fs_symlink, "absent", "symlink", 0);
	ASK(uv_fs_unlink, "absent");
	ASK(uv_fs_utime, "absent", 0, 0);
	ASK(uv_fs_write, NO_FILE, &buffer, 1, 0);
}

void files_read_directory(void)
{
	static uv_dirent_t entries[1];
	if (!folder) {
		uv_without("uv_fs_readdir");
		return;
	}
	folder->dirents = entries;
	folder->nentries = 1;
	ASK(uv_fs_readdir, folder);
}

void files_close_directory(void)
{
	if (folder)
		ASK(uv_fs_closedir, folder);
	else
		uv_without("uv_fs_closedir");
}
