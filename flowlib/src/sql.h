/* sql.h: which table a statement of SQL changes.
 *
 * Rule: it reads words, strings and brackets, no more; what it does not understand
 * changes nothing.
 */
#ifndef FLOW_SQL_H
#define FLOW_SQL_H
#include <stdbool.h>

enum { SQL_NAME = 128 };

struct sql_change {
	char schema[SQL_NAME], table[SQL_NAME]; /* no schema: "" */
	bool adds;                              /* rows, and takes none away */
};

#pragma GCC visibility push(hidden)
bool sql_change(const char *statement, struct sql_change *c);
#pragma GCC visibility pop
#endif
