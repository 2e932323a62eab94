/* qt_label.c: see qt_label.h. */
#include "qt_label.h"

#include "qtabi.h"

bool qt_label_posted(struct label *l, struct thread *t, const struct label_object *receiver, int type, const char *type_name)
{
	if (!qt_type_is_noise(type))
		return label_posted(l, t, type, type_name, receiver);
	label_noise(l, t, type, receiver);
	return true;
}

void qt_label_timer(char stem[STEM], struct thread *t, const void *receiver)
{
	label_timer(stem, t, qt_class(receiver));
}

void qt_label_input(struct label *l, struct thread *t, int input_type, bool stray)
{
	char buffer[16];
	if (qt_input_is_person(input_type))
		label_input(l, t, qt_input_name(input_type, buffer), stray);
	else /* expose and the like */
		label_noise_from(l, "window system");
}

void qt_label_env(struct label *l, struct thread *t, const void *receiver, const char *what)
{
	char name[QT_NAME];
	qt_object_name(receiver, name);
	label_env(l, t, what, &(struct label_object){ receiver, qt_class(receiver), name });
}
