/* sinks_settings.c: QSettings, by key. Rules: sinks.h. */
#include "qt_sinks.h"

#include <loopcore/emit.h>
#include <loopcore/text.h>

#include "qtabi.h"

#include <errno.h>
#include <string.h>

/* Asked of Qt; filled in when the hooks are placed. */
static struct {
	void (*settings_file)(void *string, const void *settings);
	void (*settings_group)(void *string, const void *settings);
	void (*variant_text)(void *string, const void *variant);
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
} real;

static bool settings_tell; /* all that changes them does */

/* Settings: settings:FILE#group/key. */

static bool settings_name(const void *settings, const char *key, char name[SINK_NAME])
{
	char path[4096], group[512] = "";
	bool quiet = emit_quiet(); /* what Qt does to answer is no part of the program */
	qt_ask_string(ask.settings_file, settings, path, sizeof path);
	if (key)
		qt_ask_string(ask.settings_group, settings, group, sizeof group);
	emit_loud(quiet);
	if (!sparse_flow_path("settings", path, name, SINK_NAME - 512))
		return false;
	struct text t = text_in(name + strlen(name), SINK_NAME - strlen(name));
	text_add(&t, "#");
	text_add(&t, group);
	text_add(&t, *group && key && *key ? "/" : "");
	text_add(&t, key ? key : "");
	return true;
}

/* `key`: NULL for all of the file; `value`: a QVariant, NULL when the key goes. */
static void tell_setting(const void *settings, const char *key, const void *value, const void *pc)
{
	char name[SINK_NAME], text[SINK_VALUE] = "";
	int saved = errno;
	if (settings_name(settings, key, name)) {
		if (value) {
			bool quiet = emit_quiet();
			qt_ask_string(ask.variant_text, value, text, sizeof text);
			emit_loud(quiet);
		}
		sinks_tell(name, value ? "replace" : "remove", text, strlen(text), true, pc);
	}
	errno = saved;
}

static void on_set_value(void *settings, const void *key, const void *value)
{
	char text[512];
	if (sinks_on()) {
		qt_string(key, text, sizeof text);
		tell_setting(settings, text, value, __builtin_return_address(0));
	}
	SINKS_BELOW(settings_tell);
	real.set_value(settings, key, value);
}

static void on_remove_key(void *settings, const void *key)
{
	char text[512];
	if (sinks_on()) {
		qt_string(key, text, sizeof text);
		tell_setting(settings, text, NULL, __builtin_return_address(0));
	}
	SINKS_BELOW(settings_tell);
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
	if (sinks_on()) {
		view_text(key, size, text, sizeof text);
		tell_setting(settings, text, value, __builtin_return_address(0));
	}
	SINKS_BELOW(settings_tell);
	real.set_value_view(settings, key, size, value);
}

static void on_remove_key_view(void *settings, const void *key, uintptr_t size)
{
	char text[512];
	if (sinks_on()) {
		view_text(key, size, text, sizeof text);
		tell_setting(settings, text, NULL, __builtin_return_address(0));
	}
	SINKS_BELOW(settings_tell);
	real.remove_key_view(settings, key, size);
}

/* All settings of a file, whatever the group: settings:FILE#. */
static void on_clear(void *settings)
{
	if (sinks_on())
		tell_setting(settings, NULL, NULL, __builtin_return_address(0));
	SINKS_BELOW(settings_tell);
	real.clear(settings);
}

/* One more object for a file writes what others have left for it. */
#define MAKE(name)                                                                                            \
	static void on_##name(void *settings, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e) \
	{                                                                                                     \
		SINKS_BELOW(settings_tell);                                                                         \
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
	SINKS_BELOW(settings_tell);
	real.sync(settings);
}

static bool on_settings_event(void *settings, void *event)
{
	SINKS_BELOW(settings_tell);
	return real.settings_event(settings, event);
}

static void on_end_settings(void *settings)
{
	SINKS_BELOW(settings_tell);
	real.end_settings(settings);
}

static struct sink_hook hooks[] = {
	SINK_HOOK("_ZN9QSettings8setValueERK7QStringRK8QVariant", set_value),
	SINK_HOOK("_ZN9QSettings8setValueE14QAnyStringViewRK8QVariant", set_value_view),
	SINK_HOOK("_ZN9QSettings6removeERK7QString", remove_key),
	SINK_HOOK("_ZN9QSettings6removeE14QAnyStringView", remove_key_view),
	SINK_HOOK("_ZN9QSettings5clearEv", clear),
	SINK_HOOK("_ZN9QSettingsC2EP7QObject", make),
	SINK_HOOK("_ZN9QSettingsC2ENS_5ScopeEP7QObject", make_scope),
	SINK_HOOK("_ZN9QSettingsC2ERK7QStringS2_P7QObject", make_named),
	SINK_HOOK("_ZN9QSettingsC2ENS_5ScopeERK7QStringS3_P7QObject", make_scope_named),
	SINK_HOOK("_ZN9QSettingsC2ENS_6FormatENS_5ScopeERK7QStringS4_P7QObject", make_format),
	SINK_HOOK("_ZN9QSettingsC2ERK7QStringNS_6FormatEP7QObject", make_file),
	SINK_HOOK("_ZN9QSettings4syncEv", sync),
	SINK_HOOK("_ZN9QSettings5eventEP6QEvent", settings_event),
	SINK_HOOK("_ZN9QSettingsD2Ev", end_settings),
};

static const struct sink_asked asked[] = {
	SINK_ASKED("_ZNK9QSettings8fileNameEv", settings_file),
	SINK_ASKED("_ZNK9QSettings5groupEv", settings_group),
	SINK_ASKED("_ZNK8QVariant8toStringEv", variant_text),
};

static void placed(void)
{
	settings_tell = (real.set_value || real.set_value_view) && (real.remove_key || real.remove_key_view);
}

const struct sink_part sinks_settings = { hooks, asked, SINK_COUNT(hooks), SINK_COUNT(asked), placed };
