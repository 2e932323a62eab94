// screen.cpp: see screen.h. The requests of XTEST are made here, for its own library is
// mostly not installed where libxcb is.
#include "screen.h"

#include <cstdlib>
#include <cstring>
#include <memory>

#include <xcb/xcb.h>
#include <xcb/xcbext.h>

namespace screen {

namespace {

enum { SHIFT = 1, CONTROL = 4, ALT = 8, MODIFIERS = SHIFT | CONTROL | ALT };
enum { KEYSYM_SHIFT = 0xffe1, KEYSYM_CONTROL = 0xffe3, KEYSYM_ALT = 0xffe9 };

xcb_connection_t *server;
xcb_window_t root;

template <typename Reply> struct Free {
	void operator()(Reply *r) const { std::free(r); }
};

// The answer to a request, null for an error.
#define ANSWER(request, ...) \
	std::unique_ptr<request##_reply_t, Free<request##_reply_t>>(request##_reply(server, request(server, ##__VA_ARGS__), nullptr))

struct FakeInput {
	uint8_t major, minor;
	uint16_t length;
	uint8_t type, detail;
	uint16_t pad;
	uint32_t time, root;
	uint32_t pads[2];
	int16_t x, y;
	uint32_t more;
	uint16_t end;
	uint8_t last, device;
};
static_assert(sizeof(FakeInput) == 36, "as XTEST has it");

xcb_extension_t xtest = { "XTEST", 0 };

void fake(unsigned type, unsigned detail, int x = 0, int y = 0, unsigned afterMs = 0)
{
	FakeInput input = {};
	input.time = afterMs;
	input.type = uint8_t(type);
	input.detail = uint8_t(detail);
	input.root = root;
	input.x = int16_t(x);
	input.y = int16_t(y);
	iovec parts[4] = {};
	parts[2].iov_base = &input;
	parts[2].iov_len = sizeof(input);
	const xcb_protocol_request_t request = { 1, &xtest, 2, 1 };
	xcb_send_request(server, 0, parts + 2, &request);
	xcb_flush(server);
}

void letGoAll()
{
	if (auto keys = ANSWER(xcb_query_keymap))
		for (unsigned code = 8; code < 256; code++)
			if (keys->keys[code / 8] >> code % 8 & 1)
				fake(XCB_KEY_RELEASE, code);
	auto pointer = ANSWER(xcb_query_pointer, root);
	for (unsigned button = 1; pointer && button <= 5; button++)
		if (pointer->mask & (XCB_BUTTON_MASK_1 << (button - 1)))
			fake(XCB_BUTTON_RELEASE, button);
}

bool open()
{
	server = xcb_connect(nullptr, nullptr);
	if (xcb_connection_has_error(server))
		return false;
	root = xcb_setup_roots_iterator(xcb_get_setup(server)).data->root;
	return true;
}

const char *beginToPlay()
{
	if (!isThere())
		return "the X server of DISPLAY cannot be reached (GTK programs are used on X: xvfb-run gives one)";
	const xcb_query_extension_reply_t *there = xcb_get_extension_data(server, &xtest);
	if (!there || !there->present)
		return "the X server has no XTEST, by which a person's input is played";
	const xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(server)).data;
	letGoAll();
	fake(XCB_MOTION_NOTIFY, 0, screen->width_in_pixels - 1, screen->height_in_pixels - 1);
	return nullptr;
}

xcb_atom_t atom(const char *name)
{
	auto a = ANSWER(xcb_intern_atom, 0, uint16_t(std::strlen(name)), name);
	return a ? a->atom : xcb_atom_t(XCB_ATOM_NONE);
}

// The window or one of its parents is at that place of the screen, in front.
bool isAt(Id window, Point at)
{
	xcb_window_t in = root;
	for (int depth = 0; depth < 16 && in; depth++) {
		auto below = ANSWER(xcb_translate_coordinates, root, in, int16_t(at.x), int16_t(at.y));
		in = below ? below->child : 0;
		if (in == window)
			return true;
	}
	return false;
}

struct Key {
	unsigned code = 0, modifiers = 0;
};

Key keyOf(unsigned keysym)
{
	const xcb_setup_t *setup = xcb_get_setup(server);
	if (!setup) // the server is gone
		return {};
	unsigned first = setup->min_keycode, count = setup->max_keycode - first + 1u;
	auto map = ANSWER(xcb_get_keyboard_mapping, uint8_t(first), uint8_t(count));
	if (!map)
		return {};
	const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms(map.get());
	for (unsigned column = 0; column < 2 && column < map->keysyms_per_keycode; column++)
		for (unsigned i = 0; i < count; i++)
			if (symbols[i * map->keysyms_per_keycode + column] == keysym)
				return { first + i, column ? unsigned(SHIFT) : 0u };
	return {};
}

void holdModifiers(unsigned modifiers, unsigned type)
{
	static const struct {
		unsigned bit, keysym;
	} all[] = { { SHIFT, KEYSYM_SHIFT }, { CONTROL, KEYSYM_CONTROL }, { ALT, KEYSYM_ALT } };
	for (const auto &m : all)
		if (modifiers & m.bit)
			fake(type, keyOf(m.keysym).code);
}

} // namespace

