// steered.cpp: plays a program under the steering runtime. Its first argument
// says how it ends; the verdict file is found as the runtime finds it.
#include <sparserec/steering.def>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

// As a template of a library that was compiled without a frame pointer: between operator new and its caller.
extern "C" void *makes(size_t) asm("_ZSt5makesm");
asm(R"(
	.text
	.globl _ZSt5makesm
	.type _ZSt5makesm, @function
_ZSt5makesm:
	.cfi_startproc
	subq $8, %rsp
	.cfi_adjust_cfa_offset 8
	call _Znwm@PLT
	addq $8, %rsp
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size _ZSt5makesm, . - _ZSt5makesm
)");
static bool frameless;

namespace app {
struct Window {
	int title = 1;
	~Window() { title = 0; }
};

struct Viewer {
	Window *window;
	Viewer() : window(frameless ? new (makes(sizeof(Window))) Window : new Window) {}
	int *journal = new int(1);
	__attribute__((noinline)) void close()
	{
		delete journal;
		delete window;
	}
	template <class T> __attribute__((noinline)) int openFile(T extra) const
	{
		if (extra < 0)
			return *journal;
		auto touch = [this](int n) { return window->title + n; };
		return touch(static_cast<int>(extra));
	}
};

__attribute__((noinline)) int other(int *p) { return *p; }

// As a library would that nobody instrumented.
__attribute__((noinline, no_sanitize("address"))) static Window *read(Window **cell) { return *cell; }

// A flag in freed memory.
__attribute__((noinline)) static bool isSet(Window *window)
{
	Window **cell = new Window *[4];
	cell[3] = window;
	delete[] cell;
	return reinterpret_cast<unsigned long>(read(cell + 3)) & 2;
}

// Uses what lies in freed memory, after a lot more was freed.
__attribute__((noinline)) static int library(Window *window)
{
	Window **cell = new Window *[4]; // AddressSanitizer itself writes to the beginning
	cell[3] = window;
	delete[] cell;
	for (int i = 0; i < 300; i++)
		free(malloc(1 << 20));
	return read(cell + 3)->title;
}
}

