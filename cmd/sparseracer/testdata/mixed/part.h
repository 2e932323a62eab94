// part.h: what both halves of the program do. Instead of Part, the library's half is
// called LibraryPart.
#pragma once

struct Note {
	int words;
};

#ifdef IN_LIBRARY
#define Part LibraryPart
#endif

struct Part {
	static Note *make();
	static int wait(Note *note);
	static void drop(Note *note);
};
