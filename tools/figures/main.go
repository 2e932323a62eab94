// Command figures runs commands and writes what they print, with commit, date and machine,
// as a page of docs/figures.
//
//	figures NAME TITLE [-markdown] [-last N] [-status] -- COMMAND [-- COMMAND…]
//
// The page has one block for each command. With -markdown a command's output is taken as
// Markdown and not put into a block; with -last N its last lines are kept. Nothing of a page names a host, a person or a path:
// the project's folder, the home folder and the host's name are taken out of what was
// printed. With -status a failed command is recorded in the page; without, it ends the
// program and the old page stays. The exit status is the first failed command's.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], "docs/figures", os.Stdout, os.Stderr)) }

// page is what is asked for.
type page struct {
	name, title      string
	markdown, status bool
	last             int // lines of each output that are kept, 0 = all
	commands         [][]string
}

func parse(args []string) (p page, err error) {
	usage := errors.New("usage: figures NAME TITLE [-markdown] [-last N] [-status] -- COMMAND [-- COMMAND…]")
	if len(args) < 4 {
		return p, usage
	}
	p.name, p.title, args = args[0], args[1], args[2:]
	for ; args[0] != "--"; args = args[1:] {
		switch args[0] {
		case "-markdown":
			p.markdown = true
		case "-status":
			p.status = true
		case "-last":
			if p.last, err = strconv.Atoi(args[1]); err != nil || p.last < 1 || len(args) == 2 {
				return p, usage
			}
			args = args[1:]
		default:
			return p, usage
		}
		if len(args) == 1 {
			return p, usage
		}
	}
	for _, a := range args {
		if a == "--" {
			p.commands = append(p.commands, nil)
			continue
		}
		p.commands[len(p.commands)-1] = append(p.commands[len(p.commands)-1], a)
	}
	for _, c := range p.commands {
		if len(c) == 0 {
			return p, usage
		}
	}
	return p, nil
}

func run(args []string, folder string, stdout, stderr io.Writer) int {
	p, err := parse(args)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 2
	}
	var body bytes.Buffer
	head, code := p.head(), 0 // of the commit that the commands are run on
	for _, c := range p.commands {
		begun := time.Now()
		out, status := output(c, stdout, stderr)
		if status != 0 && !p.status {
			fmt.Fprintf(stderr, "figures: %s ended with %d, %s.md stays as it is\n", strings.Join(c, " "), status, p.name)
			return status
		}
		if code == 0 {
			code = status
		}
		p.section(&body, c, clean(out), status, time.Since(begun))
	}
	path := filepath.Join(folder, p.name+".md")
	if err := os.WriteFile(path, append(head, body.Bytes()...), 0o644); err != nil {
		fmt.Fprintln(stderr, "figures:", err)
		return 2
	}
	fmt.Fprintln(stdout, "wrote", path)
	return code
}

// output runs a command, shows what it prints, and keeps what it prints on stdout.
func output(command []string, stdout, stderr io.Writer) (out string, status int) {
	var kept bytes.Buffer
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = io.MultiWriter(stdout, &kept), stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		fmt.Fprintln(stderr, "figures:", err)
		return "", 127
	}
	return kept.String(), max(cmd.ProcessState.ExitCode(), 0)
}

func (p page) head() []byte {
	command := "`" + clean(strings.Join(p.commands[0], " ")) + "`"
	if len(p.commands) > 1 {
		command = "those below"
	}
	return fmt.Appendf(nil, "# %s\n\n| commit | date | machine | command |\n| --- | --- | --- | --- |\n| `%s` | %s | %s | %s |\n",
		p.title, commit(), time.Now().UTC().Format(time.DateOnly), machine(), command)
}

func (p page) section(b *bytes.Buffer, command []string, out string, status int, took time.Duration) {
	if len(p.commands) > 1 || p.status {
		fmt.Fprintf(b, "\n## %s\n", clean(strings.Join(command, " ")))
	}
	if p.status {
		fmt.Fprintf(b, "Exit status %d, after %s.\n", status, took.Round(time.Second))
	}
	out = strings.TrimRight(out, "\n")
	if lines := strings.Split(out, "\n"); p.last > 0 && len(lines) > p.last {
		out = strings.Join(lines[len(lines)-p.last:], "\n")
	}
	switch {
	case p.markdown:
		fmt.Fprintf(b, "\n%s\n", out)
	case out != "":
		fmt.Fprintf(b, "\n```\n%s\n```\n", out)
	}
}

// clean takes names of places and hosts out of a text.
func clean(text string) string {
	replace := func(secret, put string) {
		if len(secret) > 1 {
			text = strings.ReplaceAll(text, secret, put)
		}
	}
	if dir, err := os.Getwd(); err == nil {
		replace(dir+"/", "")
		replace(dir, ".")
	}
	if home, err := os.UserHomeDir(); err == nil {
		replace(home, "~")
	}
	if host, err := os.Hostname(); err == nil && host != "localhost" {
		replace(host, "HOST")
	}
	return text
}

// commit is the short hash of what is checked out, with a mark where files differ from it.
func commit() string {
	hash, err := exec.Command("git", "rev-parse", "--short=7", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	changed, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs/figures").Output()
	if err != nil || len(changed) > 0 {
		return strings.TrimSpace(string(hash)) + ", changed"
	}
	return strings.TrimSpace(string(hash))
}

// machine is cores, processor, memory and system.
func machine() string {
	return fmt.Sprintf("%d cores, %s, %s", runtime.NumCPU(), strings.Join(hardware(), ", "), system())
}

// hardware is what /proc says of the processor and the memory, as far as it says it.
func hardware() (out []string) {
	if cpu := field("/proc/cpuinfo", "model name"); cpu != "" {
		out = append(out, cpu)
	}
	var kib int64
	if _, err := fmt.Sscan(field("/proc/meminfo", "MemTotal"), &kib); err == nil {
		out = append(out, fmt.Sprintf("%d GiB", (kib+1<<19)>>20))
	}
	return out
}

func system() string {
	if name := strings.Trim(field("/etc/os-release", "PRETTY_NAME"), `"`); name != "" {
		return name
	}
	return runtime.GOOS
}

// field is the first value of a key in a file of keys and values.
func field(path, key string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if i := strings.IndexAny(lines.Text(), ":="); i >= 0 && strings.TrimSpace(lines.Text()[:i]) == key {
			return strings.TrimSpace(lines.Text()[i+1:])
		}
	}
	return ""
}
