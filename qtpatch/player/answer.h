// answer.h: what a step made the program ask, answered as a person would who goes on.
//
// The rule it keeps: a modal window that was there before that step is the session's own to
// answer, and is left alone.
#ifndef SESSION_ANSWER_H
#define SESSION_ANSWER_H

namespace session {

// Before a step that may make the program ask something.
void rememberModals();
// Clicks the likeliest button that goes on, in the modal window in front; false: there is no
// window that came since, or no such button.
bool answerNew();

} // namespace session
#endif
