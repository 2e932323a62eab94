/* qt_label.h: labels of what Qt's queues and window systems deliver. */
#ifndef SPARSEQT_QT_LABEL_H
#define SPARSEQT_QT_LABEL_H
#include <loopcore/label.h>

/* False: the name of the type is needed, see label_posted. */
bool qt_label_posted(struct label *l, struct thread *t, const struct label_object *receiver, int type, const char *type_name);
/* The firings of one timer share `stem`. */
void qt_label_timer(char stem[STEM], struct thread *t, const void *receiver);
/* `stray`: the schedule plays the input, this one came by itself. */
void qt_label_input(struct label *l, struct thread *t, int input_type, bool stray);
void qt_label_env(struct label *l, struct thread *t, const void *receiver, const char *what);
#endif
