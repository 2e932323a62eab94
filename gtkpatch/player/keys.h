// keys.h: keys as a script says them, as keysyms of X.
#ifndef SESSION_KEYS_H
#define SESSION_KEYS_H
#include <string>
#include <vector>

namespace session {

struct Key {
	unsigned symbol = 0; // 0 = no such key
	unsigned modifiers = 0;
};

// "Ctrl+Shift+S", "Escape", "PgUp".
Key keyOf(const std::string &sequence);
// The other way round, with X's modifiers; "" for what a script has no word for.
std::string sequenceOf(unsigned symbol, unsigned modifiers);
// Of each character of a text in UTF-8.
std::vector<unsigned> symbolsOf(const std::string &text);

} // namespace session
#endif
