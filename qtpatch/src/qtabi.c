/* qtabi.c: where Qt keeps what we read, and calls by symbol.
 *
 * What a public class says inline to every program is written here as its header has it
 * (QString, QPointer, QObjectData). Where other members are is found out: in events, by
 * constructing some; in window-system events, by the tool, in a process of its own that
 * has windows (qtpatch/selftest), which names the QtGui that it holds for.
 */
#include "qtabi.h"

#include <loopcore/emit.h>
#include <loopcore/text.h>

#include "qml_class.h"

#include <string.h>

enum { UNKNOWN = -1, NOT_YET = -2 };

/* Offsets in window-system events. */
struct layout {
	int type;
	int window; /* a QPointer, of those that have one */
	int button, button_type, key, key_type; /* in MouseEvent, KeyEvent */
};

enum { LAYOUT_FIELDS = sizeof(struct layout) / sizeof(int) };

/* QString of Qt 5: a pointer to this, the characters `offset` bytes from it. */
struct string5 {
	int references, size;
	uint32_t alloc;
	intptr_t offset;
};

/* QString of Qt 6: three words; `data` starts with its count, or is NULL. */
struct string6 {
	int *references;
	const uint16_t *text;
	intptr_t size;
};

static struct {
	int major;                /* of the soname */
	bool counted_strings;     /* QString, QList: a pointer to what counts; else three words */
	void (*event)(void *event, int type), (*timer_event)(void *event, int id); /* constructors */
	int event_type, timer_id; /* offsets in QEvent, QTimerEvent */
	bool windows_known;
	struct layout windows;
	const char *(*class_name)(const void *meta);
	void (*object_name)(void *string, const void *object);
	void (*window_title)(void *string, const void *window); /* NULL without QtGui */
	void *(*thread)(const void *object);
	void *(*current_thread)(void);
	void (*deallocate)(void *array, size_t size, size_t align);
} qt;

static const struct type_name {
	short type;
	bool noise;
	const char *name;
} types[] = {
	{ 1, false, "Timer" },            { 4, false, "MouseButtonDblClick" },
	{ 6, false, "KeyPress" },         { 8, true, "FocusIn" },
	{ 9, true, "FocusOut" },          { 10, true, "Enter" },
	{ 11, true, "Leave" },            { 12, true, "Paint" },
	{ 13, true, "Move" },             { 14, true, "Resize" },
	{ 17, true, "Show" },             { 18, true, "Hide" },
	{ 19, false, "Close" },           { 20, false, "Quit" },
	{ 22, false, "ThreadChange" },    { 24, true, "WindowActivate" },
	{ 25, true, "WindowDeactivate" }, { 26, true, "ShowToParent" },
	{ 27, true, "HideToParent" },     { 31, false, "Wheel" },
	{ 33, true, "WindowTitleChange" }, { 34, true, "WindowIconChange" },
	{ 36, true, "ApplicationFontChange" }, { 38, true, "ApplicationPaletteChange" },
	{ 39, true, "PaletteChange" },    { 43, false, "MetaCall" },
	{ 50, false, "SockAct" },         { 52, false, "DeferredDelete" },
	{ 68, true, "ChildAdded" },       { 69, true, "ChildPolished" },
	{ 71, true, "ChildRemoved" },     { 74, true, "PolishRequest" },
	{ 75, true, "Polish" },           { 76, true, "LayoutRequest" },
	{ 77, true, "UpdateRequest" },    { 78, true, "UpdateLater" },
	{ 89, true, "LanguageChange" },   { 90, true, "LayoutDirectionChange" },
	{ 97, true, "FontChange" },       { 100, true, "StyleChange" },
	{ 180, false, "FutureCallOut" },  { 192, false, "StateMachineSignal" }, { 121, true, "ApplicationActivate" },
	{ 122, true, "ApplicationDeactivate" }, { 152, true, "AcceptDropsChange" },
	{ 170, true, "DynamicPropertyChange" }, { 206, true, "Expose" }, { 213, true, "StyleAnimationUpdate" },
	{ 207, true, "InputMethodQuery" }, { 211, false, "SockClose" },
	{ 214, true, "ApplicationStateChange" }, { 217, true, "PlatformSurface" },
};

enum { TYPES = sizeof(types) / sizeof(*types), SMALL = 256 };

static uint8_t type_at[SMALL]; /* by type: its place in `types` + 1 */

