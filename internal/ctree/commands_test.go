package ctree

import (
	"reflect"
	"testing"
)

// TestSplit: command lines as CMake writes them.
func TestSplit(t *testing.T) {
	got := split(`c++ '-DA=b c' -DS=\"x\" "a\"b" ''  -c x.cpp`)
	if want := []string{"c++", "-DA=b c", `-DS="x"`, `a"b`, "", "-c", "x.cpp"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}
