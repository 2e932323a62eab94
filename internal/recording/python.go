package recording

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"sparseracer/internal/steer"
)

// Programs that Python runs. Stacks have the functions of the script in them: the library for
// stock programs reads the interpreter's frames, at the offsets that this very interpreter shows.

//go:embed frames.py
var framesScript string

// framesTime is how long an interpreter may take to show them; it takes a tenth of a second.
const framesTime = 20 * time.Second

var framesLine = regexp.MustCompile(`^[0-9]+,[0-9]+(,-?[0-9]+){11}\n$`)

// framesOf is the option that names the interpreter and its offsets, "" where it does not show
// them: the user is told, and the script's functions have no names.
func (opt *Options) framesOf(ctx context.Context, exe string) string {
	found, err := askFrames(ctx, interpreterOf(exe), opt.Env)
	if err != nil {
		fmt.Fprintf(opt.Stderr, "sparseracer: stacks are without the script's functions: %v\n", err)
	}
	return found
}

func askFrames(ctx context.Context, interpreter string, env []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, framesTime)
	defer cancel()
	// Isolated, without the site's packages: nothing of the user's runs.
	cmd := exec.CommandContext(ctx, interpreter, "-I", "-S", "-c", framesScript)
	var said bytes.Buffer
	cmd.Env, cmd.Stderr, cmd.WaitDelay = env, &said, outputDelay
	out, err := cmd.Output()
	if err == nil && !framesLine.Match(out) {
		err = fmt.Errorf("it printed %.80q", out)
	}
	if err != nil {
		return "", fmt.Errorf("%s did not show where it keeps them (%w)%s", interpreter, err, steer.LastLine(said.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// runsPython: the file is Python's interpreter or a script for it, which may load any Qt.
func runsPython(exe string) bool { return interpreterOf(exe) != "" }

// interpreterOf is the Python that runs when the file is started, "" if none does.
func interpreterOf(exe string) string {
	file := exe
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		file = real
	}
	if isPython(file) || isPython(exe) {
		return exe
	}
	f, err := os.Open(exe)
	if err != nil {
		return ""
	}
	defer f.Close()
	const most = 256 // bytes of a first line that the kernel reads
	first, _ := bufio.NewReader(io.LimitReader(f, most)).ReadString('\n')
	line, is := strings.CutPrefix(first, "#!")
	for _, word := range strings.Fields(line) {
		if !is || !isPython(word) {
			continue
		}
		if path, err := exec.LookPath(word); err == nil {
			return path
		}
		return word
	}
	return ""
}

func isPython(file string) bool { return pythonName.MatchString(filepath.Base(file)) }

// Python 2 has no frames that are known; python3-config and the like are programs of their own.
var pythonName = regexp.MustCompile(`^(python(3(\.[0-9]+)?[dmt]*)?|pypy3(\.[0-9]+)?)$`)
