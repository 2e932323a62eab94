// outside.h: what comes over a program from outside while it runs. Nothing here calls the
// program: it hears of it as it would from the system.
#pragma once

namespace session {

// What comes: processes, connections, files, removals, terminate, hangup, theme, hour (docs/sessions.md). False:
// there is nothing that it could happen to.
bool comesFromOutside(const char *what);

// The toolkit's part of it, which each player has itself: the desktop's theme changed; nobody does anything for an
// hour, and the program's timers are due.
bool changeTheme();
bool letAnHourPass();

// What went for a moment comes back.
void bringBack();

// Whether they could happen now.
bool hasProcesses();
bool hasConnections();
bool hasFiles();
bool handlesTerm();
bool handlesHangUp();

} // namespace session
