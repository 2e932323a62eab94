/* input_helper.h: the library that knows Qt's headers (qtpatch/input), which describes
 * and plays what a person does. It lies beside this one and belongs to one version of Qt.
 */
#ifndef SPARSEQT_INPUT_HELPER_H
#define SPARSEQT_INPUT_HELPER_H
#include <loopcore/person.h>

/* False: nothing that a replay would repeat. `ms` since the input before. */
bool input_helper_describe(const void *window_system_event, struct person_input *in, unsigned *ms);
/* A key that is a shortcut in whatever window is active; false: the helper has not learnt of it. */
bool input_helper_shortcut(const void *key_sequence);
/* Is this window, which is about to be shown, a menu that takes the keyboard? */
bool input_helper_grabs(const void *window);
/* Does it say what no person did, such as that the program has lost the focus to nobody? */
bool input_helper_is_of_none(const void *window_system_event);

/* A function of the helper's; NULL: there is no such helper. */
typedef void input_helper_fn(void);
input_helper_fn *input_helper_function(const char *name);

/* From here on the inputs of a schedule are played by it. */
void input_helper_plays(void);
#endif
