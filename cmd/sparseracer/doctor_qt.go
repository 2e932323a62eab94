package main

// What doctor asks about Qt, and about a screen for its programs.

import (
	"context"
	"debug/elf"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"sparseracer/internal/qtbuild"
	"sparseracer/internal/symbols"
	"sparseracer/internal/system"
)

func findLibrary(name string) string {
	for _, dir := range system.SearchedFolders() {
		if p := filepath.Join(dir, name); fileExists(p) {
			return p
		}
	}
	return ""
}

// packages of Debian 12 by major version of Qt.
var (
	qtPackage      = map[int]string{5: "libqt5core5a", 6: "libqt6core6"}
	qtSymbols      = map[int]string{5: "libqt5core5a-dbgsym", 6: "libqt6core6-dbgsym"}
	qtGuiPackage   = map[int]string{5: "libqt5gui5", 6: "libqt6gui6"}
	offscreenPaths = map[int]string{5: "qt5/plugins/platforms/libqoffscreen.so", 6: "qt6/plugins/platforms/libqoffscreen.so"}
)

// examineQts looks at each Qt that is installed; one is enough, and none is needed
// for programs with another event loop.
func (t *tool) examineQts(ctx context.Context) []finding {
	var out []finding
	for _, major := range []int{5, 6} {
		core := findLibrary(fmt.Sprintf("libQt%dCore.so.%d", major, major))
		if core == "" {
			continue
		}
		real, err := filepath.EvalSymlinks(core)
		if err != nil {
			real = core
		}
		name := fmt.Sprintf("Qt %d", major)
		out = append(out,
			finding{what: name, detail: strings.TrimPrefix(filepath.Base(real), fmt.Sprintf("libQt%dCore.so.", major)) + ", " + real},
			t.examineHooks(ctx, name, core, findLibrary(fmt.Sprintf("libQt%dGui.so.%d", major, major))),
			examineOffscreen(name, major), examineQtSymbols(name, real, major), t.examinePatched(ctx, name, major))
	}
	if len(out) == 0 {
		return []finding{{what: "Qt", detail: "neither libQt5Core.so.5 nor libQt6Core.so.6 was found",
			fix: "apt-get install " + qtPackage[5] + " or " + qtPackage[6] + " (only for programs that use Qt)"}}
	}
	return out
}

// examineHooks places them, in a process of its own.
func (t *tool) examineHooks(ctx context.Context, qt, core, gui string) finding {
	f := finding{what: qt + " hooks", fix: "sparseracer qt status (names them; races around them are missed)"}
	dir, done, err := preloadDir()
	if err != nil {
		f.detail = err.Error()
		return f
	}
	defer done()
	out, err := askHooks(ctx, filepath.Join(dir, system.HooksLibrary), core, gui)
	if err != nil {
		f.detail = strings.TrimSpace(err.Error())
		f.fix = "is LD_PRELOAD allowed here?"
		return f
	}
	placed, all := 0, 0
	for line := range strings.Lines(out) {
		all++
		if strings.Contains(line, " in place") {
			placed++
		}
	}
	f.detail = fmt.Sprintf("%d of %d in place", placed, all)
	if placed == all && all > 0 {
		f.fix = ""
	}
	return f
}

func examineOffscreen(qt string, major int) finding {
	f := finding{what: qt + " offscreen", fix: "apt-get install " + qtGuiPackage[major] + " (to run its programs without a screen)"}
	if p := findLibrary(offscreenPaths[major]); p != "" {
		f.detail, f.fix = p, ""
		return f
	}
	f.detail = "the plugin libqoffscreen.so was not found"
	return f
}

// examineQtSymbols looks for debug information by build-id: with it stacks tell
// lines of Qt's own code, and functions that the library does not export.
func examineQtSymbols(qt, core string, major int) finding {
	f := finding{what: qt + " debug symbols", detail: "none: its stacks have exported functions and no lines",
		fix: "apt-get install " + qtSymbols[major] + ", from the archive debian-debug (nice to have)"}
	file, err := elf.Open(core)
	if err != nil {
		f.detail = err.Error()
		return f
	}
	defer file.Close()
	id := symbols.BuildID(file)
	if len(id) < 3 {
		f.detail = "the library has no build-id"
		return f
	}
	if p := filepath.Join(system.DebugFolder, id[:2], id[2:]+".debug"); fileExists(p) {
		f.detail, f.fix = p, ""
	}
	return f
}

// examinePatched says whether there is a QtCore for record --qt patched.
func (t *tool) examinePatched(ctx context.Context, qt string, major int) finding {
	f := finding{what: qt + " patched", detail: "not built", fix: fmt.Sprintf("sparseracer qt build --qt %d (only for record --qt patched)", major)}
	b, err := t.qtBuilder()
	if err != nil {
		f.detail = err.Error()
		return f
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		f.detail = err.Error()
		return f
	}
	if path, there := b.Cached(in); there {
		f.detail, f.fix = path, ""
	}
	return f
}

func (t *tool) examineScreen() finding {
	f := finding{what: "display", fix: "apt-get install xvfb, then xvfb-run sparseracer record -- ./app; or QT_QPA_PLATFORM=offscreen"}
	for _, name := range []string{"WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"} {
		if v := t.getenv(name); v != "" {
			f.detail, f.fix = fmt.Sprintf("%s=%q", name, v), ""
			return f
		}
	}
	if path, err := exec.LookPath("Xvfb"); err == nil {
		f.detail, f.fix = "none, but "+path+" (xvfb-run sparseracer record -- ./app)", ""
		return f
	}
	f.detail = "none, and no Xvfb: programs need Qt's offscreen platform"
	return f
}
