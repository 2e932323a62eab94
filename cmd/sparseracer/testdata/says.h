// says.h: a program of widgets says, in the file that its argument names, what came of a person's input.
#include <QtWidgets>

#include <cstdio>

static std::FILE *said;

static void say(const QString &what)
{
	std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

// open_said is to be called first.
static void open_said(int argc, char **argv)
{
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
}
