package exercise

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"sparseracer/internal/probe"
)

// Session is what was done, as the player's script (docs/sessions.md), and what stood open before
// each of its steps.
type Session struct {
	lines   []string
	stepped bool          // the last line is the pause after a step
	States  []probe.State // Line is a line of the script
	Acts    int
	Last    string // the last step
	Ended   bool   // the program ended before the session did
}

// Pause is what a step has at most to come to rest, in ms.
const Pause = 150

// pauseUnit: pauses of a script are multiples of it, in ms.
const pauseUnit = 10

// settles is what the program has at first and before it is asked to quit, in ms.
const settles = 300

// Listens is the script of a session whose steps come one by one.
func Listens() string {
	return fmt.Sprintf("wait %d\nlisten %d\nwait %d\nquit\n", settles, Pause, settles)
}

// chooser chooses the step after a state.
type chooser interface {
	Next(*probe.State) string
	Ended() // the program did not come back from the last step
}

// Drive chooses a step for each state that a playing program writes, until the session or the program
// ends. said is called before each step.
func Drive(states io.Reader, steps io.Writer, c chooser, said func(step string)) (*Session, error) {
	s := &Session{lines: []string{fmt.Sprintf("wait %d", settles)}}
	in := bufio.NewReader(states)
	var asked time.Time
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			c.Ended()
			s.Ended = true
			return s, nil
		}
		state, err := probe.ParseState(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return s, err
		}
		if state.Choices == nil {
			s.during(state)
			continue
		}
		s.rested(time.Since(asked))
		step := c.Next(&state)
		if strings.ContainsAny(step, "\n\r") {
			return s, fmt.Errorf("a step of two lines: %.80q", step)
		}
		said(step)
		asked = time.Now()
		if _, err := io.WriteString(steps, step+"\n"); err != nil {
			return s, err
		}
		if step == End {
			return s, nil
		}
		s.add(state, step)
	}
}

func (s *Session) add(state probe.State, step string) {
	if strings.HasPrefix(step, "wait ") {
		s.lines = append(s.lines, step)
		return
	}
	s.lines, s.stepped = append(s.lines, step, pause(Pause)), true
	state.Line, state.Act, state.Choices = len(s.lines)-1, 0, nil
	s.States = append(s.States, state)
	s.Acts++
	s.Last = step
}

func pause(ms int) string { return fmt.Sprintf("wait %d", ms) }

// rested: the program came to rest so long after the last step was sent, which a script waits for it.
func (s *Session) rested(after time.Duration) {
	if !s.stepped {
		return
	}
	s.stepped = false
	units := min(after/(pauseUnit*time.Millisecond)+1, Pause/pauseUnit)
	s.lines[len(s.lines)-1] = pause(int(units) * pauseUnit)
}

// during keeps what stood open while a drag waited; other states without choices are of the script's own steps.
func (s *Session) during(state probe.State) {
	if n := len(s.lines) - 1; n > 0 && state.Act == probe.DuringDrag && probe.IsDrag(s.lines[n-1]) {
		state.Line = n
		s.States = append(s.States, state)
	}
}

// Script is the session for the player.
func (s *Session) Script() string {
	lines := append(append([]string{}, s.lines...), fmt.Sprintf("wait %d", settles), "quit", "")
	return strings.Join(lines, "\n")
}
