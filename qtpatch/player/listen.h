// listen.h: steps that come one by one while a session is played, from who chooses each
// by what is shown (docs/sessions.md: SESSION_STEPS).
#pragma once

#include <QString>

namespace session {

// The next step, if it is there. It never waits. over: there will be none any more.
bool nextStep(QString *step, bool *over);

} // namespace session
