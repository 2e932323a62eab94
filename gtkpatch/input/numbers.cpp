// numbers.cpp: see numbers.h.
#include "numbers.h"

#include <cstdio>
#include <cstring>

namespace person {

namespace {

enum { SHIFT = 1, CONTROL = 4, ALT = 8, QT_SHIFT = 0x2000000, QT_CONTROL = 0x4000000, QT_ALT = 0x8000000 };
enum { F1 = 0xffbe, F35 = F1 + 34, QT_F1 = 0x1000030, QT_SPECIAL = 0x1000000, UNICODE = 0x1000000 };

const struct {
	unsigned keysym, key;
} keys[] = {
	{ 0xff1b, 0x1000000 }, { 0xff09, 0x1000001 }, { 0xfe20, 0x1000002 }, { 0xff08, 0x1000003 }, { 0xff0d, 0x1000004 }, { 0xff8d, 0x1000005 },
	{ 0xff63, 0x1000006 }, { 0xffff, 0x1000007 }, { 0xff50, 0x1000010 }, { 0xff57, 0x1000011 }, { 0xff51, 0x1000012 }, { 0xff52, 0x1000013 },
	{ 0xff53, 0x1000014 }, { 0xff54, 0x1000015 }, { 0xff55, 0x1000016 }, { 0xff56, 0x1000017 }, { 0xff67, 0x1000055 },
};

} // namespace

unsigned keyNumber(unsigned keysym, unsigned character)
{
	for (const auto &k : keys)
		if (k.keysym == keysym)
			return k.key;
	if (keysym >= F1 && keysym <= F35)
		return QT_F1 + keysym - F1;
	if (character >= 'a' && character <= 'z')
		return character - 'a' + 'A';
	return character ? character : keysym;
}

unsigned keysymOf(unsigned key, unsigned character)
{
	for (const auto &k : keys)
		if (k.key == key)
			return k.keysym;
	if (key >= QT_F1 && key < QT_F1 + 35)
		return F1 + key - QT_F1;
	if (key >= QT_SPECIAL)
		return 0;
	unsigned c = character > 0x20 ? character : key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
	return c < 0x100 ? c : UNICODE | c;
}

unsigned modifierNumber(unsigned state)
{
	return (state & SHIFT ? unsigned(QT_SHIFT) : 0) | (state & CONTROL ? unsigned(QT_CONTROL) : 0) | (state & ALT ? unsigned(QT_ALT) : 0);
}

unsigned stateOf(unsigned modifiers)
{
	return (modifiers & QT_SHIFT ? unsigned(SHIFT) : 0) | (modifiers & QT_CONTROL ? unsigned(CONTROL) : 0) | (modifiers & QT_ALT ? unsigned(ALT) : 0);
}

unsigned buttonNumber(unsigned button)
{
	return button == 2 ? 4 : button == 3 ? 2 : button == 8 ? 8 : button == 9 ? 16 : button;
}

unsigned buttonOf(unsigned number)
{
	return number == 4 ? 2 : number == 2 ? 3 : number == 8 ? 8 : number == 16 ? 9 : number;
}

std::string encoded(unsigned character)
{
	char text[8], out[32] = "";
	int length = 0;
	if (character < 0x20)
		return "";
	if (character < 0x80)
		text[length++] = char(character);
	else if (character < 0x800)
		text[length++] = char(0xc0 | character >> 6);
	else if (character < 0x10000)
		text[length++] = char(0xe0 | character >> 12), text[length++] = char(0x80 | (character >> 6 & 0x3f));
	else
		text[length++] = char(0xf0 | character >> 18), text[length++] = char(0x80 | (character >> 12 & 0x3f)),
		text[length++] = char(0x80 | (character >> 6 & 0x3f));
	if (character >= 0x80)
		text[length++] = char(0x80 | (character & 0x3f));
	for (int i = 0; i < length; i++)
		std::snprintf(out + std::strlen(out), 4, "%%%02X", unsigned(static_cast<unsigned char>(text[i])));
	return out;
}

unsigned decoded(const char *text)
{
	unsigned byte = 0, character = 0;
	if (std::sscanf(text, "%%%2x", &byte) != 1)
		return static_cast<unsigned char>(*text);
	int more = byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
	character = more == 0 ? byte : byte & (0x3fu >> more);
	for (text += 3; more > 0 && std::sscanf(text, "%%%2x", &byte) == 1; more--, text += 3)
		character = character << 6 | (byte & 0x3f);
	return character;
}

} // namespace person
