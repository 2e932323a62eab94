/* main.c: the program that shows what the hooks see of a GLib: sparse-glib-test
 * drive|application|late GLIB GIO|- GTK|-. internal/selftest starts it and reads what
 * comes of it; facts_glib.go there has the numbers of the steps.
 */
#include "calls.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 5 || !open_library(argv[2]) || !open_library(argv[3]) || !open_library(argv[4]))
		return ABSENT;
	if (!strcmp(argv[1], "drive"))
		drive();
	else if (!strcmp(argv[1], "application"))
		application();
	else if (!strcmp(argv[1], "late"))
		late();
	fflush(stdout);
	return 0;
}
