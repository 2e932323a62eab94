package recording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	if err != nil {
		return "", nil, fmt.Errorf("a session is played in programs that are linked with Qt, and in Python's; "+
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
	if runsPython(exe) {
		return true
	}
	libraries, err := install.LinkedLibraries(ctx, env, exe)
	if err != nil {
		return false
	}
	for name := range libraries {
		for _, shown := range []string{"libQt5Widgets.so", "libQt6Widgets.so", "libQt5Quick.so", "libQt6Quick.so"} {
			if strings.HasPrefix(name, shown) {
				return true
			}
		}
	}
	return false
}