static void index_types(void)
{
	for (size_t i = 0; i < TYPES; i++)
		if (types[i].type < SMALL)
			type_at[types[i].type] = (uint8_t)(i + 1);
}

static const struct type_name *find_type(int type)
{
	return type > 0 && type < SMALL && type_at[type] ? &types[type_at[type] - 1] : NULL;
}

enum { SCRATCH = 128, STEP = 2 };

/* The only place where one object has `a` and the other one `b`, numbers of `size` bytes. */
static int place_of(const char *one, const char *other, int a, int b, size_t size)
{
	int found = UNKNOWN;
	for (int at = 0; at + (int)size <= SCRATCH; at += STEP) {
		if (memcmp(one + at, &a, size) != 0 || memcmp(other + at, &b, size) != 0)
			continue;
		if (found != UNKNOWN)
			return UNKNOWN;
		found = at;
	}
	return found;
}

/* Constructs two events that differ in one number, and looks where it went. A constructor
 * of Qt's touches nothing but its object; none is destroyed, for none has what it owns.
 * Asked when the first event is there: a library that is being loaded cannot be called. */
static int probe(void (*construct)(void *event, int number), int a, int b, size_t size)
{
	_Alignas(16) char one[SCRATCH] = { 0 }, other[SCRATCH] = { 0 };
	construct(one, a);
	construct(other, b);
	return place_of(one, other, a, b, size);
}

static bool find_events(const struct object *core)
{
	*(void **)&qt.event = object_symbol(core, "_ZN6QEventC1ENS_4TypeE", NULL);
	*(void **)&qt.timer_event = object_symbol(core, "_ZN11QTimerEventC1Ei", NULL);
	if (!qt.timer_event)
		*(void **)&qt.timer_event = object_symbol(core, "_ZN11QTimerEventC1EN2Qt7TimerIdE", NULL);
	qt.event_type = qt.timer_id = NOT_YET;
	return qt.event && qt.timer_event;
}

bool qtabi_init(const struct object *core)
{
	const char *soname = strstr(core->path, "libQt");
	*(void **)&qt.class_name = object_symbol(core, "_ZNK11QMetaObject9classNameEv", NULL);
	*(void **)&qt.object_name = object_symbol(core, "_ZNK7QObject10objectNameEv", NULL);
	*(void **)&qt.thread = object_symbol(core, "_ZNK7QObject6threadEv", NULL);
	*(void **)&qt.current_thread = object_symbol(core, "_ZN7QThread13currentThreadEv", NULL);
	*(void **)&qt.deallocate = object_symbol(core, "_ZN10QArrayData10deallocateEPS_xx", NULL);
	if (!qt.deallocate) {
		qt.counted_strings = true;
		*(void **)&qt.deallocate = object_symbol(core, "_ZN10QArrayData10deallocateEPS_mm", NULL);
	}
	index_types();
	if (!soname || !qt.class_name || !qt.object_name || !qt.thread || !qt.current_thread || !qt.deallocate)
		return false;
	qt.major = soname[5] - '0';
	return find_events(core);
}

/* "BUILDID,8,24,…": of the QtGui that is loaded? */
static bool read_layout(const char *s, const char *id)
{
	int values[LAYOUT_FIELDS];
	size_t n = strlen(id);
	if (!n || strncmp(s, id, n) != 0)
		return false;
	s += n;
	for (int i = 0; i < LAYOUT_FIELDS; i++) {
		if (*s++ != ',')
			return false;
		values[i] = 0;
		if (*s < '0' || *s > '9')
			return false;
		for (; *s >= '0' && *s <= '9'; s++)
			values[i] = values[i] * 10 + (*s - '0');
	}
	memcpy(&qt.windows, values, sizeof(values));
	return true;
}

void qtabi_gui(const struct object *gui, const char *layouts)
{
	char id[BUILD_ID];
	*(void **)&qt.window_title = object_symbol(gui, "_ZNK7QWindow5titleEv", NULL);
	object_build_id(gui, id);
	for (const char *s = layouts; s && *s && !qt.windows_known; s = strchr(s, '+'), s = s ? s + 1 : NULL)
		qt.windows_known = read_layout(s, id);
}

bool qtabi_knows_windows(void)
{
	return qt.windows_known;
}

bool qt_counts_containers(void)
{
	return qt.counted_strings;
}

int qtabi_version(void)
{
	return qt.major;
}

