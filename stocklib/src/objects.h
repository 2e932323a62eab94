/* objects.h: QObjects, recognised without symbols and without Qt's headers.
 *
 * The second word of a QObject points to its private part, whose second word points
 * back, and whose third is the parent; both begin with the address of a vtable.
 * That holds in Qt 5 and 6. Class names come from the vtable's type information.
 */
#ifndef SK_OBJECTS_H
#define SK_OBJECTS_H
#include <stdbool.h>
#include <stdint.h>

enum { SK_NAME = 96 };

/* The caller has made sure that two words at `a` can be read. */
bool sk_is_qobject(uintptr_t a);
/* 0: none. */
uintptr_t sk_parent(uintptr_t object);
/* "" where there is no type information. */
void sk_class_name(uintptr_t object, char name[SK_NAME]);
#endif
