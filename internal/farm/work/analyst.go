package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"sparseracer/internal/farm"
)

// analyst is a process that analyzes one trace after the other: its start costs more than a short trace. It
// is confined and bounded as a job of its own is.
type analyst struct {
	dir     string
	held    *os.File // the folder: a cleaner leaves it alone
	cmd     *exec.Cmd
	said    *os.File
	in      io.WriteCloser
	most    io.LimitedReader // bounds an answer
	answers *json.Decoder
	done    int
	memory  int64
}

// An analyst makes way for a new one after so many traces, or once it has so much memory.
const (
	mostTraces = 500
	mostGrown  = 512 << 20
)

// endsWithin is how long an analyst has to end once nothing is left to do.
const endsWithin = 2 * time.Second

// ask has a trace analyzed. A trace is blamed for the end of a process only if that had done nothing else.
func (w *worker) ask(ctx context.Context, task *farm.Task, limit time.Duration, out any) error {
	for {
		var a *analyst
		select {
		case a = <-w.idle:
		default:
			var err error
			if a, err = w.startAnalyst(); err != nil {
				return err
			}
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		result, err := a.ask(limited, task)
		late := limited.Err() != nil
		cancel()
		if err == nil {
			w.putBack(a)
			return understood(result, out)
		}
		text := a.end()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case late:
			return &errTask{fmt.Sprintf("it did not end within %v", limit)}
		case a.done > 0:
			continue
		case text == "":
			text = err.Error()
		}
		return &errTask{text}
	}
}

// understood is the result of a task, or what was wrong with it.
func understood(result []byte, out any) error {
	var failed farm.TaskError
	if json.Unmarshal(result, &failed) == nil && failed.Error != "" {
		return &errTask{failed.Error}
	}
	if err := json.Unmarshal(result, out); err != nil {
		return &errTask{"its result cannot be read: " + err.Error()}
	}
	return nil
}

func (w *worker) startAnalyst() (*analyst, error) {
	dir, err := os.MkdirTemp(w.opt.Cache, "job-")
	if err != nil {
		return nil, err
	}
	a := &analyst{dir: dir}
	if a.held, err = os.Open(dir); err == nil {
		err = lock(a.held, syscall.LOCK_SH)
	}
	if err == nil {
		err = w.begin(a)
	}
	if err != nil {
		a.end()
		return nil, err
	}
	return a, nil
}

func (w *worker) begin(a *analyst) error {
	// What it will read need not be there yet: it sees these folders as they change.
	frame := farm.Task{Kind: farm.Analyze, Trace: w.blobs(), Sysroot: w.laidOut(), Confine: w.confine, MostMemory: w.opt.Memory, MostFile: w.opt.File, MostProcesses: w.opt.Processes}
	data, err := json.Marshal(frame)
	if err == nil {
		err = errors.Join(os.MkdirAll(frame.Trace, 0o700), os.MkdirAll(frame.Sysroot, 0o700), os.WriteFile(filepath.Join(a.dir, farm.TaskFile), data, 0o600))
	}
	if err != nil {
		return err
	}
	if a.said, err = os.Create(filepath.Join(a.dir, farm.SaidFile)); err != nil {
		return err
	}
	cmd := exec.Command(w.opt.Tool, "farm", "analyst", a.dir)
	cmd.Dir, cmd.Env, cmd.Stderr = a.dir, w.environment(a.dir), a.said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err == nil {
		a.in, err = cmd.StdinPipe()
	}
	if err != nil {
		return err
	}
	a.most.R = out
	a.answers = json.NewDecoder(&a.most)
	if err := cmd.Start(); err != nil {
		return err
	}
	a.cmd = cmd
	return nil
}

// ask hands a task on and waits for the answer. When ctx ends, the process ends.
func (a *analyst) ask(ctx context.Context, task *farm.Task) (json.RawMessage, error) {
	stop := context.AfterFunc(ctx, func() { syscall.Kill(-a.cmd.Process.Pid, syscall.SIGKILL) })
	defer stop()
	if err := json.NewEncoder(a.in).Encode(task); err != nil {
		return nil, err
	}
	a.most.N = mostLeft
	var answer farm.Answer
	if err := a.answers.Decode(&answer); err != nil {
		return nil, err
	}
	a.done++
	a.memory = answer.Memory
	return answer.Result, nil
}

// putBack keeps an analyst for the next trace, unless it is time for a new one.
func (w *worker) putBack(a *analyst) {
	if a.done < mostTraces && a.memory < mostGrown {
		select {
		case w.idle <- a:
			return
		default:
		}
	}
	a.end()
}

// end ends an analyst, and gives the last that it said.
func (a *analyst) end() (text string) {
	if a.cmd != nil {
		kill := func() { syscall.Kill(-a.cmd.Process.Pid, syscall.SIGKILL) }
		a.in.Close() // it ends by itself, unless it is beyond that
		late := time.AfterFunc(endsWithin, kill)
		_ = a.cmd.Wait() // how it ended says less than what it said
		late.Stop()
		kill() // what it left behind
	}
	if a.said != nil {
		text = lastOf(a.said)
		a.said.Close()
	}
	_ = removeAll(a.dir) // a cleaner tries again
	a.held.Close()
	return text
}

func (w *worker) endIdle() {
	for {
		select {
		case a := <-w.idle:
			a.end()
		default:
			return
		}
	}
}
