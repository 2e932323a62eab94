package qtbuild

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// qmake builds Qt 5: the distribution's qmake and moc build src/corelib alone. What
// configure would find out stands in the headers and .pri files that the
// distribution installs, and its qmake knows where everything is installed.
type qmake struct{}

const qmakeProgram = "/usr/lib/qt5/bin/qmake"

func (qmake) configure(ctx context.Context, b *Builder, _ *Installed, tree string) (plan, error) {
	b.tell("configuring", 0)
	paths, err := queryPaths(ctx)
	if err != nil {
		return plan{}, err
	}
	core := filepath.Join(tree, "src/corelib")
	if err := installedConfiguration(paths, tree); err != nil {
		return plan{}, err
	}
	if err := os.WriteFile(filepath.Join(core, "global/qconfig.cpp"), []byte(paths.source()), 0o644); err != nil {
		return plan{}, err
	}
	// qmake asks the features of the installed QtCore if this file is there at all.
	if err := os.WriteFile(filepath.Join(core, "qtcore-config.pri"), nil, 0o644); err != nil {
		return plan{}, err
	}
	// Without debug information: it doubles the time and changes no code.
	if err := run(ctx, core, "configuring", qmakeProgram, "QMAKE_CFLAGS+=-g0", "QMAKE_CXXFLAGS+=-g0", "corelib.pro"); err != nil {
		return plan{}, err
	}
	makefile, err := os.ReadFile(filepath.Join(core, "Makefile"))
	if err != nil {
		return plan{}, err
	}
	objects := regexp.MustCompile(`(?m)^\t\t\.obj/\S+\.o`).FindAll(makefile, -1)
	return plan{
		dir: core, command: []string{"make", "-s", b.jobs()}, objects: filepath.Join(core, ".obj"), count: len(objects),
		library: filepath.Join(tree, "lib/libQt5Core.so."+paths["QT_VERSION"]),
	}, nil
}

// paths is what qmake says about the installed Qt.
type paths map[string]string

func queryPaths(ctx context.Context) (paths, error) {
	out, err := exec.CommandContext(ctx, qmakeProgram, "-query").Output()
	if err != nil {
		return nil, fmt.Errorf("%s -query: %w", qmakeProgram, err)
	}
	p := paths{}
	for line := range strings.Lines(string(out)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		p[key] = value
	}
	for _, key := range []string{"QT_VERSION", "QT_INSTALL_PREFIX", "QT_INSTALL_LIBS", "QT_INSTALL_HEADERS"} {
		if p[key] == "" {
			return nil, fmt.Errorf("%s -query: it does not say what %s is", qmakeProgram, key)
		}
	}
	return p, nil
}

// installedConfiguration copies what configure has generated for the distribution.
func installedConfiguration(p paths, tree string) error {
	public := filepath.Join(p["QT_INSTALL_HEADERS"], "QtCore")
	private := filepath.Join(public, p["QT_VERSION"], "QtCore/private")
	own := filepath.Join(tree, "include/QtCore", p["QT_VERSION"], "QtCore/private")
	for from, to := range map[string][]string{
		public + "/qconfig.h":          {tree + "/src/corelib/global", tree + "/include/QtCore"},
		private + "/qconfig_p.h":       {tree + "/src/corelib/global", own},
		public + "/qtcore-config.h":    {tree + "/src/corelib", tree + "/include/QtCore"},
		private + "/qtcore-config_p.h": {tree + "/src/corelib", own},
	} {
		for _, dir := range to {
			if err := copyFile(from, filepath.Join(dir, filepath.Base(from))); err != nil {
				return err
			}
		}
	}
	return nil
}

// source is global/qconfig.cpp: where Qt is installed, for QLibraryInfo. The order
// is that of its enumeration LibraryLocation.
func (p paths) source() string {
	var offsets, strs strings.Builder
	at := 0
	for _, key := range strings.Fields("DOCS HEADERS LIBS LIBEXECS BINS PLUGINS IMPORTS QML ARCHDATA DATA TRANSLATIONS EXAMPLES TESTS") {
		value := p.relative("QT_INSTALL_" + key)
		fmt.Fprintf(&offsets, "%d, ", at)
		fmt.Fprintf(&strs, "    %q \"\\0\"\n", value)
		at += len(value) + 1
	}
	up, err := filepath.Rel(p["QT_INSTALL_LIBS"], p["QT_INSTALL_PREFIX"])
	if err != nil {
		up = p["QT_INSTALL_PREFIX"]
	}
	return fmt.Sprintf(`static const char qt_configure_prefix_path_str[12 + 256] = "qt_prfxpath=" %q;
static const short qt_configure_str_offsets[] = { %s };
static const char qt_configure_strs[] =
%s;
#define QT_CONFIGURE_SETTINGS_PATH %q
#define QT_CONFIGURE_LIBLOCATION_TO_PREFIX_PATH %q
#define QT_CONFIGURE_PREFIX_PATH qt_configure_prefix_path_str + 12
`, p["QT_INSTALL_PREFIX"], offsets.String(), strs.String(), p.relative("QT_INSTALL_CONFIGURATION"), up)
}

// relative is a path below the prefix, or an absolute one, as configure puts it.
func (p paths) relative(key string) string {
	return strings.TrimPrefix(p[key], strings.TrimSuffix(p["QT_INSTALL_PREFIX"], "/")+"/")
}
