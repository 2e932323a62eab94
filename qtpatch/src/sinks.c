/* sinks.c: see sinks.h. QSettings by key, devices and text streams by file or peer. */
#include "sinks.h"

#include "emit.h"
#include "entry.h"
#include "qtabi.h"
#include "text.h"

#define SPARSEREC_WEAK
#include <sparserec/flow.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 4096 + 512, VALUE = 4096 };

/* Asked of Qt; filled in when the hooks are placed. */
static struct {
	void (*settings_file)(void *string, const void *settings);
	void (*settings_group)(void *string, const void *settings);
	void (*variant_text)(void *string, const void *variant);
	int (*file_handle)(const void *device);
	int64_t (*position)(const void *device);
	void (*save_name)(void *string, const void *device);
	const void *(*stream_device)(const void *stream);
} ask;

/* One of the constructors: all that they take comes in registers. */
typedef void make_settings(void *settings, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* The ways back. */
static struct {
	void (*set_value)(void *settings, const void *key, const void *value);
	void (*set_value_view)(void *settings, const void *key, uintptr_t size, const void *value); /* Qt 6 */
	void (*remove_key)(void *settings, const void *key);
	void (*remove_key_view)(void *settings, const void *key, uintptr_t size);
	void (*clear)(void *settings);
	make_settings *make, *make_scope, *make_named, *make_scope_named, *make_format, *make_file;
	void (*sync)(void *settings);
	bool (*settings_event)(void *settings, void *event);
	void (*end_settings)(void *settings);
	int64_t (*device_write)(void *device, const char *bytes, int64_t n);
	void (*stream_flush)(void *stream);
	void (*end_stream)(void *stream);
	void *(*put_string)(void *stream, const void *string);
	void *(*put_view)(void *stream, uintptr_t size, const void *text);
	void *(*put_latin1)(void *stream, uintptr_t size, const char *text);
	void *(*put_bytes)(void *stream, const void *bytes);
	void *(*put_text)(void *stream, const char *text);
	void *(*put_char)(void *stream, int c);
	void *(*put_qchar)(void *stream, unsigned c);
	void *(*put_int)(void *stream, int n);
	void *(*put_unsigned)(void *stream, unsigned n);
	void *(*put_short)(void *stream, int n);
	void *(*put_ushort)(void *stream, unsigned n);
	void *(*put_long)(void *stream, long n);
	void *(*put_ulong)(void *stream, unsigned long n);
	void *(*put_longlong)(void *stream, long long n);
	void *(*put_ulonglong)(void *stream, unsigned long long n);
	void *(*put_float)(void *stream, float n);
	void *(*put_double)(void *stream, double n);
} real;

static bool wanted;
static bool settings_tell; /* all that changes them does */
static struct sparse_layer core; /* where its code is */

/* This thread is inside of what has told it, or will. */
static _Thread_local int below;

static bool enter(bool told)
{
	if (told) {
		below++;
		sparse_flow_below(1);
	}
	return told;
}

static void leave(const bool *told)
{
	if (*told) {
		below--;
		sparse_flow_below(-1);
	}
}

#define BELOW(told) __attribute__((cleanup(leave), unused)) const bool inside = enter(told)

static bool on(void) { return below == 0 && sparse_flow_on && sparse_flow_on(); }

static void tell(const char *name, const char *how, const void *bytes, size_t n, bool copied, const void *pc)
{
	struct sparse_state s = { .name = name, .how = how, .bytes = bytes, .size = n, .pc = pc, .copied = copied };
	sparse_state(&s);
}

/* Settings: settings:FILE#group/key. */

static bool settings_name(const void *settings, const char *key, char name[NAME])
{
	char path[4096], group[512] = "";
	bool quiet = emit_quiet(); /* what Qt does to answer is no part of the program */
	qt_ask_string(ask.settings_file, settings, path, sizeof path);
	if (key)
		qt_ask_string(ask.settings_group, settings, group, sizeof group);
	emit_loud(quiet);
	if (!sparse_flow_path("settings", path, name, NAME - 512))
		return false;
	struct text t = text_in(name + strlen(name), NAME - strlen(name));
	text_add(&t, "#");
	text_add(&t, group);
	text_add(&t, *group && key && *key ? "/" : "");
	text_add(&t, key ? key : "");
	return true;
}

/* `key`: NULL for all of the file; `value`: a QVariant, NULL when the key goes. */
static void tell_setting(const void *settings, const char *key, const void *value, const void *pc)
{
	char name[NAME], text[VALUE] = "";
	int saved = errno;
	if (settings_name(settings, key, name)) {
		if (value) {
			bool quiet = emit_quiet();
			qt_ask_string(ask.variant_text, value, text, sizeof text);
			emit_loud(quiet);
		}
		tell(name, value ? "replace" : "remove", text, strlen(text), true, pc);
	}
	errno = saved;
}

static void on_set_value(void *settings, const void *key, const void *value)
{
	char text[512];
	if (on()) {
		qt_string(key, text, sizeof text);
		tell_setting(settings, text, value, __builtin_return_address(0));
	}
	BELOW(settings_tell);
	real.set_value(settings, key, value);
}

static void on_remove_key(void *settings, const void *key)
{
	char text[512];
	if (on()) {
		qt_string(key, text, sizeof text);
		tell_setting(settings, text, NULL, __builtin_return_address(0));
	}
	BELOW(settings_tell);
	real.remove_key(settings, key);
}

/* A QAnyStringView of Qt 6: where the text is, and its size with two bits on top,
 * which say of what kind it is. */
static void view_text(const void *view, uintptr_t tagged, char *to, size_t size)
{
	uintptr_t n = tagged & ~(uintptr_t)0 >> 2;
	const uint16_t *wide = view;
	const char *narrow = view;
	size_t i;
	for (i = 0; i < n && i + 1 < size; i++)
		to[i] = tagged >> 63 ? (wide[i] < 0x80 ? (char)wide[i] : '?') : narrow[i];
	to[i] = 0;
}

static void on_set_value_view(void *settings, const void *key, uintptr_t size, const void *value)
{
	char text[512];
	if (on()) {
		view_text(key, size, text, sizeof text);
		tell_setting(settings, text, value, __builtin_return_address(0));
	}
	BELOW(settings_tell);
	real.set_value_view(settings, key, size, value);
}

static void on_remove_key_view(void *settings, const void *key, uintptr_t size)
{
	char text[512];
	if (on()) {
		view_text(key, size, text, sizeof text);
		tell_setting(settings, text, NULL, __builtin_return_address(0));
	}
	BELOW(settings_tell);
	real.remove_key_view(settings, key, size);
}

/* All settings of a file, whatever the group: settings:FILE#. */
static void on_clear(void *settings)
{
	if (on())
		tell_setting(settings, NULL, NULL, __builtin_return_address(0));
	BELOW(settings_tell);
	real.clear(settings);
}

/* One more object for a file writes what others have left for it. */
#define MAKE(name)                                                                                            \
	static void on_##name(void *settings, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e) \
	{                                                                                                     \
		BELOW(settings_tell);                                                                         \
		real.name(settings, a, b, c, d, e);                                                           \
	}
MAKE(make)
MAKE(make_scope)
MAKE(make_named)
MAKE(make_scope_named)
MAKE(make_format)
MAKE(make_file)

static void on_sync(void *settings)
{
	BELOW(settings_tell);
	real.sync(settings);
}

static bool on_settings_event(void *settings, void *event)
{
	BELOW(settings_tell);
	return real.settings_event(settings, event);
}

static void on_end_settings(void *settings)
{
	BELOW(settings_tell);
	real.end_settings(settings);
}

/* Devices: of files and sockets of a network, by the descriptor. */

struct target {
	int fd;
	bool appends; /* what is written now goes behind all that is there */
	char name[NAME];
};

/* A file that is given its name when it is whole: that name. */
static bool save_name(const void *device, char name[NAME])
{
	char path[8192], *file = path;
	bool quiet = emit_quiet();
	if (getcwd(path, 4096)) {
		file = path + strlen(path);
		*file++ = '/';
	}
	qt_ask_string(ask.save_name, device, file, 4096);
	emit_loud(quiet);
	return sparse_flow_path("file", *file == '/' ? file : path, name, NAME);
}

static bool device_target(const void *device, struct target *t)
{
	struct object o;
	struct stat st;
	int (*descriptor)(const void *) = NULL;
	if (qt_inherits(device, "QFileDevice")) {
		bool quiet = emit_quiet();
		t->fd = ask.file_handle(device);
		emit_loud(quiet);
		if (t->fd < 0 || fstat(t->fd, &st) != 0 || !S_ISREG(st.st_mode))
			return false;
		t->appends = ask.position(device) >= st.st_size || fcntl(t->fd, F_GETFL) & O_APPEND;
		sparse_flow_above(t->fd, core);
		return qt_inherits(device, "QSaveFile") ? save_name(device, t->name) : sparse_flow_name(t->fd, t->name, NAME);
	}
	if (!qt_inherits(device, "QAbstractSocket") || !object_find(qtabi_version() == 6 ? "libQt6Network.so" : "libQt5Network.so", &o))
		return false;
	*(void **)&descriptor = object_symbol(&o, "_ZNK15QAbstractSocket16socketDescriptorEv", NULL);
	t->fd = descriptor ? descriptor(device) : -1;
	t->appends = true;
	if (t->fd < 0 || !sparse_flow_name(t->fd, t->name, NAME))
		return false;
	sparse_flow_above(t->fd, (struct sparse_layer){ (const void *)o.start, (const void *)o.end });
	return true;
}

static int64_t on_device_write(void *device, const char *bytes, int64_t n)
{
	struct target t;
	bool told = on() && n > 0 && device_target(device, &t);
	int64_t done = real.device_write(device, bytes, n);
	int saved = errno;
	if (told && done > 0)
		tell(t.name, t.appends ? "append" : "replace", bytes, (size_t)done, false, __builtin_return_address(0));
	errno = saved;
	return done;
}

/* Text streams: what is put into them, which they keep until they are flushed. Whether
 * that was told is asked of the stream alone: its device may be gone by then. */

enum { STREAMS = 256 };
static const void *_Atomic streams[STREAMS]; /* that have told; of two in one place the later one */

static const void *_Atomic *place_of(const void *stream)
{
	return &streams[((uintptr_t)stream >> 3 ^ (uintptr_t)stream >> 12) % STREAMS];
}

static bool has_told(const void *stream) { return on() && *place_of(stream) == stream; }

static bool put(const void *stream, const void *bytes, size_t n, bool copied, const void *pc)
{
	struct target t;
	int saved = errno;
	const void *device = on() ? ask.stream_device(stream) : NULL;
	bool told = device && device_target(device, &t);
	if (told) {
		*place_of(stream) = stream;
		tell(t.name, t.appends ? "append" : "replace", bytes, n, copied, pc);
	}
	errno = saved;
	return told;
}

#define PUT(name, declared, passed, bytes, n, copied)                                                   \
	static void *on_put_##name declared                                                             \
	{                                                                                               \
		BELOW(put(stream, bytes, n, copied, __builtin_return_address(0)));                      \
		return real.put_##name passed;                                                           \
	}

PUT(view, (void *stream, uintptr_t size, const void *text), (stream, size, text), text, 2 * size, false)
PUT(latin1, (void *stream, uintptr_t size, const char *text), (stream, size, text), text, (uint32_t)size, false)
PUT(bytes, (void *stream, const void *bytes), (stream, bytes), NULL, 0, true)
PUT(text, (void *stream, const char *text), (stream, text), text, text ? strlen(text) : 0, false)
PUT(char, (void *stream, int c), (stream, c), &(char){ (char)c }, 1, true)
PUT(qchar, (void *stream, unsigned c), (stream, c), &(uint16_t){ (uint16_t)c }, 2, true)
PUT(int, (void *stream, int n), (stream, n), &n, sizeof n, true)
PUT(unsigned, (void *stream, unsigned n), (stream, n), &n, sizeof n, true)
PUT(short, (void *stream, int n), (stream, n), &(short){ (short)n }, sizeof(short), true)
PUT(ushort, (void *stream, unsigned n), (stream, n), &(short){ (short)n }, sizeof(short), true)
PUT(long, (void *stream, long n), (stream, n), &n, sizeof n, true)
PUT(ulong, (void *stream, unsigned long n), (stream, n), &n, sizeof n, true)
PUT(longlong, (void *stream, long long n), (stream, n), &n, sizeof n, true)
PUT(ulonglong, (void *stream, unsigned long long n), (stream, n), &n, sizeof n, true)
PUT(float, (void *stream, float n), (stream, n), &n, sizeof n, true)
PUT(double, (void *stream, double n), (stream, n), &n, sizeof n, true)

static void *on_put_string(void *stream, const void *string)
{
	char text[VALUE];
	qt_string(string, text, sizeof text);
	BELOW(put(stream, text, strlen(text), true, __builtin_return_address(0)));
	return real.put_string(stream, string);
}

/* What it kept goes on to the device. */
static void on_stream_flush(void *stream)
{
	BELOW(has_told(stream));
	real.stream_flush(stream);
}

static void on_end_stream(void *stream)
{
	BELOW(has_told(stream));
	real.end_stream(stream);
	if (*place_of(stream) == stream)
		*place_of(stream) = NULL;
}

static struct {
	const char *symbol;
	void *ours, **original;
	struct entry entry;
	bool prepared;
} hooks[] = {
#define HOOK(symbol, name) { symbol, (void *)on_##name, (void **)&real.name, { 0 }, false }
	HOOK("_ZN9QSettings8setValueERK7QStringRK8QVariant", set_value),
	HOOK("_ZN9QSettings8setValueE14QAnyStringViewRK8QVariant", set_value_view),
	HOOK("_ZN9QSettings6removeERK7QString", remove_key),
	HOOK("_ZN9QSettings6removeE14QAnyStringView", remove_key_view),
	HOOK("_ZN9QSettings5clearEv", clear),
	HOOK("_ZN9QSettingsC2EP7QObject", make),
	HOOK("_ZN9QSettingsC2ENS_5ScopeEP7QObject", make_scope),
	HOOK("_ZN9QSettingsC2ERK7QStringS2_P7QObject", make_named),
	HOOK("_ZN9QSettingsC2ENS_5ScopeERK7QStringS3_P7QObject", make_scope_named),
	HOOK("_ZN9QSettingsC2ENS_6FormatENS_5ScopeERK7QStringS4_P7QObject", make_format),
	HOOK("_ZN9QSettingsC2ERK7QStringNS_6FormatEP7QObject", make_file),
	HOOK("_ZN9QSettings4syncEv", sync),
	HOOK("_ZN9QSettings5eventEP6QEvent", settings_event),
	HOOK("_ZN9QSettingsD2Ev", end_settings),
	HOOK("_ZN9QIODevice5writeEPKcx", device_write),
	HOOK("_ZN11QTextStream5flushEv", stream_flush),
	HOOK("_ZN11QTextStreamD2Ev", end_stream),
	HOOK("_ZN11QTextStreamlsERK7QString", put_string),
	HOOK("_ZN11QTextStreamlsE11QStringView", put_view),
	HOOK("_ZN11QTextStreamlsE13QLatin1String", put_latin1),
	HOOK("_ZN11QTextStreamlsERK10QByteArray", put_bytes),
	HOOK("_ZN11QTextStreamlsEPKc", put_text),
	HOOK("_ZN11QTextStreamlsEc", put_char),
	HOOK("_ZN11QTextStreamlsE5QChar", put_qchar),
	HOOK("_ZN11QTextStreamlsEi", put_int),
	HOOK("_ZN11QTextStreamlsEj", put_unsigned),
	HOOK("_ZN11QTextStreamlsEs", put_short),
	HOOK("_ZN11QTextStreamlsEt", put_ushort),
	HOOK("_ZN11QTextStreamlsEl", put_long),
	HOOK("_ZN11QTextStreamlsEm", put_ulong),
	HOOK("_ZN11QTextStreamlsEx", put_longlong),
	HOOK("_ZN11QTextStreamlsEy", put_ulonglong),
	HOOK("_ZN11QTextStreamlsEf", put_float),
	HOOK("_ZN11QTextStreamlsEd", put_double),
#undef HOOK
};

enum { HOOKS = sizeof(hooks) / sizeof(*hooks) };

void sinks_wanted(bool is)
{
	wanted = is;
}

static bool asks(const struct object *o)
{
	*(void **)&ask.settings_file = object_symbol(o, "_ZNK9QSettings8fileNameEv", NULL);
	*(void **)&ask.settings_group = object_symbol(o, "_ZNK9QSettings5groupEv", NULL);
	*(void **)&ask.variant_text = object_symbol(o, "_ZNK8QVariant8toStringEv", NULL);
	*(void **)&ask.file_handle = object_symbol(o, "_ZNK11QFileDevice6handleEv", NULL);
	*(void **)&ask.position = object_symbol(o, "_ZNK9QIODevice3posEv", NULL);
	*(void **)&ask.save_name = object_symbol(o, "_ZNK9QSaveFile8fileNameEv", NULL);
	*(void **)&ask.stream_device = object_symbol(o, "_ZNK11QTextStream6deviceEv", NULL);
	return ask.settings_file && ask.settings_group && ask.variant_text && ask.file_handle && ask.position &&
	       ask.save_name && ask.stream_device;
}

void sinks_install(const struct object *o)
{
	struct island is;
	if (!wanted || !sparse_state || !sparse_flow_above || !asks(o) || !island_open(&is, o->start, o->end))
		return;
	core = (struct sparse_layer){ (const void *)o->start, (const void *)o->end };
	for (int i = 0; i < HOOKS; i++) {
		size_t size = 0;
		void *function = object_symbol(o, hooks[i].symbol, &size);
		hooks[i].prepared = function && entry_prepare(&is, &hooks[i].entry, function, size, hooks[i].ours);
		if (hooks[i].prepared)
			*hooks[i].original = hooks[i].entry.original;
	}
	if (!island_seal(&is))
		return;
	for (int i = 0; i < HOOKS; i++)
		if (hooks[i].prepared && !entry_switch(&hooks[i].entry))
			*hooks[i].original = NULL;
	settings_tell = (real.set_value || real.set_value_view) && (real.remove_key || real.remove_key_view);
}
