// numbers.h: keys, modifiers and buttons by the numbers that schedules have for them, which are
// Qt's, and by X's; and characters as schedules write them.
#ifndef SPARSEINPUT_NUMBERS_H
#define SPARSEINPUT_NUMBERS_H
#include <string>

namespace person {

// Of a keysym, which writes that character (0: none).
unsigned keyNumber(unsigned keysym, unsigned character);
// What writes that character, or has that number; 0: nothing known.
unsigned keysymOf(unsigned key, unsigned character);
unsigned modifierNumber(unsigned state); // of X: Shift 1, Control 4, Alt 8
unsigned stateOf(unsigned modifiers);
unsigned buttonNumber(unsigned button); // of X: left 1, middle 2, right 3
unsigned buttonOf(unsigned number);
std::string encoded(unsigned character); // its UTF-8, percent-encoded; "" for a control character
unsigned decoded(const char *text);      // the first character of such a text; 0: none

} // namespace person
#endif
