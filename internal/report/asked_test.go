package report

import (
	"testing"

	"sparseracer/internal/symbols"
	"sparseracer/sparsehb"
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
		want    sparsehb.Answer
	}{
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt}, "ns::View", sparsehb.Asked},
		{[]symbols.Frame{inline, app("ns::View::event(QEvent*)"), qt, qt}, "ns::View", sparsehb.Asked},
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt}, "", sparsehb.Asked}, // Qt's part of it
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt}, "ns::View", sparsehb.Received},
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt, app("ns::Other::invoke()"), qt}, "ns::View", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::Base::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)"), qt}, "", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::View::event(QEvent*)"), qt}, "", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::Other::event(QEvent*)"), qt}, "ns::View", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::View::metaObject() const"), qt, app("ns::Other::look()"), qt}, "ns::View", sparsehb.NotAsked}, // somebody's stale pointer
		{[]symbols.Frame{app("ns::View::cast()"), app("ns::View::event(QEvent*)"), qt}, "ns::View", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::View::each(void*)"), c}, "ns::View", sparsehb.NotAsked}, // a library that forgets nobody
		{[]symbols.Frame{app("Job::run()"), qt}, "Job", sparsehb.NotAsked},
		{[]symbols.Frame{app("ns::View::event(QEvent*)")}, "ns::View", sparsehb.NotAsked},
		{[]symbols.Frame{app("callback(void*)"), qt}, "", sparsehb.NotAsked},
		{nil, "ns::View", sparsehb.NotAsked},
	} {
		if got := askedByQt(x.handler, x.class); got != x.want {
			t.Errorf("%v of %q: %v", x.handler, x.class, got)
		}
	}
}
