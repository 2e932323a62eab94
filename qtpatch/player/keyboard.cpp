// keyboard.cpp: see keyboard.h.
#include "keyboard.h"

#include <Qt>

#include <cstring>

namespace session {

namespace {

// A row of keys, by what they write without and with Shift, from its first number on.
const struct {
	quint32 first;
	const char *plain, *shifted;
} rows[] = {
	{ 10, "1234567890-=", "!@#$%^&*()_+" },
	{ 24, "QWERTYUIOP[]", "QWERTYUIOP{}" },
	{ 38, "ASDFGHJKL;'`", "ASDFGHJKL:\"~" },
	{ 51, "\\ZXCVBNM,./", "|ZXCVBNM<>?" },
	{ 65, " ", " " },
};

const struct {
	int key;
	quint32 code;
} others[] = {
	{ Qt::Key_Escape, 9 }, { Qt::Key_Backspace, 22 }, { Qt::Key_Tab, 23 }, { Qt::Key_Backtab, 23 }, { Qt::Key_Return, 36 },
	{ Qt::Key_F11, 95 }, { Qt::Key_F12, 96 }, { Qt::Key_Enter, 104 }, { Qt::Key_Print, 107 }, { Qt::Key_Home, 110 },
	{ Qt::Key_Up, 111 }, { Qt::Key_PageUp, 112 }, { Qt::Key_Left, 113 }, { Qt::Key_Right, 114 }, { Qt::Key_End, 115 },
	{ Qt::Key_Down, 116 }, { Qt::Key_PageDown, 117 }, { Qt::Key_Insert, 118 }, { Qt::Key_Delete, 119 }, { Qt::Key_Pause, 127 },
	{ Qt::Key_Menu, 135 },
};

}

quint32 scanCode(int key)
{
	if (key >= Qt::Key_F1 && key <= Qt::Key_F10)
		return 67 + quint32(key - Qt::Key_F1);
	for (auto &other : others)
		if (other.key == key)
			return other.code;
	for (auto &row : rows)
		for (const char *keys : { row.plain, row.shifted })
			if (const char *at = key > 0 && key < 128 ? strchr(keys, key) : nullptr)
				return row.first + quint32(at - keys);
	return 0;
}

}
