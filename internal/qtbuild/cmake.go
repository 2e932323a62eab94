package qtbuild

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// cmake builds Qt 6: its own build system, which is to use the distribution's moc and rcc
// as if it built for another machine, makes the target Core alone. What it found out is
// compared with what the distribution's build did, so that no library that is missing
// here makes another QtCore.
type cmake struct{}

func (cmake) configure(ctx context.Context, b *Builder, in *Installed, tree string) (plan, error) {
	b.tell("configuring", 0)
	dir := filepath.Join(tree, "build")
	multiarch := filepath.Base(filepath.Dir(in.Stock))
	command := append([]string{"cmake", "-S", tree, "-B", dir, "-G", "Ninja"}, cmakeOptions(multiarch)...)
	if err := run(ctx, tree, "configuring", command...); err != nil {
		return plan{}, err
	}
	headers := filepath.Join("/usr/include", multiarch, "qt6/QtCore")
	for generated, installed := range map[string]string{
		"qtcore-config.h":   headers,
		"qtcore-config_p.h": filepath.Join(headers, in.Version, "QtCore/private"),
	} {
		if err := sameFeatures(filepath.Join(dir, "src/corelib", generated), filepath.Join(installed, generated)); err != nil {
			return plan{}, err
		}
	}
	ninja, err := os.ReadFile(filepath.Join(dir, "build.ninja"))
	if err != nil {
		return plan{}, err
	}
	objects := regexp.MustCompile(`(?m)^build src/corelib/CMakeFiles/Core\.dir/\S+\.o:`).FindAll(ninja, -1)
	return plan{
		dir: dir, command: []string{"ninja", b.jobs(), "Core"}, objects: filepath.Join(dir, "src/corelib/CMakeFiles/Core.dir"), count: len(objects),
		library: filepath.Join(dir, "lib", multiarch, filepath.Base(in.Stock)),
	}, nil
}

// cmakeOptions are those of Debian's rules that QtCore sees, and what leaves the other
// modules out. Compilers and flags are given because the user's environment may name
// others. They are Debian's too: it links QtCore as a whole (LTO), which decides which
// symbols it shows and how strong they are. Without debug information, which takes time
// and changes no code.
func cmakeOptions(multiarch string) []string {
	var options []string
	define := func(prefix, value string, names string) {
		for _, n := range strings.Fields(names) {
			options = append(options, "-D"+prefix+n+"="+value)
		}
	}
	for folder, value := range map[string]string{
		"BIN": "lib/qt6/bin", "LIB": "lib/" + multiarch, "LIBEXEC": "lib/qt6/libexec", "ARCHDATA": "lib/" + multiarch + "/qt6",
		"EXAMPLES": "lib/" + multiarch + "/qt6/examples", "DATA": "share/qt6", "DOC": "share/qt6/doc", "SYSCONF": "/etc/xdg",
		"INCLUDE": "include/" + multiarch + "/qt6", "MKSPECS": "lib/" + multiarch + "/qt6/mkspecs", "PUBLICBIN": "bin",
	} {
		define("INSTALL_", value, folder+"DIR")
	}
	define("FEATURE_", "ON", "doubleconversion glib icu pcre2 system_pcre2 system_libb2")
	define("FEATURE_", "OFF", "mimetype_database rpath relocatable gui network sql dbus testlib concurrent xml")
	define("QT_BUILD_", "OFF", "TESTS EXAMPLES")
	define("CMAKE_", "-O2 -g0 -flto=auto -fstack-protector-strong -D_FORTIFY_SOURCE=2", "C_FLAGS CXX_FLAGS")
	define("CMAKE_", "-flto=auto -Wl,-z,relro -Wl,-z,now", "SHARED_LINKER_FLAGS EXE_LINKER_FLAGS MODULE_LINKER_FLAGS")
	return append(options, "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++",
		"-DCMAKE_INSTALL_PREFIX=/usr", "-DCMAKE_LIBRARY_PATH="+multiarch, "-DQT_FORCE_FIND_TOOLS=ON",
		"-DQT_HOST_PATH=/usr", "-DQT_HOST_PATH_CMAKE_DIR=/usr/lib/"+multiarch+"/cmake")
}

// sameFeatures says whether two generated headers define the same.
func sameFeatures(generated, installed string) error {
	a, err := os.ReadFile(generated)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(installed)
	if err != nil {
		return err
	}
	if bytes.Equal(a, b) {
		return nil
	}
	there := strings.Split(string(b), "\n")
	for i, line := range strings.Split(string(a), "\n") {
		if i >= len(there) || there[i] != line {
			return fmt.Errorf("%s:%d: QtCore is configured differently than the installed one: %q is not in %s (a library's -dev package may be missing)",
				generated, i+1, line, installed)
		}
	}
	return fmt.Errorf("%s: QtCore is configured differently than the installed one: it is shorter than %s", generated, installed)
}