int qt_event_type(const void *event)
{
	enum { A = 0x4e21, B = 0x5b13 };
	uint16_t type = 0;
	if (qt.event_type == NOT_YET)
		qt.event_type = probe(qt.event, A, B, sizeof(type));
	if (qt.event_type != UNKNOWN)
		memcpy(&type, (const char *)event + qt.event_type, sizeof(type));
	return type;
}

int qt_timer_id(const void *timer_event)
{
	enum { A = 0x5a17c0, B = 0x25e83f };
	int id = 0;
	if (qt.timer_id == NOT_YET)
		qt.timer_id = probe(qt.timer_event, A, B, sizeof(id));
	if (qt.timer_id != UNKNOWN)
		memcpy(&id, (const char *)timer_event + qt.timer_id, sizeof(id));
	return id;
}

void qt_event_delete(void *event)
{
	void (**vtable)(void *) = *(void (***)(void *))event;
	vtable[1](event); /* the deleting destructor follows the complete one */
}

const char *qt_type_name(int type, char buffer[16])
{
	const struct type_name *t = find_type(type);
	if (t)
		return t->name;
	struct text text = text_in(buffer, 16);
	text_decimal(&text, (unsigned)type);
	return buffer;
}

bool qt_type_is_noise(int type)
{
	const struct type_name *t = find_type(type);
	return t && t->noise;
}

const char *qt_class(const void *object)
{
	typedef const void *(*meta_object)(const void *);
	const meta_object *vtable = *(meta_object *const *)object;
	bool quiet = emit_quiet(); /* the program's own metaObject() */
	const char *name = qt.class_name(vtable[0](object));
	emit_loud(quiet);
	return name ? qml_class(name) : "?";
}

/* QObjectPrivate starts with a vtable, the object and its parent, in 5 and 6. */
struct object_data {
	const void *vtable, *object, *parent;
};

/* QPointer: the count of references, and the object while the count stands. */
struct guarded {
	const int *references; /* weak, then strong: 0 = the object is gone */
	const void *object;
};

/* The object, NULL when it is gone. */
static const void *guarded_object(const char *at)
{
	struct guarded g;
	memcpy(&g, at, sizeof(g));
	return g.references && ((volatile const int *)g.references)[1] ? g.object : NULL;
}

const void *qt_parent(const void *object)
{
	const struct object_data *d = ((const struct object_data *const *)object)[1];
	return d ? d->parent : NULL;
}

const void *qt_public_of(const void *d)
{
	return ((const struct object_data *)d)->object;
}

/* UTF-8; anything that could break a line or a label's syntax becomes '?'. */
static void to_text(char *name, size_t room, const uint16_t *text, intptr_t size)
{
	size_t n = 0;
	for (intptr_t i = 0; i < size && n + 4 < room; i++) {
		unsigned c = text[i];
		if (c < 0x21 || c == 0x7f || (c >= 0xd800 && c < 0xe000)) {
			name[n++] = c == ' ' ? ' ' : '?';
		} else if (c < 0x80) {
			name[n++] = (char)c;
		} else if (c < 0x800) {
			name[n++] = (char)(0xc0 | c >> 6);
			name[n++] = (char)(0x80 | (c & 0x3f));
		} else {
			name[n++] = (char)(0xe0 | c >> 12);
			name[n++] = (char)(0x80 | (c >> 6 & 0x3f));
			name[n++] = (char)(0x80 | (c & 0x3f));
		}
	}
	name[n] = 0;
}

static void release(int *references, void *array)
{
	if (*(volatile int *)references != -1 &&
	    __atomic_sub_fetch(references, 1, __ATOMIC_ACQ_REL) == 0)
		qt.deallocate(array, 2, 8);
}

void qt_string(const void *string, char *to, size_t size)
{
	if (!qt.counted_strings) {
		const struct string6 *s = string;
		to_text(to, size, s->text, s->size);
		return;
	}
	const struct string5 *d = *(const struct string5 *const *)string;
	to_text(to, size, (const uint16_t *)((const char *)d + d->offset), d->size);
}

void qt_ask_string(void (*function)(void *string, const void *object), const void *object, char *to, size_t size)
{
	struct string6 s = { 0 }; /* the larger of the two */
	function(&s, object);
	qt_string(&s, to, size);
	qt_end_string(&s);
}

void qt_end_string(void *string)
{
	struct string6 *s = string;
	/* Both begin with what counts references; of Qt 6 it may be missing. */
	if (s->references)
		release(s->references, s->references);
}

