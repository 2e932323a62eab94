package qtbuild

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"runtime"
	"strings"
)

// ErrNoOwner says that no package of the system has a file.
var ErrNoOwner = errors.New("it is no file of an installed package of Debian")

// Owner is the package that a file of this name belongs to, and the file's path. The
// package is asked for and not named: suites call one library's packages differently.
func Owner(ctx context.Context, name string) (pkg, file string, err error) {
	// Names with * are patterns, others a part of the path.
	out, err := exec.CommandContext(ctx, "dpkg-query", "-S", "*/"+path.Base(name)).Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", "", err
	}
	if pkg, file = owner(string(out), name, runtime.GOARCH); pkg == "" {
		return "", "", fmt.Errorf("%s: %w", name, ErrNoOwner)
	}
	return pkg, file, nil
}

// owner reads `dpkg-query -S`: lines of PACKAGE[:ARCHITECTURE][, PACKAGE…]: PATH. Of a
// library for several architectures the machine's own counts; Go names it as Debian does.
func owner(list, name, arch string) (pkg, file string) {
	for line := range strings.Lines(list) {
		who, where, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || strings.HasPrefix(who, "diversion by ") || path.Base(where) != path.Base(name) {
			continue
		}
		who, _, _ = strings.Cut(who, ", ")
		p, a, qualified := strings.Cut(who, ":")
		if qualified && a != arch {
			continue
		}
		if pkg == "" || where == name {
			pkg, file = p, where
		}
	}
	return pkg, file
}
