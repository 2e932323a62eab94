// sqlite.cpp: SQLite, of which each use has a database of its own in memory.
#include "entry.h"
#include <cerrno>
#include <sqlite3.h>

#define USE [] () -> void

template <class F> static void with_table(F f)
{
	sqlite3 *db;

	MUST(sqlite3_open(":memory:", &db) == SQLITE_OK);
	MUST(sqlite3_exec(db, "create table t (a)", nullptr, nullptr, nullptr) == SQLITE_OK);
	f(db);
	MUST(sqlite3_close(db) == SQLITE_OK);
	errno = 77; // not said by SQLite
}

// with_row: bind gives the value of a row.
template <class F> static void with_row(F bind)
{
	with_table([&] (sqlite3 *db) {
		sqlite3_stmt *s;

		MUST(sqlite3_prepare_v2(db, "insert into t values (?)", -1, &s, nullptr) == SQLITE_OK);
		MUST(bind(s) == SQLITE_OK);
		MUST(sqlite3_step(s) == SQLITE_DONE);
		MUST(sqlite3_reset(s) == SQLITE_OK);
		MUST(sqlite3_finalize(s) == SQLITE_OK);
		MUST(sqlite3_changes(db) == 1);
	});
}

static void row()
{
	with_row([] (sqlite3_stmt *s) { return sqlite3_bind_int(s, 1, 5); });
}

const entry sqlite_entries[] = {
	{ "sqlite3_exec", USE { with_table([] (sqlite3 *db) { MUST(sqlite3_exec(db, "insert into t values (1); delete from t", nullptr, nullptr, nullptr) == SQLITE_OK); MUST(sqlite3_exec(db, "no", nullptr, nullptr, nullptr) == SQLITE_ERROR); }); }, 0 },
	{ "sqlite3_step", row, 0 },
	{ "sqlite3_reset", row, 0 },
	{ "sqlite3_finalize", USE { row(); MUST(sqlite3_finalize(nullptr) == SQLITE_OK); }, 0 },
	{ "sqlite3_close", USE { row(); MUST(sqlite3_close(nullptr) == SQLITE_OK); }, 0 },
	{ "sqlite3_close_v2", USE { sqlite3 *db; MUST(sqlite3_open(":memory:", &db) == SQLITE_OK); MUST(sqlite3_close_v2(db) == SQLITE_OK); errno = 77; }, 0 },
	{ "sqlite3_wal_checkpoint_v2", USE { with_table([] (sqlite3 *db) { MUST(sqlite3_wal_checkpoint_v2(db, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) == SQLITE_OK); }); }, 0 },
	{ "sqlite3_bind_int", row, 0 },
	{ "sqlite3_bind_int64", USE { with_row([] (sqlite3_stmt *s) { return sqlite3_bind_int64(s, 1, 1LL << 40); }); }, 0 },
	{ "sqlite3_bind_double", USE { with_row([] (sqlite3_stmt *s) { return sqlite3_bind_double(s, 1, .5); }); }, 0 },
	{ "sqlite3_bind_text", USE { with_row([] (sqlite3_stmt *s) { return sqlite3_bind_text(s, 1, "text", -1, SQLITE_TRANSIENT); }); }, 0 },
	{ "sqlite3_bind_text16", USE { with_row([] (sqlite3_stmt *s) { return sqlite3_bind_text16(s, 1, u"text", 8, SQLITE_TRANSIENT); }); }, 0 },
	{ "sqlite3_bind_blob", USE { with_row([] (sqlite3_stmt *s) { return sqlite3_bind_blob(s, 1, "blob", 4, SQLITE_STATIC); }); }, 0 },
	{},
};
