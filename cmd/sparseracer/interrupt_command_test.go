package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// interruptCommand is `interrupt WHEN -- PROGRAM…` of the scripts: Ctrl-C to a program once it is at its work, however long
// it takes to get there. The status is the program's. WHEN is one of
//
//	reads      it has read a line that its input has; no end of the input follows
//	runs NAME  a process of that name descends from it
//	says TEXT  that is in what it prints
func interruptCommand() {
	os.Exit(interruptOnce(os.Args[1:]))
}

func interruptOnce(args []string) int {
	when, program, _ := strings.Cut(strings.Join(args, "\x00"), "\x00--\x00")
	condition, argument, _ := strings.Cut(when, "\x00")
	argv := strings.Split(program, "\x00")
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C goes to a group
	signal.Ignore(os.Interrupt)                           // until it looks for it itself, as Go has it
	input, line, err := os.Pipe()
	if err == nil {
		defer line.Close() // not before: an end of the input would follow
		_, err = line.WriteString("\n")
	}
	var said watched
	cmd.Stdin, cmd.Stdout, cmd.Stderr = input, io.MultiWriter(os.Stdout, &said), io.MultiWriter(os.Stderr, &said)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "interrupt:", err)
		return 125
	}
	is := map[string]func() bool{
		"reads": func() bool {
			left, err := unix.IoctlGetInt(int(input.Fd()), unix.TIOCINQ)
			return err == nil && left == 0
		},
		"runs": func() bool { return descends(cmd.Process.Pid, argument) },
		"says": func() bool { return said.has(argument) },
	}[condition]
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for begun := time.Now(); !is() || !looksForInterrupts(cmd.Process.Pid); {
		select {
		case <-ended:
			fmt.Fprintln(os.Stderr, "interrupt: it ended by itself")
			return 125
		case <-time.After(time.Millisecond):
		}
		if time.Since(begun) > 5*time.Minute {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			fmt.Fprintf(os.Stderr, "interrupt: never %s %s\n", condition, argument)
			return 125
		}
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT)
	<-ended
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return cmd.ProcessState.ExitCode()
}

// looksForInterrupts: a program of Go that starts with SIGINT ignored goes on to ignore it until it asks for it.
func looksForInterrupts(pid int) bool {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "\nSigCgt:\t")
	mask, _, _ := strings.Cut(rest, "\n")
	caught, err := strconv.ParseUint(mask, 16, 64)
	return err == nil && caught&(1<<(syscall.SIGINT-1)) != 0
}

// descends says whether a process of that name descends from another one.
func descends(from int, name string) bool {
	parent, named := map[int]int{}, []int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, _ := os.ReadFile(path)
		open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
		if open < 0 || end < open {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if fields := strings.Fields(string(stat[end+1:])); len(fields) > 1 {
			parent[pid], _ = strconv.Atoi(fields[1])
		}
		if string(stat[open+1:end]) == name {
			named = append(named, pid)
		}
	}
	for _, pid := range named {
		for pid > 1 && pid != from {
			pid = parent[pid]
		}
		if pid == from {
			return true
		}
	}
	return false
}

// watched keeps what is written to it by two.
type watched struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *watched) has(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Contains(w.text.Bytes(), []byte(text))
}
