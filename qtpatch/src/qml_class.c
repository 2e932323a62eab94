/* qml_class.c: see qml_class.h.
 *
 * Rule: names are kept for good, in a table that is only filled: a reader takes no lock.
 */
#include "qml_class.h"

#include <loopcore/arena.h>

#include <string.h>

enum { NAMES = 1024, NAME = 64 };

static char (*names)[NAME]; /* the first byte is written last */

static char (*table(void))[NAME]
{
	char(*all)[NAME] = __atomic_load_n(&names, __ATOMIC_ACQUIRE), (*none)[NAME] = NULL;
	if (all)
		return all;
	all = arena_pages(sizeof(*all) * NAMES);
	if (all && !__atomic_compare_exchange_n(&names, &none, all, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		arena_free(all, sizeof(*all) * NAMES);
		all = none;
	}
	return all;
}

/* Two threads may keep one name twice: both are right. */
static const char *keep(const char *name, size_t n)
{
	enum { BEING_WRITTEN = 1 };
	char(*all)[NAME] = table();
	for (unsigned i = 0; all && i < NAMES; i++) {
		char first = __atomic_load_n(&all[i][0], __ATOMIC_ACQUIRE);
		if (!first && __atomic_compare_exchange_n(&all[i][0], &first, BEING_WRITTEN, false, __ATOMIC_ACQ_REL,
							  __ATOMIC_ACQUIRE)) {
			memcpy(all[i] + 1, name + 1, n - 1);
			__atomic_store_n(&all[i][0], name[0], __ATOMIC_RELEASE);
			return all[i];
		}
		if (first == name[0] && !memcmp(all[i], name, n) && !all[i][n])
			return all[i];
	}
	return NULL;
}

static const char *first_number(const char *name)
{
	const char *number = strstr(name, "_QMLTYPE_");
	return number ? number : strstr(name, "_QML_");
}

const char *qml_class(const char *name)
{
	const char *number = strchr(name, '_'); /* which most have none of */
	size_t n;
	number = number ? first_number(number) : NULL;
	n = number ? (size_t)(number - name) : 0;
	if (n == 0 || n >= NAME)
		return name;
	const char *kept = keep(name, n);
	return kept ? kept : name;
}
