// listen.h: steps that come one by one while a session is played (docs/sessions.md: SESSION_STEPS).
#ifndef SESSION_LISTEN_H
#define SESSION_LISTEN_H
#include <string>

namespace session {

// The next step, if it is there. It never waits. over: there will be none any more.
bool nextStep(std::string *step, bool *over);

} // namespace session
#endif
