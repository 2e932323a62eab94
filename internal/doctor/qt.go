package doctor

// What doctor asks about Qt, and about a screen for its programs.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/qtbuild"
	"sparseracer/internal/selftest"
	"sparseracer/internal/steering"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

// Packages to install where there is none yet; all suites call these so.
var (
	qtPackage     = map[int]string{5: "qtbase5-dev", 6: "qt6-base-dev"}
	headerPackage = map[int]string{5: "qtbase5-private-dev", 6: "qt6-base-private-dev"}
)

// packageOf is the package that a library is in, the one to install for it if none is.
func (m machine) packageOf(library, otherwise string) string {
	if pkg, _, err := qtbuild.Owner(m.ctx, library); err == nil {
		return pkg
	}
	return otherwise
}

// qts looks at each Qt that is installed; one is enough, and none is needed for programs
// with another event loop.
func (m machine) qts() []Finding {
	var out []Finding
	for _, major := range []int{5, 6} {
		core := install.FindLibrary(fmt.Sprintf("libQt%dCore.so.%d", major, major))
		if core == "" {
			continue
		}
		real, err := filepath.EvalSymlinks(core)
		if err != nil {
			real = core
		}
		name := fmt.Sprintf("Qt %d", major)
		out = append(out,
			Finding{What: name, Detail: strings.TrimPrefix(filepath.Base(real), fmt.Sprintf("libQt%dCore.so.", major)) + ", " + real},
			m.hooks(name, core, install.FindLibrary(fmt.Sprintf("libQt%dGui.so.%d", major, major))),
			m.input(name, major), m.offscreen(name, major), m.qtSymbols(name, core, real, major), m.patched(name, major))
	}
	if len(out) == 0 {
		return []Finding{{What: "Qt", Detail: "neither libQt5Core.so.5 nor libQt6Core.so.6 was found",
			Fix: "apt-get install " + qtPackage[5] + " or " + qtPackage[6] + " (only for programs that use Qt)"}}
	}
	return out
}

// hooks are placed in a process of their own.
func (m machine) hooks(qt, core, gui string) Finding {
	f := Finding{What: qt + " hooks", Fix: "sparseracer qt status (names them; races around them are missed)"}
	dir, done, err := install.PreloadDir()
	if err != nil {
		return f.but("%v", err)
	}
	defer done()
	out, err := install.AskHooks(m.ctx, dir, core, gui)
	if err != nil {
		f.Fix = "is LD_PRELOAD allowed here?"
		return f.but("%s", strings.TrimSpace(err.Error()))
	}
	placed, all := countHooks(out)
	tested, err := selftest.Ask(m.ctx, m.env, selftest.Library{Family: selftest.Qt, Files: []string{core, gui}})
	if err != nil {
		return f.but("%v", err)
	}
	if tested.Failed != "" {
		return f.but("%d of %d in place; the self-test could not be run: %s", placed, all, tested.Failed)
	}
	if placed == all && all > 0 && len(tested.Unseen) == 0 {
		f.Fix = ""
	}
	return f.but("%d of %d in place, %d of %d facts seen by the self-test", placed, all, tested.Facts-len(tested.Unseen), tested.Facts)
}

// countHooks reads what the option qt_status prints.
func countHooks(out string) (placed, all int) {
	return strings.Count(out, steering.StatusPlaced), strings.Count(out, "\n")
}

// input: a person's input is described, and played again, by a library of ours that is made
// with the private headers of one Qt.
func (m machine) input(qt string, major int) Finding {
	name := fmt.Sprintf("libsparseinput%d.so", major)
	f := Finding{What: qt + " input", Detail: name + " was not built: input is recorded without what it was, and confirm cannot play it"}
	f.Fix = "apt-get install " + headerPackage[major] + ", then make"
	if install.FindLibrary(fmt.Sprintf("libQt%dWidgets.so.%d", major, major)) == "" {
		f.Fix = ""
		return f.but("not needed: no widgets of %s are installed", qt)
	}
	dir, done, err := install.PreloadDir()
	if err != nil {
		return f.but("%v", err)
	}
	defer done()
	library := filepath.Join(dir, name)
	if !install.FileExists(library) {
		return f
	}
	if why := cannotLoad(m.ctx, library); why != "" {
		f.Fix = "make it again here: it was built with the private headers of another " + qt
		return f.but("%s", why)
	}
	return f.is("%s", library)
}

// cannotLoad is what the dynamic linker has against a library with all its symbols, ""
// if nothing.
func cannotLoad(ctx context.Context, library string) string {
	cmd := exec.CommandContext(ctx, "/bin/true")
	cmd.Env = append(os.Environ(), "LD_BIND_NOW=1", "LD_PRELOAD="+library)
	out, err := cmd.CombinedOutput()
	if err == nil && len(out) == 0 {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if line == "" {
		line = err.Error()
	}
	return line
}

func (m machine) offscreen(qt string, major int) Finding {
	pkg := m.packageOf(fmt.Sprintf("libQt%dGui.so.%d", major, major), qtPackage[major])
	f := Finding{What: qt + " offscreen", Fix: "apt-get install " + pkg + " (to run its programs without a screen)"}
	if p := install.FindLibrary(fmt.Sprintf("qt%d/plugins/platforms/libqoffscreen.so", major)); p != "" {
		return f.is("%s", p)
	}
	return f.but("the plugin libqoffscreen.so was not found")
}

// qtSymbols looks for debug information by build-id: with it stacks have lines of Qt's
// own code, and functions that the library does not export.
func (m machine) qtSymbols(qt, core, real string, major int) Finding {
	f := Finding{What: qt + " debug symbols", Detail: "none: its stacks have exported functions and no lines",
		Fix: "apt-get install " + m.packageOf(core, fmt.Sprintf("libqt%dcore", major)) + "-dbgsym, from the archive debian-debug (nice to have)"}
	id := symbols.BuildIDOf(real)
	if len(id) < 3 {
		return f.but("the library has no build-id")
	}
	if p := filepath.Join(system.DebugFolder, id[:2], id[2:]+".debug"); install.FileExists(p) {
		return f.is("%s", p)
	}
	return f
}

// patched says whether there is a QtCore for record --qt patched.
func (m machine) patched(qt string, major int) Finding {
	f := Finding{What: qt + " patched", Detail: "not built", Fix: fmt.Sprintf("sparseracer qt build --qt %d (only for record --qt patched)", major)}
	b, err := install.PatchedQts(m.env)
	if err != nil {
		return f.but("%v", err)
	}
	in, err := qtbuild.Find(m.ctx, major)
	if err != nil {
		return f.but("%v", err)
	}
	if path, there := b.Cached(in); there {
		return f.is("%s", path)
	}
	return f
}

func (m machine) screen() Finding {
	f := Finding{What: "display", Fix: "apt-get install xvfb, then xvfb-run sparseracer record -- ./app; or QT_QPA_PLATFORM=offscreen"}
	for _, name := range []string{"WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"} {
		if v := install.Getenv(m.env, name); v != "" {
			return f.is("%s=%q", name, v)
		}
	}
	if path, err := exec.LookPath("Xvfb"); err == nil {
		return f.is("none, but %s (xvfb-run sparseracer record -- ./app)", path)
	}
	return f.but("none, and no Xvfb: programs need Qt's offscreen platform")
}
