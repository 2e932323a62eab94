package sparsehb

import (
	"fmt"
)

// Mode says what kind of program a trace is of.
type Mode uint8

const (
	AutoMode   Mode = iota // Plain if no handler of the trace spun a loop
	NestedMode             // handlers spin loops: use-free races are what matters
	PlainMode              // event actions: one block each, read-write races too
)

var modeNames = [...]string{"auto", "nested", "plain"}

func (m Mode) String() string { return modeNames[m] }

// ParseMode reads the name of a mode.
func ParseMode(text string) (Mode, error) {
	for i, name := range modeNames {
		if text == name {
			return Mode(i), nil
		}
	}
	return AutoMode, fmt.Errorf("%q: expected auto, nested or plain", text)
}

// mode decides for AutoMode.
func (opt *Options) mode(o *Order) Mode {
	if opt.Mode != AutoMode {
		return opt.Mode
	}
	for i := range o.Loops() {
		if o.Loops()[i].Pause != NoOp {
			return NestedMode
		}
	}
	return PlainMode
}

// looksForReadWrite: in plain mode, if it was asked for or the trace is of a plain
// loop. A trace of Qt without a nested loop is taken for one of a program that has
// them, of which use-free races are what its user wants to know.
func (opt *Options) looksForReadWrite(o *Order) bool {
	return opt.Mode == PlainMode || opt.mode(o) == PlainMode && !o.LoopKind().Batches()
}
