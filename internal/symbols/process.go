package symbols

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"time"
)

// patience is how long one answer may take: the first one for a large library
// reads all of its line table.
const patience = 60 * time.Second

// maxAnswer bounds one line of the symbolizer's output.
const maxAnswer = 1 << 20

// process is one long-lived llvm-symbolizer.
type process struct {
	program string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// start gives the process an environment of its own: with DEBUGINFOD_URLS set
// it would go to the network for a file that a trace names.
func (p *process) start() error {
	cmd := exec.Command(p.program, "--output-style=JSON", "--no-debuginfod", "--inlines", "--demangle")
	cmd.Env = []string{"LC_ALL=C"}
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.in, p.out = cmd, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

// answer is one line of --output-style=JSON.
type answer struct {
	Symbol []struct {
		FunctionName, FileName string
		Line, Column           int
	}
	Error struct{ Message string }
}

// ask sends all requests and reads the answers, which come in the same order,
// one line each. It returns how many were answered.
func (p *process) ask(keys []cacheKey, cache map[cacheKey][]Frame) (int, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return 0, err
		}
	}
	sent := make(chan error, 1)
	go func(in io.Writer) {
		w := bufio.NewWriter(in)
		for _, k := range keys {
			// locate has refused paths that could end the quotes.
			fmt.Fprintf(w, "CODE \"%s\" 0x%x\n", k.object.file, k.offset)
		}
		sent <- w.Flush()
	}(p.in)
	watch := time.AfterFunc(patience, p.kill)
	defer watch.Stop()
	for i, k := range keys {
		frames, err := p.read(k)
		if err != nil {
			p.kill()
			<-sent
			return i, err
		}
		cache[k] = frames
		watch.Reset(patience)
	}
	return len(keys), <-sent
}

func (p *process) read(k cacheKey) ([]Frame, error) {
	line, err := readLine(p.out)
	if err != nil {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return nil, fmt.Errorf("unreadable answer: %w", err)
	}
	var out []Frame
	for _, s := range a.Symbol {
		if s.FunctionName == "" && s.FileName == "" {
			continue
		}
		out = append(out, Frame{
			Function: s.FunctionName, File: cleanPath(s.FileName), Line: s.Line, Column: s.Column,
			Module: k.object.path, Offset: k.offset, Inlined: true,
		})
	}
	if len(out) > 0 {
		out[len(out)-1].Inlined = false
	}
	return out, nil
}

// cleanPath takes the detours out of a name (…/12/../../../include), as the table
// of places has it.
func cleanPath(name string) string {
	if !path.IsAbs(name) {
		return name
	}
	return path.Clean(name)
}

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			return line, nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, fmt.Errorf("it ended early: %w", err)
		}
		if len(line) > maxAnswer {
			return nil, fmt.Errorf("an answer longer than %d bytes", maxAnswer)
		}
	}
}

// abandon ends a process that no longer answers as it should.
func (p *process) abandon() {
	p.kill()
	if p.cmd != nil {
		p.cmd.Wait() // its status is of no interest: it was killed
	}
}

func (p *process) kill() {
	if p.cmd != nil && p.cmd.Process != nil {
		p.cmd.Process.Kill()
	}
}

// close ends the input, which ends the process, and waits for it.
func (p *process) close() error {
	if p.cmd == nil {
		return nil
	}
	p.in.Close()
	watch := time.AfterFunc(patience, p.kill)
	defer watch.Stop()
	return p.cmd.Wait()
}
