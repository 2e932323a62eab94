package qtbuild

import "testing"

func TestOwner(t *testing.T) {
	const lib = "/usr/lib/x86_64-linux-gnu/libQt6Core.so.6"
	for _, c := range []struct{ name, list, file, pkg, path string }{
		{"another name", "libqt6core6t64:amd64: " + lib + "\n", "libQt6Core.so.6", "libqt6core6t64", lib},
		{"of no architecture", "own-qt: /opt/qt/lib/libQt6Core.so.6\n", "libQt6Core.so.6", "own-qt", "/opt/qt/lib/libQt6Core.so.6"},
		{"of two", "libqt6core6:i386: /usr/lib/i386-linux-gnu/libQt6Core.so.6\nlibqt6core6:amd64: " + lib + "\n", "libQt6Core.so.6", "libqt6core6", lib},
		{"of another alone", "libqt6core6:i386: /usr/lib/i386-linux-gnu/libQt6Core.so.6\n", "libQt6Core.so.6", "", ""},
		{"the path that was asked for", "a:amd64: /opt/libx.so\nb:amd64: /usr/lib/libx.so\n", "/usr/lib/libx.so", "b", "/usr/lib/libx.so"},
		{"several packages", "a:amd64, b:amd64: /usr/share/x\n", "x", "a", "/usr/share/x"},
		{"a diversion", "diversion by m from: /usr/lib/libx.so\ndiversion by m to: /usr/lib/o/libx.so\nb: /usr/lib/libx.so\n", "libx.so", "b", "/usr/lib/libx.so"},
		{"a longer name", "d: /usr/lib/libx.so.1\n", "libx.so", "", ""},
		{"nothing", "", "libx.so", "", ""},
	} {
		if pkg, path := owner(c.list, c.file, "amd64"); pkg != c.pkg || path != c.path {
			t.Errorf("%s: %q, %q", c.name, pkg, path)
		}
	}
}
