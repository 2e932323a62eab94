// numbers.h: keys, modifiers and buttons by the numbers that schedules have for them, which are
// Qt's, and by X's.
#ifndef SPARSEINPUT_NUMBERS_H
#define SPARSEINPUT_NUMBERS_H

namespace person {

// Of a keysym, which writes that character (0: none).
unsigned keyNumber(unsigned keysym, unsigned character);
// What writes that character, or has that number; 0: nothing known.
unsigned keysymOf(unsigned key, unsigned character);
unsigned modifierNumber(unsigned state); // of X: Shift 1, Control 4, Alt 8
unsigned stateOf(unsigned modifiers);
unsigned buttonNumber(unsigned button); // of X: left 1, middle 2, right 3
unsigned buttonOf(unsigned number);

} // namespace person
#endif
