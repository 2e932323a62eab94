/* late_player.c: see late_player.h. It lies beside this library. */
#include "late_player.h"

#include <loopcore/elfsym.h>
#include <loopcore/emit.h>
#include <loopcore/message.h>
#include <loopcore/text.h>

#include "qtabi.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define ASKS "SESSION_LATE"

static bool beside_us(char *path, size_t size, const char *name)
{
	Dl_info self;
	struct text text = text_in(path, size);
	if (!dladdr((void *)late_player_comes, &self) || !self.dli_fname)
		return false;
	text_add(&text, self.dli_fname);
	char *slash = strrchr(path, '/');
	text.at = slash ? slash + 1 : path;
	text_add(&text, name);
	return true;
}

static void load(const char *name)
{
	char path[4096];
	bool quiet = emit_quiet();
	if (beside_us(path, sizeof(path), name) && !dlopen(path, RTLD_NOW | RTLD_LOCAL))
		message_say("sparseracer: the session is not played: %s\n", dlerror());
	emit_loud(quiet);
}

void late_player_comes(void)
{
	static enum { NOT_ASKED, WANTED, DONE } state;
	struct object found;
	bool six = qtabi_version() == 6;
	if (state == NOT_ASKED)
		state = getenv(ASKS) ? WANTED : DONE;
	if (state == DONE || (!object_find(six ? "libQt6Widgets.so" : "libQt5Widgets.so", &found) &&
			      !object_find(six ? "libQt6Quick.so" : "libQt5Quick.so", &found)))
		return;
	state = DONE;
	unsetenv(ASKS);
	load(six ? "libsparseplayer6.so" : "libsparseplayer5.so");
}
