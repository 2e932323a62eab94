package steer

import "testing"

func TestHeaderName(t *testing.T) {
	for name, want := range map[string]bool{
		"std::vector::push_back": true, "operator delete": true, "QList::append": true, "qDeleteAll": true,
		"QtPrivate::QSlotObject::impl": true, "memcpy": true,
		"Viewer::~Viewer": false, "Query::run": false, "queue": false, "Q": false,
	} {
		if got := headerName(name); got != want {
			t.Errorf("headerName(%q) = %v", name, got)
		}
	}
}