bool qt_inherits(const void *object, const char *class_name)
{
	typedef const void *(*cast)(const void *, const char *);
	const cast *vtable = *(cast *const *)object;
	bool quiet = emit_quiet(); /* the program's own qt_metacast() */
	bool does = vtable[1](object, class_name) != NULL;
	emit_loud(quiet);
	return does;
}

void qt_object_name(const void *object, char name[QT_NAME])
{
	qt_ask_string(qt.object_name, object, name, QT_NAME);
}

void qt_window_title(const void *window, char title[QT_NAME])
{
	title[0] = 0;
	if (qt.window_title)
		qt_ask_string(qt.window_title, window, title, QT_NAME);
}

void *qt_object_thread(const void *object)
{
	return qt.thread(object);
}

bool qt_lives_here(const void *object)
{
	return qt.thread(object) == qt.current_thread();
}

static int int_at(const void *object, int offset)
{
	int n;
	memcpy(&n, (const char *)object + offset, sizeof(n));
	return n;
}

int qt_input_type(const void *window_system_event)
{
	return qt.windows_known ? int_at(window_system_event, qt.windows.type) : 0;
}

enum {
	WINDOW_CLOSE = 0x101, WINDOW_GEOMETRY = 0x02, WINDOW_ENTER = 0x103, WINDOW_LEAVE = 0x104,
	WINDOW_ACTIVATED = 0x05, WINDOW_STATE = 0x06, WINDOW_MOUSE = 0x107, WINDOW_WHEEL = 0x109,
	WINDOW_KEY = 0x10a, WINDOW_TOUCH = 0x10b, WINDOW_EXPOSE = 0x12, WINDOW_CONTEXT_MENU = 0x118,
	WINDOW_TABLET = 0x114, WINDOW_GESTURE = 0x11a,
};

static bool has_window(int type)
{
	static const short types[] = {
		WINDOW_CLOSE, WINDOW_GEOMETRY, WINDOW_ENTER, WINDOW_LEAVE, WINDOW_ACTIVATED,
		WINDOW_STATE, WINDOW_MOUSE, WINDOW_WHEEL, WINDOW_KEY, WINDOW_TOUCH, WINDOW_EXPOSE,
		WINDOW_CONTEXT_MENU, WINDOW_TABLET, WINDOW_GESTURE,
	};
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (types[i] == type)
			return true;
	return false;
}

bool qt_input_read(const void *event, struct qt_input *in)
{
	/* QEvent::Type */
	enum { PRESS = 2, RELEASE = 3, DOUBLE_CLICK = 4, KEY_PRESS = 6, KEY_RELEASE = 7 };
	const struct layout *l = &qt.windows;
	int type = qt_input_type(event), what = 0;
	if (!has_window(type))
		return false;
	*in = (struct qt_input){ .window = guarded_object((const char *)event + l->window),
				 .is_key = type == WINDOW_KEY,
				 .activates = type == WINDOW_ACTIVATED };
	if (type == WINDOW_MOUSE || in->is_key) {
		in->code = int_at(event, in->is_key ? l->key : l->button);
		what = int_at(event, in->is_key ? l->key_type : l->button_type);
	}
	if (what == PRESS || what == DOUBLE_CLICK || what == KEY_PRESS)
		in->action = QT_PRESS;
	else if (what == RELEASE || what == KEY_RELEASE)
		in->action = QT_RELEASE;
	return true;
}

const char *qt_input_name(int type, char buffer[16])
{
	static const char *const names[] = {
		[0x01] = "Close", [0x02] = "GeometryChange", [0x03] = "Enter", [0x04] = "Leave",
		[0x05] = "ActivatedWindow", [0x06] = "WindowStateChanged", [0x07] = "Mouse",
		[0x09] = "Wheel", [0x0a] = "Key", [0x0b] = "Touch", [0x12] = "Expose",
		[0x13] = "FileOpen", [0x14] = "Tablet", [0x18] = "ContextMenu",
		[0x1a] = "Gesture",
	};
	unsigned low = (unsigned)type & 0xff;
	if (low < sizeof(names) / sizeof(*names) && names[low])
		return names[low];
	struct text text = text_in(buffer, 16);
	text_decimal(&text, (unsigned)type);
	return buffer;
}

bool qt_input_is_person(int type)
{
	return (type & 0x100) != 0;
}

bool qt_input_is_pointer(int type)
{
	return type == WINDOW_ENTER || type == WINDOW_LEAVE || type == WINDOW_MOUSE || type == WINDOW_WHEEL;
}
