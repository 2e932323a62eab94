/* signature.h: functions of Qt by a pattern of their mangled names.
 *
 * In a pattern %d stands for a std::chrono::duration of whole numbers; its unit is
 * read from its type. Everything else stands for itself.
 */
#ifndef SPARSEQT_SIGNATURE_H
#define SPARSEQT_SIGNATURE_H
#include <loopcore/elfsym.h>

/* The function, NULL if there is none. `unit`: of the duration, ns; may be NULL. */
void *signature_find(const struct object *o, const char *pattern, size_t *size, int64_t *unit);
#endif
