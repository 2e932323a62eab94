/* modules.h: what is loaded where, and whose it is.
 *
 * Asked again when the loader's counters have changed. A module is the program's own
 * if it is the executable, lies in none of the system's folders, has the
 * executable's name in its own, or is needed by the executable directly and is
 * neither Qt, nor one of KDE's frameworks, nor of the C and C++ runtimes. If it is
 * instrumented, its accesses are recorded and nothing has to be guessed.
 */
#ifndef SK_MODULES_H
#define SK_MODULES_H
#include <stdbool.h>
#include <stdint.h>

enum sk_owner { SK_SYSTEM, SK_OWN, SK_RECORDED, SK_OURS };

struct sk_module {
	uintptr_t start, end, bias;
	enum sk_owner owner;
	bool unwinds; /* it has a table of unwind information: Free Pascal's programs have none */
	char path[256];
};

/* To be called before the others, when no lock of the loader can be held. */
void sk_modules_refresh(void);
/* NULL: none. Good until the next refresh. */
const struct sk_module *sk_module_at(uintptr_t a);
/* Is [a, a+n) in a loaded segment, hence readable? */
bool sk_in_image(uintptr_t a, uintptr_t n);
/* A copy of the executable code at a, as many bytes as there are up to n. */
bool sk_is_code(uintptr_t a, uintptr_t n);
/* Changes when modules came or went. */
uint64_t sk_modules_generation(void);
#endif
