/* sinks_devices.c: devices and text streams, by file or peer. Rules: sinks.h. */
#include "qt_sinks.h"

#include <loopcore/emit.h>

#include "qtabi.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sparserec/rawsys.h>

/* Asked of Qt; filled in when the hooks are placed. */
static struct {
	int (*file_handle)(const void *device);
	int64_t (*position)(const void *device);
	void (*save_name)(void *string, const void *device);
	const void *(*stream_device)(const void *stream);
} ask;

/* The ways back. */
static struct {
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

/* Devices: of files and sockets of a network, by the descriptor. */

struct target {
	int fd;
	bool appends; /* what is written now goes behind all that is there */
	char name[SINK_NAME];
};

/* A file that is given its name when it is whole: that name. */
static bool save_name(const void *device, char name[SINK_NAME])
{
	char path[8192], *file = path;
	bool quiet = emit_quiet();
	if (getcwd(path, 4096)) {
		file = path + strlen(path);
		*file++ = '/';
	}
	qt_ask_string(ask.save_name, device, file, 4096);
	emit_loud(quiet);
	return sparse_flow_path("file", *file == '/' ? file : path, name, SINK_NAME);
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
		if (t->fd < 0 || sys_fstat(t->fd, &st) != 0 || !S_ISREG(st.st_mode))
			return false;
		t->appends = ask.position(device) >= st.st_size || sys_flags(t->fd) & O_APPEND;
		sparse_flow_above(t->fd, qt_core_layer());
		return qt_inherits(device, "QSaveFile") ? save_name(device, t->name) : sparse_flow_name(t->fd, t->name, SINK_NAME);
	}
	if (!qt_inherits(device, "QAbstractSocket") || !object_find(qtabi_version() == 6 ? "libQt6Network.so" : "libQt5Network.so", &o))
		return false;
	*(void **)&descriptor = object_symbol(&o, "_ZNK15QAbstractSocket16socketDescriptorEv", NULL);
	t->fd = descriptor ? descriptor(device) : -1;
	t->appends = true;
	if (t->fd < 0 || !sparse_flow_name(t->fd, t->name, SINK_NAME))
		return false;
	sparse_flow_above(t->fd, (struct sparse_layer){ (const void *)o.start, (const void *)o.end });
	return true;
}

static int64_t on_device_write(void *device, const char *bytes, int64_t n)
{
	struct target t;
	bool reported = sinks_on() && n > 0 && device_target(device, &t);
	int64_t done = real.device_write(device, bytes, n);
	int saved = errno;
	if (reported && done > 0)
		sinks_tell(t.name, t.appends ? "append" : "replace", bytes, (size_t)done, false, __builtin_return_address(0));
	errno = saved;
	return done;
}

/* Text streams: what is put into them, which they keep until they are flushed. Whether
 * that was reported is asked of the stream alone: its device may be gone by then. */

enum { STREAMS = 256 };
static const void *_Atomic streams[STREAMS]; /* that have reported; of two in one place the later one */

static const void *_Atomic *place_of(const void *stream)
{
	return &streams[((uintptr_t)stream >> 3 ^ (uintptr_t)stream >> 12) % STREAMS];
}

static bool has_told(const void *stream) { return sinks_on() && *place_of(stream) == stream; }

static bool put(const void *stream, const void *bytes, size_t n, bool copied, const void *pc)
{
	struct target t;
	int saved = errno;
	const void *device = sinks_on() ? ask.stream_device(stream) : NULL;
	bool reported = device && device_target(device, &t);
	if (reported) {
		*place_of(stream) = stream;
		sinks_tell(t.name, t.appends ? "append" : "replace", bytes, n, copied, pc);
	}
	errno = saved;
	return reported;
}

#define PUT(name, declared, passed, bytes, n, copied)                                                   \
	static void *on_put_##name declared                                                             \
	{                                                                                               \
		SINKS_BELOW(put(stream, bytes, n, copied, __builtin_return_address(0)));                      \
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
	char text[SINK_VALUE];
	qt_string(string, text, sizeof text);
	SINKS_BELOW(put(stream, text, strlen(text), true, __builtin_return_address(0)));
	return real.put_string(stream, string);
}

/* What it kept goes on to the device. */
static void on_stream_flush(void *stream)
{
	SINKS_BELOW(has_told(stream));
	real.stream_flush(stream);
}

static void on_end_stream(void *stream)
{
	SINKS_BELOW(has_told(stream));
	real.end_stream(stream);
	if (*place_of(stream) == stream)
		*place_of(stream) = NULL;
}

static struct sink_hook hooks[] = {
	SINK_HOOK("_ZN9QIODevice5writeEPKcx", device_write),
	SINK_HOOK("_ZN11QTextStream5flushEv", stream_flush),
	SINK_HOOK("_ZN11QTextStreamD2Ev", end_stream),
	SINK_HOOK("_ZN11QTextStreamlsERK7QString", put_string),
	SINK_HOOK("_ZN11QTextStreamlsE11QStringView", put_view),
	SINK_HOOK("_ZN11QTextStreamlsE13QLatin1String", put_latin1),
	SINK_HOOK("_ZN11QTextStreamlsERK10QByteArray", put_bytes),
	SINK_HOOK("_ZN11QTextStreamlsEPKc", put_text),
	SINK_HOOK("_ZN11QTextStreamlsEc", put_char),
	SINK_HOOK("_ZN11QTextStreamlsE5QChar", put_qchar),
	SINK_HOOK("_ZN11QTextStreamlsEi", put_int),
	SINK_HOOK("_ZN11QTextStreamlsEj", put_unsigned),
	SINK_HOOK("_ZN11QTextStreamlsEs", put_short),
	SINK_HOOK("_ZN11QTextStreamlsEt", put_ushort),
	SINK_HOOK("_ZN11QTextStreamlsEl", put_long),
	SINK_HOOK("_ZN11QTextStreamlsEm", put_ulong),
	SINK_HOOK("_ZN11QTextStreamlsEx", put_longlong),
	SINK_HOOK("_ZN11QTextStreamlsEy", put_ulonglong),
	SINK_HOOK("_ZN11QTextStreamlsEf", put_float),
	SINK_HOOK("_ZN11QTextStreamlsEd", put_double),
};

static const struct sink_asked asked[] = {
	SINK_ASKED("_ZNK11QFileDevice6handleEv", file_handle),
	SINK_ASKED("_ZNK9QIODevice3posEv", position),
	SINK_ASKED("_ZNK9QSaveFile8fileNameEv", save_name),
	SINK_ASKED("_ZNK11QTextStream6deviceEv", stream_device),
};

const struct sink_part sinks_devices = { hooks, asked, SINK_COUNT(hooks), SINK_COUNT(asked), NULL };
