/* exec.c: programs that are started, as exec:ARGV0, with their arguments.
 *
 * Reported in the process that asks for it: by posix_spawn, system and popen, and by exec
 * itself where the process becomes another program or shares its memory with a child
 * that will (vfork). A child that was forked before is another process, which nobody
 * follows. What the program then does is not seen.
 */
#define _GNU_SOURCE
#include "flow.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS = 256 }; /* that are reported */

static void tell(const char *program, size_t length, const char *const *args, const void *pc)
{
	char name[FLOW_NAME], path[FLOW_NAME];
	int i, saved = errno;

	snprintf(path, sizeof path, "%.*s", (int)(length < PATH_MAX ? length : PATH_MAX), program);
	if (*path != '/' || !flow_name_file("exec", path, name))
		snprintf(name, sizeof name, "exec:%s", path);
	for (i = 0; i < ARGUMENTS && args[i]; i++)
		flow_tell_name(name, "append", NULL, args[i], strlen(args[i]), pc);
	errno = saved;
}

static bool wanted(const char *program, char *const *args) { return flow_on() && program && args && args[0]; }

static void tell_argv(const char *program, char *const *args, const void *pc)
{
	if (wanted(program, args))
		tell(program, strlen(program), (const char *const *)args, pc);
}

/* A line for the shell: its first word is what is started. */
static void tell_line(const char *line, const void *pc)
{
	const char *args[] = { line, NULL };

	if (line && flow_on())
		tell(line + strspn(line, " \t\n"), strcspn(line + strspn(line, " \t\n"), " \t\n;|&"), args, pc);
}

#define SPAWN(name)                                                                                                 \
	FLOW_DECLARE(name);                                                                                         \
	FLOW_EXPORT int name(pid_t *restrict pid, const char *restrict program,                                     \
			     const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attributes, \
			     char *const args[restrict], char *const environment[restrict])                          \
	{                                                                                                           \
		int result = FLOW_NEXT(name)(pid, program, actions, attributes, args, environment);                 \
														    \
		if (result == 0)                                                                                    \
			tell_argv(program, args, FLOW_CALLER);                                                      \
		return result;                                                                                      \
	}
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

FLOW_DECLARE(system);
FLOW_EXPORT int system(const char *line)
{
	tell_line(line, FLOW_CALLER);
	return FLOW_NEXT(system)(line);
}

FLOW_DECLARE(popen);
FLOW_EXPORT FILE *popen(const char *line, const char *mode)
{
	FILE *f = FLOW_NEXT(popen)(line, mode);

	if (f)
		tell_line(line, FLOW_CALLER);
	return f;
}

/* There is no way back from these, so they are reported first: where the file is there. */
FLOW_DECLARE(execve);
FLOW_EXPORT int execve(const char *program, char *const args[], char *const environment[])
{
	if (wanted(program, args) && access(program, X_OK) == 0)
		tell_argv(program, args, FLOW_CALLER);
	return FLOW_NEXT(execve)(program, args, environment);
}

FLOW_DECLARE(execv);
FLOW_EXPORT int execv(const char *program, char *const args[])
{
	if (wanted(program, args) && access(program, X_OK) == 0)
		tell_argv(program, args, FLOW_CALLER);
	return FLOW_NEXT(execv)(program, args);
}

FLOW_DECLARE(execvp);
FLOW_EXPORT int execvp(const char *program, char *const args[])
{
	if (wanted(program, args) && (!strchr(program, '/') || access(program, X_OK) == 0))
		tell_argv(program, args, FLOW_CALLER);
	return FLOW_NEXT(execvp)(program, args);
}
