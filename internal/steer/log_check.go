package steer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Steering must make no order that the loop does not make by itself; a failure in one
// that it cannot make is a false alarm. So each steered run leaves a log, the trace of
// its events, and where the program fails the log goes through the order engine. A run
// whose order breaks a rule shows nothing but a fault of ours, and is counted as that.

// logPattern names the logs of a run in its scratch folder.
const logPattern = "log.%p.srt"

// keepsLog: the run is steered, and nobody wants its traces elsewhere.
func keepsLog(s *Schedule, opt RunOptions) bool {
	if opt.Record != "" || len(s.Directives) == 0 {
		return false
	}
	_, err := os.Stat(filepath.Join(opt.Lib, system.RecorderLibrary))
	return err == nil
}

// hasFailed: by itself, or because it did not end.
func (o *Outcome) hasFailed() bool {
	return len(o.Reports) > 0 || o.Stopped == "" && (o.Signal != 0 || o.ExitCode != 0) || o.Stopped == stoppedTimeout
}

// checkLogs looks whether the order in which the program failed is one that its loop can
// make. pattern is that of the logs; always: also where it did not fail.
func (o *Outcome) checkLogs(pattern string, always bool) {
	if pattern == "" || !always && !o.hasFailed() || o.goals.diverged != "" {
		return
	}
	logs, _ := filepath.Glob(strings.ReplaceAll(globQuote(pattern), "%p", "*")) // only a bad pattern fails
	for _, path := range logs {
		if why := brokenRule(path, o.goals.held); why != "" {
			o.OurFault = why
			o.goals.diverged = "an order that no event loop makes: " + why
			o.faultLog = path
			return
		}
	}
}

// brokenRule says which rule the order in a log breaks, "" if it breaks none. What
// cannot be read, as of a process that ended before its first event, has none.
func brokenRule(path string, held map[string]bool) string {
	src, err := trace.OpenFile(path)
	if err != nil {
		return ""
	}
	o, err := sparsehb.Build(src, sparsehb.Auto)
	if err == nil && o.Rules() == sparsehb.Unix { // for steering: the program runs with GLib's dispatcher, too
		o, err = sparsehb.Build(src, sparsehb.Either)
	}
	if err != nil {
		return ""
	}
	why := breach(o, held)
	for _, thread := range o.LoopsElsewhere() {
		if of, err := sparsehb.BuildOf(src, thread, sparsehb.Auto); err == nil && why == "" {
			why = breach(of, held)
		}
	}
	return why
}

// breach is the first rule that the order breaks in words, "" for none.
func breach(o *sparsehb.Order, held map[string]bool) string {
	for _, b := range o.Breaches(func(label string) bool { return held[label] }) {
		return fmt.Sprintf("%s came before %s, against %s", o.About(b.Early), o.About(b.Late), b.Rule)
	}
	return ""
}

// keepFault keeps what we need to find our fault: the log and the schedule. It says how
// to send them.
func (o *Outcome) keepFault(s *Schedule, dir string) error {
	if o.OurFault == "" || dir == "" {
		return nil
	}
	log, err := os.ReadFile(o.faultLog)
	if err != nil {
		return err
	}
	schedule, err := Compile(s)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, fmt.Sprintf("sparseracer-fault-%d", o.PID))
	o.FaultFile = name + ".srt"
	// They hold what a person typed.
	return errors.Join(os.WriteFile(o.FaultFile, log, 0o600), os.WriteFile(name+".directives", schedule, 0o600))
}

// FaultAdvice says what a fault of ours is and how to send it, "" without one.
func (o *Outcome) FaultAdvice() string {
	if o.OurFault == "" {
		return ""
	}
	text := "a fault of sparseracer, not of the program, and not counted as a failure: " + o.OurFault
	if o.FaultFile != "" {
		text += fmt.Sprintf("; please send %s and %s to the developers of sparseracer, with what `sparseracer doctor` prints (they hold what was typed in that run)",
			o.FaultFile, strings.TrimSuffix(o.FaultFile, ".srt")+".directives")
	}
	return text
}
