package recording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/system"
)

// Variables of the player (qtpatch/player).
const (
	scriptVariable = "SESSION_SCRIPT" // names the script
	timeVariable   = "SESSION_TIME"   // time passes in it, for which the hooks must be prepared
	lateVariable   = "SESSION_LATE"   // the hooks load the player, for the Qt that the program comes to load
)

// player is the library that plays opt.Play in a program, and the variable that names the
// script to it; "" and nothing where a person uses the program.
func (opt *Options) player(ctx context.Context, dir, exe string) (library string, env []string, err error) {
	if opt.Play == "" {
		return "", nil, nil
	}
	script, err := filepath.Abs(opt.Play)
	if err != nil {
		return "", nil, err
	}
	var none *os.PathError
	timePasses, err := readScript(opt.Play, opt.Env)
	if errors.As(err, &none) {
		return "", nil, fmt.Errorf("%s: no session can be played: %w; docs/sessions.md says how one is written", opt.Play, install.Reason(err))
	} else if err != nil {
		return "", nil, err
	}
	env = []string{scriptVariable + "=" + script}
	if timePasses {
		env = append(env, timeVariable+"=1")
	}
	if runsPython(exe) {
		return "", append(env, lateVariable+"=1"), nil
	}
	_, major, err := linkedCore(ctx, opt.Env, exe)
	if err != nil && UsesGtk(ctx, opt.Env, []string{exe}) {
		library = filepath.Join(dir, system.PlayerOfGtk)
		if !install.FileExists(library) {
			return "", nil, fmt.Errorf("%s is not in %s: it is built where libxcb's headers are installed", system.PlayerOfGtk, dir)
		}
		return library, env, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("a session is played in programs that are linked with Qt or GTK, and in Python's with Qt; "+
			"another one needs its player in LD_PRELOAD (docs/sessions.md): %w", err)
	}
	library = filepath.Join(dir, system.PlayerLibraries[major])
	if !install.FileExists(library) {
		return "", nil, fmt.Errorf("%s is not in %s: it is built where the private headers of Qt %d are installed",
			filepath.Base(library), dir, major)
	}
	return library, env, nil
}

// CanPlay: the player can use the program.
func CanPlay(ctx context.Context, env, prog []string) bool {
	exe, err := exec.LookPath(prog[0])
	if err != nil {
		return false
	}
	return runsPython(exe) || isLinkedWith(ctx, env, exe, "libQt5Widgets.so", "libQt6Widgets.so", "libQt5Quick.so", "libQt6Quick.so") ||
		UsesGtk(ctx, env, prog)
}

// UsesGtk: the program's windows are GTK's, which are used on an X server alone.
func UsesGtk(ctx context.Context, env, prog []string) bool {
	exe, err := exec.LookPath(prog[0])
	if err != nil {
		return false
	}
	return isLinkedWith(ctx, env, exe, "libgtk-3.so", "libgtk-4.so") && !isLinkedWith(ctx, env, exe, qtGui...)
}

// UsesQtGui: the program's windows are Qt's.
func UsesQtGui(ctx context.Context, env, prog []string) bool {
	exe, err := exec.LookPath(prog[0])
	return err == nil && isLinkedWith(ctx, env, exe, qtGui...)
}

var qtGui = []string{"libQt5Gui.so", "libQt6Gui.so"}

// isLinkedWith: one of the libraries whose names begin so would be loaded with the program.
func isLinkedWith(ctx context.Context, env []string, exe string, names ...string) bool {
	libraries, err := install.LinkedLibraries(ctx, env, exe)
	if err != nil {
		return false
	}
	for name := range libraries {
		if slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(name, n) }) {
			return true
		}
	}
	return false
}
