// session.cpp: plays a scripted session in a program with GTK 3 or 4, without a person.
//
// Preloaded beside the recorder, or alone, it does what the script that SESSION_SCRIPT names
// says. docs/sessions.md has the language.
//
// The rules it keeps: input goes to the X server (acts.h); steps go on inside nested loops; what
// the player does is no part of a recording (clock.h), and it spins no loop; the library takes
// itself out of LD_PRELOAD, so that children of the program are left alone.
#include "acts.h"
#include "clock.h"
#include "listen.h"
#include "shown.h"

#include <gtkwidgets/gtk.h>
#include <gtkwidgets/screen.h>
#include <players/outside.h>
#include <players/rest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <random>
#include <string>

#include <dlfcn.h>

namespace {

using namespace session;

using Steps = std::deque<std::string>;

void next(Steps steps, int tries = 0);

int lines; // of the whole script

std::string wordOf(const std::string &line)
{
	return line.substr(0, line.find(' '));
}

std::string restOf(const std::string &line)
{
	size_t space = line.find(' ');
	return space == std::string::npos ? "" : line.substr(space + 1);
}

int lineOf(const Steps &rest)
{
	return lines - int(rest.size());
}

enum { DRAWS = 4 }; // of each act

// The same draws as those of the player for Qt; the keys are what programs of GTK know.
void random(std::mt19937 &numbers)
{
	static const char *const keys[] = {
		"Tab", "Shift+Tab", "Escape", "Return", "Space", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDown", "F10",
		"Menu", "Ctrl+F", "Ctrl+O", "Ctrl+P", "Ctrl+G", "Ctrl+Z", "Ctrl+A", "Ctrl+N", "Ctrl+T", "Ctrl+H",
	};
	unsigned kind = numbers() % 100, x = numbers() % 1000, y = numbers() % 1000, which = numbers() % 1000;
	if (kind < 45)
		clickThere(int(x), int(y), 1);
	else if (kind < 55)
		clickThere(int(x), int(y), 3);
	else if (kind < 60)
		clickThere(int(x), int(y), which % 2 ? 4 : 5);
	else if (kind < 75)
		typeThere(std::string(1, char('a' + which % 26)));
	else if (kind < 82)
		pressThere("Escape"); // or it would stay in the first dialog it opens
	else
		pressThere(keys[which % (sizeof keys / sizeof *keys)]);
}

void letLoose(std::shared_ptr<std::mt19937> numbers, int done, int acts, int pause, const Steps &steps)
{
	if (done >= acts)
		return next(steps);
	after(pause, [=] {
		writeState(lineOf(steps), done);
		random(*numbers);
		letLoose(numbers, done + 1, acts, pause, steps);
	});
}

// Steps from who chooses them, each when the program has come to rest from the one before, after `pause` ms at the
// latest; then the rest of the script. What has no target is left out: whoever chose it sees the next state.
void awaitStep(int pause, int done, const Steps &steps)
{
	enum { LOOK_MS = 10 };
	std::string step;
	bool over;
	if (!nextStep(&step, &over)) {
		if (over)
			return next(steps);
		return after(LOOK_MS, [=] { awaitStep(pause, done, steps); });
	}
	if (step == "end")
		return next(steps);
	bringBack();
	auto goOn = [=] {
		writeState(lineOf(steps), done + 1, true);
		awaitStep(pause, done + 1, steps);
	};
	if (wordOf(step) == "wait")
		return after(std::atoi(restOf(step).c_str()), goOn);
	act(wordOf(step), restOf(step));
	atRest(pause, goOn);
}

// Questions one after another, `pause` ms apart; then the rest of the script.
void answerAll(int pause, const Steps &steps, int answered = 0)
{
	enum { MOST = 4 };
	if (answered == MOST || !answerNew())
		return next(steps);
	after(pause, [=] { answerAll(pause, steps, answered + 1); });
}

// Loops of dialogs end with their windows, so it is asked again and again. One that does not end
// then is left to whoever runs it.
void quitsYet(int tries)
{
	enum { EVERY_MS = 100, MOST = 100 };
	if (tries == MOST)
		return void(std::fputs("session: the program does not quit\n", stderr));
	act("quit", "");
	if (tries % 5 == 4)
		act("close", "");
	after(EVERY_MS, [=] { quitsYet(tries + 1); });
}

void endAnyway()
{
	enum { MINUTE = 60000 };
	after(MINUTE, [] {
		std::fputs("session: the program still runs a minute after the last step\n", stderr);
		quitsYet(0);
	});
}

int triesOfAStep()
{
	const char *given = std::getenv("SESSION_TRIES");
	return given ? std::atoi(given) : 60;
}

// Steps that take time, or lead to others; false: it is none of these.
bool takesTime(const std::string &word, const std::string &rest, const Steps &steps)
{
	int n = std::atoi(rest.c_str());
	if (word == "wait") {
		after(n, [steps] { next(steps); });
	} else if (word == "monkey") {
		unsigned seed = 0;
		int acts = 0, pause = 0, from = 0;
		std::sscanf(rest.c_str(), "%u %d %d %d", &seed, &acts, &pause, &from);
		auto numbers = std::make_shared<std::mt19937>(seed);
		numbers->discard(static_cast<unsigned long long>(from) * DRAWS);
		letLoose(numbers, from, acts, pause, steps);
	} else if (word == "listen") {
		atRest(n, [=] {
			writeState(lineOf(steps), 0, true);
			awaitStep(n, 0, steps);
		});
	} else if (word == "answer") {
		answerAll(n, steps);
	} else if (word == "quit") {
		quitsYet(0);
	} else {
		return false;
	}
	return true;
}

// Steps run one after another, for each waits for what came of the one before; all that is kept is
// the rest of the script.
void next(Steps steps, int tries)
{
	enum { TRY_MS = 50, BETWEEN_MS = 10 };
	static const int most = triesOfAStep();
	while (!steps.empty()) {
		std::string line = steps.front();
		steps.pop_front();
		if (line.empty() || line[0] == '#')
			continue;
		if (!tries)
			writeState(lineOf(steps), 0);
		bringBack();
		if (takesTime(wordOf(line), restOf(line), steps))
			return;
		if (!isAct(wordOf(line))) {
			std::fprintf(stderr, "session: with GTK there is no step %s: %s\n", wordOf(line).c_str(), line.c_str());
			continue;
		}
		rememberModals();
		if (act(wordOf(line), restOf(line)))
			return after(BETWEEN_MS, [steps] { next(steps); });
		if (tries < most) {
			steps.push_front(line);
			return after(TRY_MS, [steps, tries] { next(steps, tries + 1); });
		}
		tries = 0;
		std::fprintf(stderr, "session: no target for: %s\n", line.c_str());
	}
	bringBack();
	endAnyway();
}

// $NAME by its value; a name that is not set stays as it is, and so is told.
std::string expand(const std::string &line)
{
	std::string out;
	for (size_t i = 0; i < line.size();) {
		size_t end = i + 1;
		while (line[i] == '$' && end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_'))
			end++;
		std::string name = line.substr(i + 1, end - i - 1);
		const char *value = name.empty() ? nullptr : std::getenv(name.c_str());
		out += value ? value : line.substr(i, end - i);
		i = end;
	}
	return out;
}

std::string trimmed(std::string line)
{
	line.erase(0, line.find_first_not_of(" \t\r"));
	line.erase(line.find_last_not_of(" \t\r") + 1);
	return line;
}

void readScript()
{
	const char *path = std::getenv("SESSION_SCRIPT");
	std::ifstream script(path);
	if (const char *why = screen::unusable())
		return void(std::fprintf(stderr, "session: %s\n", why));
	if (!script)
		return void(std::fprintf(stderr, "session: cannot read %s\n", path));
	Steps steps;
	for (std::string line; std::getline(script, line);)
		steps.push_back(trimmed(expand(line)));
	lines = int(steps.size());
	next(steps);
}

// A program of GtkApplication has its display only in its loop.
void awaitDisplay()
{
	enum { LOOK_MS = 20 };
	gtk::hasDisplay() ? readScript() : after(LOOK_MS, awaitDisplay);
}

void begin()
{
	static bool begun;
	if (begun || !std::getenv("SESSION_SCRIPT") || !gtk::functions())
		return;
	begun = true;
	startClock();
	after(0, awaitDisplay);
}

template <typename F> F *nextOf(const char *name)
{
	return reinterpret_cast<F *>(dlsym(RTLD_NEXT, name));
}

} // namespace

// In place of GTK's and GIO's, to begin when they do.
#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void gtk_init(int *argc, char ***argv)
{
	nextOf<void(int *, char ***)>("gtk_init")(argc, argv); // of GTK 4 without arguments
	begin();
}

EXPORTED int gtk_init_check(int *argc, char ***argv)
{
	int done = nextOf<int(int *, char ***)>("gtk_init_check")(argc, argv);
	begin();
	return done;
}

EXPORTED int gtk_init_with_args(int *argc, char ***argv, const char *parameters, const void *entries, const char *domain, void **error)
{
	int done = nextOf<int(int *, char ***, const char *, const void *, const char *, void **)>("gtk_init_with_args")(argc, argv, parameters, entries, domain, error);
	begin();
	return done;
}

// Options that the program parses itself initialize GTK, too, and the first loop may be a dialog's.
EXPORTED int gtk_dialog_run(void *dialog)
{
	begin();
	return nextOf<int(void *)>("gtk_dialog_run")(dialog);
}

EXPORTED void gtk_main()
{
	begin();
	nextOf<void()>("gtk_main")();
}

EXPORTED int g_application_run(void *application, int argc, char **argv)
{
	begin();
	return nextOf<int(void *, int, char **)>("g_application_run")(application, argc, argv);
}
