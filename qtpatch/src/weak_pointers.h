/* weak_pointers.h: what QPointers see of an object's end. */
#ifndef SPARSEQT_WEAK_POINTERS_H
#define SPARSEQT_WEAK_POINTERS_H
/* An object that is alive, in its own thread: one of them shows where all of
 * them keep the block that their QPointers share. */
void weak_learn(const void *object);

/* The hooks on QObject::~QObject, and on what makes a QPointer. */
void on_object_dying(void *object);
void *on_get_and_ref(const void *object);
#endif