// A word of the definition by its name.
static std::string word(const std::string &group, const std::string &name)
{
#define STEERING_WORD(a, b, text) \
	if (group == #a && name == #b) \
		return text;
#define STEERING_DIVERGENCE(b, text, sentence) \
	if (group == "diverged" && name == #b) \
		return text;
#include <sparserec/steering.def>
	abort();
}

static std::string option(const std::string &name)
{
	std::string options = getenv(word("environment", "options").c_str()), key = word("option", name) + "='";
	size_t from = options.find(key) + key.size();
	return options.substr(from, options.find('\'', from) - from);
}

// Lines of the verdict, by the names of their words. The head is before the first.
static void say(const char *lines)
{
	static bool begun;
	std::ofstream f(option("verdict"), std::ios::app);
	std::istringstream in(lines);
	if (!begun)
		f << word("head", "verdict") << ' ' << STEERING_VERSION << '\n';
	begun = true;
	for (std::string line; std::getline(in, line);) {
		std::istringstream parts(line);
		std::string verdict, first, second;
		parts >> verdict >> first >> second;
		f << word("verdict", verdict);
		if (verdict == "goal")
			f << ' ' << word("goal", first) << ' ' << word("moment", second);
		else if (verdict == "diverged")
			f << ' ' << word("diverged", first) << line.substr(line.find(first) + first.size());
		else if (!first.empty())
			f << ' ' << first;
		f << '\n';
	}
}

static bool holds(const char *label)
{
	std::ifstream f(option("schedule"));
	bool found = false;
	for (std::string line; std::getline(f, line);)
		found = found || (line.rfind(word("directive", "hold") + ' ', 0) == 0 && line.find(label) != line.npos);
	return found;
}

static const char *const badOrder = "hold T\ngoal use begin\ngoal use pause\ngoal free begin\ngoal free end\n"
				    "release T\ngoal use resume\n";

int main(int argc, char **argv)
{
	const std::string how = argc > 1 ? argv[1] : "";
	frameless = how == "frameless";
	app::Viewer viewer;
	puts("last words");
	fflush(stdout);
	if (how == "crash" || how == "frameless" || (how == "held" && holds("L2"))) {
		say(badOrder);
		viewer.close();
		return viewer.openFile(7L);
	}
	if (how == "logged") { // the same, with the log in the second argument
		std::string to = option("trace");
		if (size_t at = to.find("%p"); at != to.npos)
			std::ofstream(to.replace(at, 2, "7")) << std::ifstream(argv[2]).rdbuf();
		say(badOrder);
		viewer.close();
		return viewer.openFile(7L);
	}
	if (how == "hidden") { // by the library's fault, unless freed memory keeps what it held
		say("hold T\ngoal use begin\ngoal use pause\n");
		if (app::library(viewer.window) != 1)
			return 1;
		say("goal free begin\ngoal free end\nrelease T\ngoal use resume\n");
		viewer.close();
		return viewer.openFile(7L);
	}
	if (how == "misses" && !app::isSet(viewer.window) && access(argv[2], F_OK)) { // once, without filling
		std::ofstream(argv[2]) << "missed";
		say("hold T\n");
		return 0;
	}
	if (how == "asserts" || how == "misses") { // what a library finds in freed memory, unless that keeps what it held
		say("hold T\ngoal use begin\ngoal use pause\ngoal free begin\ngoal free end\nrelease T\ngoal use resume\n");
		viewer.close();
		if (app::isSet(viewer.window))
			abort();
		return viewer.openFile(7L);
	}
	if (how == "calls") {
		say("call call\n");
		for (;;)
			pause();
	}
	if (how == "child") {
		say(badOrder);
		viewer.close();
		if (fork() == 0)
			return viewer.openFile(7L);
		wait(nullptr);
		say("goal use end\nexit\n");
		return 0;
	}
	if (how == "diverge") {
		say("hold T\ndiverged hold_timeout hold of T timed out\n");
		say(badOrder);
		viewer.close();
		return viewer.openFile(7L);
	}
	if (how == "elsewhere") {
		say(badOrder);
		int *p = new int(3);
		delete p;
		return app::other(p);
	}
	if (how == "along") { // something else that the same handler freed
		say(badOrder);
		viewer.close();
		return viewer.openFile(-1L);
	}
	if (how == "dialog") {
		say("goal use begin\ngoal use pause\ngoal free begin\n");
		app::Window stack;
		viewer.window = &stack;
		viewer.close();
	}
	if (how == "filled") {
		say(badOrder);
		void **cell = static_cast<void **>(malloc(64));
		memset(cell, 0xfe, 64);
		viewer.window = static_cast<app::Window *>(*static_cast<void *volatile *>(cell));
		return viewer.openFile(7L);
	}
	bool returns = how == "flag" && app::isSet(viewer.window);
	if (how == "flag" && !returns) {
		say(badOrder);
		return app::library(viewer.window);
	}
	if (how == "feasible" || how == "lingers" || returns) {
		say(badOrder);
		say("goal use end\n");
		if (how == "lingers")
			pause();
		say("exit\n");
		return 0;
	}
	if (how == "harmless")
		say("goal use begin\ngoal use pause\ngoal use resume\ngoal use end\ngoal free begin\ngoal free end\nexit\n");
	if (how == "abort")
		abort();
	if (how == "exit3")
		return 3;
	if (how == "hang") {
		if (fork() == 0)
			sleep(600); // a child that must not outlive the run
		say("goal use begin\n");
		pause();
	}
	if (how == "orphan" && fork() == 0)
		sleep(600);
	if (how == "environment")
		for (const char *name : {"QT_NO_GLIB", "QT_QPA_PLATFORM", "LD_PRELOAD", "ASAN_OPTIONS"})
			printf("%s=%s\n", name, getenv(name) ? getenv(name) : "(unset)");
	return 0;
}