bool isThere()
{
	static const bool there = open();
	return there;
}

const char *unusable()
{
	static const char *why = beginToPlay();
	return why ? why : xcb_connection_has_error(server) ? "the X server is gone" : nullptr;
}

bool placeOf(Id window, Point *at)
{
	auto place = ANSWER(xcb_translate_coordinates, window, root, 0, 0);
	if (place)
		*at = { place->dst_x, place->dst_y };
	return place != nullptr;
}

bool isAsked()
{
	return server && !xcb_connection_has_error(server);
}

std::vector<Id> stack()
{
	auto tree = ANSWER(xcb_query_tree, root);
	const xcb_window_t *first = tree ? xcb_query_tree_children(tree.get()) : nullptr;
	return first ? std::vector<Id>(first, first + xcb_query_tree_children_length(tree.get())) : std::vector<Id>();
}

bool hasManager()
{
	if (!isThere())
		return false;
	auto check = ANSWER(xcb_get_property, 0, root, atom("_NET_SUPPORTING_WM_CHECK"), XCB_ATOM_WINDOW, 0, 1);
	return check && check->value_len > 0;
}

bool pointTo(Id window, Point at)
{
	static Point rests = { -1, -1 };
	if (!isAt(window, at)) {
		const uint32_t above = XCB_STACK_MODE_ABOVE;
		xcb_configure_window(server, window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
		if (!isAt(window, at))
			return false;
	}
	// What was below the pointer may have gone since, and what is there now is to hear of it.
	if (at.x == rests.x && at.y == rests.y)
		fake(XCB_MOTION_NOTIFY, 0, at.x - 1, at.y - 1);
	fake(XCB_MOTION_NOTIFY, 0, at.x, at.y);
	rests = at;
	return true;
}

void press(unsigned button)
{
	fake(XCB_BUTTON_PRESS, button);
}

void release(unsigned button, unsigned afterMs)
{
	fake(XCB_BUTTON_RELEASE, button, 0, 0, afterMs);
}

bool pressKey(unsigned keysym, unsigned modifiers)
{
	Key key = keyOf(keysym);
	if (!key.code)
		return false;
	unsigned held = (key.modifiers | modifiers) & MODIFIERS;
	holdModifiers(held, XCB_KEY_PRESS);
	fake(XCB_KEY_PRESS, key.code);
	holdModifiers(held, XCB_KEY_RELEASE);
	return true;
}

bool releaseKey(unsigned keysym, unsigned afterMs)
{
	Key key = keyOf(keysym);
	if (key.code)
		fake(XCB_KEY_RELEASE, key.code, 0, 0, afterMs);
	return key.code;
}

void focus(Id window)
{
	if (hasFocus(window))
		return;
	xcb_set_input_focus(server, XCB_INPUT_FOCUS_POINTER_ROOT, window, XCB_CURRENT_TIME);
	xcb_flush(server);
}

bool hasFocus(Id window)
{
	if (!isThere())
		return false;
	auto now = ANSWER(xcb_get_input_focus);
	return now && now->focus == window;
}

bool nobodyHasFocus()
{
	if (!isThere())
		return false;
	auto now = ANSWER(xcb_get_input_focus);
	return now && now->focus <= XCB_INPUT_FOCUS_POINTER_ROOT;
}

void close(Id window)
{
	xcb_client_message_event_t event = {};
	event.response_type = XCB_CLIENT_MESSAGE;
	event.format = 32;
	event.window = window;
	event.type = atom("WM_PROTOCOLS");
	event.data.data32[0] = atom("WM_DELETE_WINDOW");
	event.data.data32[1] = XCB_CURRENT_TIME;
	xcb_send_event(server, 0, window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char *>(&event));
	xcb_flush(server);
}

} // namespace screen
