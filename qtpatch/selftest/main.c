/* main.c: the program that shows what the hooks see of a Qt, and finds out where that Qt
 * keeps what we read: sparse-qt-test probe|drive|label|steered|exchanged CORE GUI|- [INPUT].
 * internal/selftest starts it and reads what comes of it.
 */
#include "calls.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HELD = 3001 };

int main(int argc, char **argv)
{
	if (argc < 4 || !open_qt(argv[2], argv[3]))
		return ABSENT;
	if (!strcmp(argv[1], "probe"))
		probe(argv[4]);
	else if (!strcmp(argv[1], "drive"))
		drive();
	else if (!strcmp(argv[1], "steered"))
		steered(HELD, false);
	else if (!strcmp(argv[1], "label"))
		steered(HELD, true);
	else if (!strcmp(argv[1], "exchanged"))
		exchanged();
	fflush(stdout);
	return 0;
}
