// keys.cpp: see keys.h.
#include "keys.h"

#include <cctype>
#include <cstdio>
#include <cstring>

namespace session {

namespace {

enum { SHIFT = 1, CONTROL = 4, ALT = 8, UNICODE = 0x1000000, F1 = 0xffbe };

const struct {
	const char *name;
	unsigned symbol;
} names[] = {
	{ "Escape", 0xff1b }, { "Esc", 0xff1b },       { "Return", 0xff0d }, { "Enter", 0xff0d },  { "Tab", 0xff09 },
	{ "Space", ' ' },     { "Backspace", 0xff08 }, { "Delete", 0xffff }, { "Del", 0xffff },    { "Insert", 0xff63 },
	{ "Ins", 0xff63 },    { "Home", 0xff50 },      { "End", 0xff57 },    { "Left", 0xff51 },   { "Up", 0xff52 },
	{ "Right", 0xff53 },  { "Down", 0xff54 },      { "PgUp", 0xff55 },   { "PgDown", 0xff56 }, { "Menu", 0xff67 },
};

// Latin 1 has the numbers of its characters.
unsigned symbolOf(unsigned character)
{
	return character < 0x100 ? character : UNICODE | character;
}

unsigned named(const std::string &name)
{
	unsigned f = 0;
	for (const auto &n : names)
		if (name == n.name)
			return n.symbol;
	if (name.size() > 1 && std::sscanf(name.c_str(), "F%u", &f) == 1 && f >= 1 && f <= 35)
		return F1 + f - 1;
	std::vector<unsigned> one = symbolsOf(name);
	if (one.size() != 1)
		return 0;
	return one[0] < 0x80 ? unsigned(std::tolower(int(one[0]))) : one[0];
}

} // namespace

Key keyOf(const std::string &sequence)
{
	static const struct {
		const char *word;
		unsigned bit;
	} modifiers[] = { { "Ctrl+", CONTROL }, { "Shift+", SHIFT }, { "Alt+", ALT } };
	Key key;
	std::string rest = sequence;
	for (bool more = true; more;) {
		more = false;
		for (const auto &m : modifiers)
			if (rest.size() > std::strlen(m.word) && rest.compare(0, std::strlen(m.word), m.word) == 0) {
				rest.erase(0, std::strlen(m.word));
				key.modifiers |= m.bit;
				more = true;
			}
	}
	key.symbol = named(rest);
	return key;
}

std::string sequenceOf(unsigned symbol, unsigned modifiers)
{
	std::string held = modifiers & CONTROL ? "Ctrl+" : "";
	held += modifiers & ALT ? "Alt+" : "";
	held += modifiers & SHIFT ? "Shift+" : "";
	for (const auto &n : names)
		if (n.symbol == symbol)
			return held + n.name;
	if (symbol >= F1 && symbol < F1 + 35)
		return held + 'F' + std::to_string(symbol - F1 + 1);
	return symbol > ' ' && symbol < 0x7f ? held + char(std::toupper(int(symbol))) : "";
}

std::vector<unsigned> symbolsOf(const std::string &text)
{
	std::vector<unsigned> list;
	for (size_t i = 0; i < text.size();) {
		unsigned char c = static_cast<unsigned char>(text[i++]);
		unsigned character = c < 0x80 ? c : c < 0xe0 ? c & 0x1f : c < 0xf0 ? c & 0xf : c & 7;
		for (int more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3; more > 0 && i < text.size(); more--)
			character = character << 6 | (static_cast<unsigned char>(text[i++]) & 0x3f);
		list.push_back(symbolOf(character));
	}
	return list;
}

} // namespace session
