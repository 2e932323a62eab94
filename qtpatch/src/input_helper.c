/* input_helper.c: see input_helper.h. It is loaded when there are widgets, or items of Qt Quick. */
#include "input_helper.h"

#include <loopcore/elfsym.h>
#include <loopcore/emit.h>
#include <loopcore/inputs.h>
#include <loopcore/text.h>

#include "qtabi.h"
#include "shortcuts.h"

#include <dlfcn.h>
#include <string.h>

static struct {
	bool tried, told;
	void *library;
	person_describe_fn *describe;
	person_shortcut_fn *shortcut;
	person_grabs_fn *grabs;
	person_is_of_none_fn *is_of_none;
	person_play_fn *play;
	person_idle_fn *on_idle;
	person_wake_fn *wake;
	person_question_fn *question;
} helper;

static bool open_helper(void)
{
	char path[4096];
	Dl_info self;
	struct object found;
	struct text text = text_in(path, sizeof(path));
	bool six = qtabi_version() == 6;
	if (helper.tried)
		return helper.play != NULL;
	if (!object_find(six ? "libQt6Widgets.so" : "libQt5Widgets.so", &found) &&
	    !object_find(six ? "libQt6Quick.so" : "libQt5Quick.so", &found))
		return false; /* it may come yet */
	helper.tried = true;
	if (!dladdr((void *)input_helper_function, &self) || !self.dli_fname)
		return false;
	text_add(&text, self.dli_fname);
	char *slash = strrchr(path, '/');
	text.at = slash ? slash + 1 : path;
	text_add(&text, six ? "libsparseinput6.so" : "libsparseinput5.so");
	void *library = helper.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return false;
	*(void **)&helper.describe = dlsym(library, "person_describe");
	*(void **)&helper.shortcut = dlsym(library, "person_shortcut");
	*(void **)&helper.grabs = dlsym(library, "person_grabs");
	*(void **)&helper.is_of_none = dlsym(library, "person_is_of_none");
	*(void **)&helper.on_idle = dlsym(library, "person_on_idle");
	*(void **)&helper.wake = dlsym(library, "person_wake");
	*(void **)&helper.question = dlsym(library, "person_question");
	*(void **)&helper.play = dlsym(library, "person_play");
	return helper.play != NULL;
}

input_helper_fn *input_helper_function(const char *name)
{
	input_helper_fn *f = NULL;
	if (open_helper())
		*(void **)&f = dlsym(helper.library, name);
	return f;
}

bool input_helper_describe(const void *event, struct person_input *in, unsigned *ms)
{
	if (!qt_input_is_person(qt_input_type(event)) || !open_helper())
		return false;
	bool quiet = emit_quiet(); /* looking for the target is no use of it */
	if (!helper.told && helper.shortcut && shortcuts_are_told()) {
		helper.shortcut(NULL);
		helper.told = true;
	}
	bool described = helper.describe(event, in);
	emit_loud(quiet);
	if (!described)
		return false;
	*ms = inputs_since();
	return true;
}

bool input_helper_shortcut(const void *keys)
{
	if (!emit_is_recording() || !open_helper() || !helper.shortcut)
		return false;
	bool quiet = emit_quiet();
	helper.shortcut(keys);
	emit_loud(quiet);
	return true;
}

bool input_helper_grabs(const void *window)
{
	if (!emit_is_recording() || !open_helper() || !helper.grabs)
		return false;
	bool quiet = emit_quiet();
	bool grabs = helper.grabs(window);
	emit_loud(quiet);
	return grabs;
}

bool input_helper_is_of_none(const void *event)
{
	return open_helper() && helper.is_of_none && helper.is_of_none(event);
}

static const char *play(const struct person_input *in, unsigned long ms, struct person_sent *sent)
{
	return helper.play(in, ms, sent);
}

static void on_idle(void (*f)(void), void (*application_ends)(void))
{
	helper.on_idle(f, application_ends);
}

static void wake(void)
{
	helper.wake();
}

static bool question(struct person_question *q)
{
	bool quiet = emit_quiet(); /* looking at a window is no use of it */
	bool asks = helper.question && helper.question(q);
	emit_loud(quiet);
	return asks;
}

void input_helper_plays(void)
{
	static const struct input_player player = {
		open_helper, play, on_idle, wake, "libsparseinput or QtWidgets is missing", question, NULL,
	};
	inputs_player(&player);
}
