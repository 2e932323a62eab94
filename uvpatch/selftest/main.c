/* main.c: the program that shows what the hooks see of a libuv: sparse-uv-test drive|late
 * LIBUV. internal/selftest starts it, in a folder of its own, and reads what comes of it;
 * facts_libuv.go there has the numbers of the steps.
 */
#include "calls.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 3 || !open_library(argv[2]))
		return ABSENT;
	if (!strcmp(argv[1], "drive"))
		drive();
	else if (!strcmp(argv[1], "late"))
		late();
	fflush(stdout);
	return 0;
}
