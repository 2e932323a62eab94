package report

import (
	"testing"

	"sparseracer/internal/symbols"
	"sparseracer/sparsehb/filter"
)

// TestAskedByQt: one function of the program's, a member of the object's class, that
// Qt called.
func TestAskedByQt(t *testing.T) {
	app := func(name string) symbols.Frame {
		return symbols.Frame{Function: name, File: "/home/dev/app.cpp", Module: "/home/dev/app"}
	}
	inline := symbols.Frame{Function: "QScopedPointer<QObjectData>::operator->() const", File: "/usr/include/x86_64-linux-gnu/qt5/QtCore/qscopedpointer.h", Module: "/home/dev/app"}
	qt := symbols.Frame{Function: "QMetaObject::cast(QObject const*) const", Module: "/lib/x86_64-linux-gnu/libQt5Core.so.5"}
	c := symbols.Frame{Function: "g_hash_table_foreach", Module: "/lib/x86_64-linux-gnu/libglib-2.0.so.0"}
	for _, x := range []struct {
		handler []symbols.Frame
		class   string
		asked   string
	}{
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt}, "ns::View", "asked"},
		{[]symbols.Frame{inline, app("ns::View::event(QEvent*)"), qt, qt}, "ns::View", "asked"},
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt}, "", "asked"}, // Qt's part of it
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt}, "ns::View", "received"},
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt, app("ns::Other::invoke()"), qt}, "ns::View", ""},
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt}, "", ""},
		{[]symbols.Frame{app("ns::View::event(QEvent*)"), qt}, "", ""},
		{[]symbols.Frame{app("ns::Other::event(QEvent*)"), qt}, "ns::View", ""},
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt, app("ns::Other::look()"), qt}, "ns::View", ""}, // somebody's stale pointer
		{[]symbols.Frame{app("ns::View::cast()"), app("ns::View::event(QEvent*)"), qt}, "ns::View", ""},
		{[]symbols.Frame{app("ns::View::each(void*)"), c}, "ns::View", ""}, // a library that forgets nobody
		{[]symbols.Frame{app("Job::run()"), qt}, "Job", ""},
		{[]symbols.Frame{app("ns::View::event(QEvent*)")}, "ns::View", ""},
		{[]symbols.Frame{app("callback(void*)"), qt}, "", ""},
		{nil, "ns::View", ""},
	} {
		if got := filter.AskedFor(classified(x.handler), x.class); got != x.asked {
			t.Errorf("%v of %q: %q", x.handler, x.class, got)
		}
	}
}

// TestForLibrary: a function of a header, called by the library that it belongs to, whoever called that.
func TestForLibrary(t *testing.T) {
	app := symbols.Frame{Function: "ns::View::show()", File: "/home/dev/app.cpp", Module: "/home/dev/app"}
	header := symbols.Frame{Function: "QtPrivate::QMetaTypeForType<Card*>::getCopyCtr()", File: "/usr/include/x86_64-linux-gnu/qt6/QtCore/qmetatype.h", Module: "/home/dev/app"}
	qt := symbols.Frame{Function: "QListWidgetItem::data(int) const", Module: "/lib/x86_64-linux-gnu/libQt6Widgets.so.6"}
	for _, x := range []struct {
		handler []symbols.Frame
		want    bool
	}{
		{[]symbols.Frame{header, header, qt, app}, true},
		{[]symbols.Frame{header, qt}, true},
		{[]symbols.Frame{header, app, qt}, false},
		{[]symbols.Frame{app, qt}, false},
		{[]symbols.Frame{qt, app}, false}, // it is the library's own code
		{[]symbols.Frame{header}, false},
		{nil, false},
	} {
		if got := filter.ForLibrary(classified(x.handler)); got != x.want {
			t.Errorf("%v: %v", x.handler, got)
		}
	}
}
