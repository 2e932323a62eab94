/* sqlite.c: rows of SQLite's tables, as sqlite:FILE#TABLE.
 *
 * A statement that changes a table is told when it is carried out, in the handler
 * that did it, whichever one ends the transaction; SQLite's own writes to its files
 * are not told again. A row more is `append`, whatever else `replace`. The hash is
 * that of the statement with what was bound to it.
 *
 * Rules: SQLite may be a plugin's own, which nobody else sees: then it is looked for
 * from where the call came. Nothing is asked of it that changes it.
 */
#define _GNU_SOURCE
#include "flow.h"
#include "sql.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef int callback(void *, int, char **, char **);

enum { SQLITE_ERROR = 1, SQLITE_ROW = 100, SQLITE_DONE = 101 };

static struct {
	int (*readonly)(sqlite3_stmt *);
	const char *(*sql)(sqlite3_stmt *);
	char *(*expanded)(sqlite3_stmt *);
	sqlite3 *(*db)(sqlite3_stmt *);
	const char *(*filename)(sqlite3 *, const char *schema);
	void (*free)(void *);
} ask;

/* The function that ours stands before, for a caller at pc. */
static void *next_of(const char *name, void *_Atomic *known, const void *pc)
{
	void *next = *known, *library;
	Dl_info caller;

	if (next)
		return next;
	next = dlsym(RTLD_NEXT, name);
	if (!next && dladdr(pc, &caller) && caller.dli_fname && (library = dlopen(caller.dli_fname, RTLD_LAZY | RTLD_NOLOAD))) {
		next = dlsym(library, name);
		dlclose(library);
	}
	*known = next;
	return next;
}

static bool asked(const void *pc)
{
	static void *_Atomic known[6];

	*(void **)&ask.readonly = next_of("sqlite3_stmt_readonly", &known[0], pc);
	*(void **)&ask.sql = next_of("sqlite3_sql", &known[1], pc);
	*(void **)&ask.expanded = next_of("sqlite3_expanded_sql", &known[2], pc);
	*(void **)&ask.db = next_of("sqlite3_db_handle", &known[3], pc);
	*(void **)&ask.filename = next_of("sqlite3_db_filename", &known[4], pc);
	*(void **)&ask.free = next_of("sqlite3_free", &known[5], pc);
	return ask.readonly && ask.sql && ask.expanded && ask.db && ask.filename && ask.free;
}

/* What a statement that was carried out did. */
static void tell(sqlite3_stmt *s, const void *pc)
{
	struct sql_change c;
	char name[FLOW_NAME], table[FLOW_NAME + SQL_NAME + 2], *text;
	const char *sql = ask.sql(s), *file;

	if (!sql || ask.readonly(s) || !sql_change(sql, &c))
		return;
	file = ask.filename(ask.db(s), *c.schema ? c.schema : "main");
	if (!file || !flow_name_file("sqlite", file, name))
		return; /* in memory, or temporary */
	snprintf(table, sizeof table, "%s#%s", name, c.table);
	text = ask.expanded(s);
	sparse_state(&(struct sparse_state){ .name = table, .how = c.adds ? "append" : "replace", .bytes = text,
					     .size = text ? strlen(text) : 0, .pc = pc, .copied = 1 });
	ask.free(text);
}

#define NEXT(name) ((__typeof__(&name))next_of(#name, &next_##name, FLOW_CALLER))

FLOW_DECLARE(sqlite3_step);
FLOW_EXPORT int sqlite3_step(sqlite3_stmt *s)
{
	static _Thread_local sqlite3_stmt *rows; /* the one that gives rows: told at the first */
	__typeof__(&sqlite3_step) next = NEXT(sqlite3_step);
	int result;

	if (!next)
		return SQLITE_ERROR;
	sparse_flow_below(1);
	result = next(s);
	sparse_flow_below(-1);
	if (flow_on() && s && (result == SQLITE_DONE || result == SQLITE_ROW) && rows != s && asked(FLOW_CALLER))
		tell(s, FLOW_CALLER);
	rows = result == SQLITE_ROW ? s : NULL;
	return result;
}

FLOW_DECLARE(sqlite3_exec);
FLOW_EXPORT int sqlite3_exec(sqlite3 *db, const char *sql, callback *row, void *with, char **error)
{
	__typeof__(&sqlite3_exec) next = NEXT(sqlite3_exec);

	return next ? next(db, sql, row, with, error) : SQLITE_ERROR; /* it makes steps, which are told */
}

/* These write what was told before: at the end of a log of changes. */
#define AFTERWARDS(name, parameters, ...)                          \
	FLOW_DECLARE(name);                                        \
	FLOW_EXPORT int name parameters                            \
	{                                                          \
		__typeof__(&name) next = NEXT(name);               \
		int result;                                        \
								   \
		if (!next)                                         \
			return SQLITE_ERROR;                       \
		sparse_flow_below(1);                              \
		result = next(__VA_ARGS__);                        \
		sparse_flow_below(-1);                             \
		return result;                                     \
	}

AFTERWARDS(sqlite3_close, (sqlite3 *db), db)
AFTERWARDS(sqlite3_close_v2, (sqlite3 *db), db)
AFTERWARDS(sqlite3_finalize, (sqlite3_stmt *s), s)
AFTERWARDS(sqlite3_reset, (sqlite3_stmt *s), s)
AFTERWARDS(sqlite3_wal_checkpoint_v2, (sqlite3 *db, const char *schema, int mode, int *log, int *done), db, schema, mode, log, done)
