/* sqlite.c: rows of SQLite's tables, as sqlite:FILE#TABLE.
 *
 * A statement that changes a table is reported when it is carried out, in the handler
 * that did it, whichever one ends the transaction; SQLite's own writes to its files
 * are not reported again. A row more is `append`, whatever else `replace`. The hash is
 * that of the statement with what was bound to it.
 *
 * Rules: SQLite may be a plugin's own, which nobody else sees: then it is looked for
 * from where the call came. Nothing is asked of it that changes it.
 */
#define _GNU_SOURCE
#include "flow.h"
#include "sql.h"
#include <sparserec/sparserec.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef int callback(void *, int, char **, char **);

enum { SQLITE_OK = 0, SQLITE_ERROR = 1, SQLITE_ROW = 100, SQLITE_DONE = 101 };

static struct {
	int (*readonly)(sqlite3_stmt *);
	const char *(*sql)(sqlite3_stmt *);
	char *(*expanded)(sqlite3_stmt *);
	sqlite3 *(*db)(sqlite3_stmt *);
	const char *(*filename)(sqlite3 *, const char *schema);
	void (*free)(void *);
} ask;

static bool asked(const void *pc)
{
	static void *_Atomic known[6];

	*(void **)&ask.readonly = flow_next_from("sqlite3_stmt_readonly", &known[0], pc);
	*(void **)&ask.sql = flow_next_from("sqlite3_sql", &known[1], pc);
	*(void **)&ask.expanded = flow_next_from("sqlite3_expanded_sql", &known[2], pc);
	*(void **)&ask.db = flow_next_from("sqlite3_db_handle", &known[3], pc);
	*(void **)&ask.filename = flow_next_from("sqlite3_db_filename", &known[4], pc);
	*(void **)&ask.free = flow_next_from("sqlite3_free", &known[5], pc);
	return ask.readonly && ask.sql && ask.expanded && ask.db && ask.filename && ask.free;
}

enum { TABLE = FLOW_NAME + SQL_NAME + 2 };

/* What a statement changes, by name; NULL: nothing that lasts. Else how. */
static const char *changes(sqlite3_stmt *s, char table[TABLE])
{
	struct sql_change c;
	char name[FLOW_NAME];
	const char *sql = ask.sql(s), *file;

	if (!sql || ask.readonly(s) || !sql_change(sql, &c))
		return NULL;
	file = ask.filename(ask.db(s), *c.schema ? c.schema : "main");
	if (!file || !flow_name_file("sqlite", file, name))
		return NULL; /* in memory, or temporary */
	snprintf(table, TABLE, "%s#%s", name, c.table);
	return c.adds ? "append" : "replace";
}

/* A statement was carried out. What SQLite does to answer is no part of the program. */
static void tell(sqlite3_stmt *s, const void *pc)
{
	int quiet = sparse_quiet(1);
	char table[TABLE], *text = NULL;
	const char *how = changes(s, table);

	if (how)
		text = ask.expanded(s);
	if (quiet)
		sparse_quiet(0);
	if (how)
		sparse_state(&(struct sparse_state){ .name = table, .how = how, .bytes = text,
						     .size = text ? strlen(text) : 0, .pc = pc, .copied = 1 });
	quiet = sparse_quiet(1);
	ask.free(text);
	if (quiet)
		sparse_quiet(0);
}

/* A value was bound to it: it will go there. The name alone is reported, for what is done
 * to the table is done by the step. */
static void tell_bound(sqlite3_stmt *s, const void *bytes, int64_t n, const void *pc)
{
	char table[TABLE];

	if (!flow_on() || !s || !asked(pc) || !changes(s, table))
		return;
	sparse_state(&(struct sparse_state){ .name = table, .how = "append", .bytes = bytes,
					     .size = bytes && n > 0 ? (size_t)n : 0, .pc = pc });
}

#define NEXT(name) ((__typeof__(&name))flow_next_from(#name, &next_##name, FLOW_CALLER))

FLOW_DECLARE(sqlite3_step);
FLOW_EXPORT int sqlite3_step(sqlite3_stmt *s)
{
	static _Thread_local sqlite3_stmt *rows; /* the one that gives rows: reported at the first */
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

	return next ? next(db, sql, row, with, error) : SQLITE_ERROR; /* it makes steps, which are reported */
}

/* `n` bytes at `bytes` are what is bound; NULL: it is in an argument. */
#define BIND(type, parameters, bytes, n, ...)                                               \
	FLOW_DECLARE(sqlite3_bind_##type);                                                  \
	FLOW_EXPORT int sqlite3_bind_##type parameters                                      \
	{                                                                                   \
		__typeof__(&sqlite3_bind_##type) next = NEXT(sqlite3_bind_##type);          \
		int result = next ? next(__VA_ARGS__) : SQLITE_ERROR;                       \
											    \
		if (result == SQLITE_OK)                                                    \
			tell_bound(s, bytes, n, FLOW_CALLER);                               \
		return result;                                                              \
	}

typedef void end(void *);
static int64_t length(const char *text, int n) { return n >= 0 ? n : text ? (int64_t)strlen(text) : 0; }

BIND(int, (sqlite3_stmt *s, int at, int v), NULL, 0, s, at, v)
BIND(int64, (sqlite3_stmt *s, int at, int64_t v), NULL, 0, s, at, v)
BIND(double, (sqlite3_stmt *s, int at, double v), NULL, 0, s, at, v)
BIND(text, (sqlite3_stmt *s, int at, const char *p, int n, end *e), p, length(p, n), s, at, p, n, e)
BIND(text16, (sqlite3_stmt *s, int at, const void *p, int n, end *e), p, n, s, at, p, n, e)
BIND(blob, (sqlite3_stmt *s, int at, const void *p, int n, end *e), p, n, s, at, p, n, e)

/* These write what was reported before: at the end of a log of changes. */
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
