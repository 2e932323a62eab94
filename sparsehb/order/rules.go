package order

import (
	"fmt"
	"slices"
)

// ruleID names a rule of the trace language, for Why and for the tests that
// switch one off.
type ruleID uint8

const (
	ruleR1   ruleID = iota // enterloop precedes all after it           (pass.go)
	ruleR2                 // all before exitloop precede it            (pass.go)
	ruleR3                 // blocks of one event                       (rules_paper.go)
	ruleR4                 // enq before deq                            (rules_paper.go)
	ruleR5                 // pause before the resetter                 (rules_paper.go)
	ruleR6                 // resetter before resume                    (rules_paper.go)
	ruleR7                 // FIFO, no loops                            (rules_paper.go)
	ruleR8                 // FIFO, loops                               (rules_paper.go)
	ruleR11                // spinners between owner and resetter       (rules_paper.go)
	ruleR12                // what follows the resetter                 (rules_paper.go)
	ruleR15                // first out                                 (rules_exact.go, rules_batch.go)
	ruleR16                // nesting                                   (rules_exact.go)
	ruleR17                // loop end                                  (rules_exact.go, rules_batch.go)
	ruleR18                // batch mates                               (rules_batch.go)
	ruleR19                // the later poster                          (rules_back.go)
	ruleR20                // generations                               (rules_batch.go)
	ruleR21                // volleys                                   (rules_volley.go)
	ruleR22                // quiet queues                              (rules_line.go)
	ruleR23                // rivals                                    (rules_rivals.go)
	ruleR24                // nobody in between                         (rules_back.go)
	ruleR25                // the first batch                           (rules_batch.go)
	ruleR26                // over by then                              (rules_over.go)
	ruleR27                // no batch in between                       (rules_batch.go)
	ruleR28                // from an empty mark                        (rules_batch.go)
	ruleR29                // the loop of a deferred delete             (rules_over.go)
	ruleR30                // nesting, looked back                      (rules_earlier.go)
	ruleRD                 // deferred deletes wait for their poster    (rules_deferred.go)
	ruleRN                 // a timer does not fire in its own handler  (rules_environment.go)
	ruleRC                 // receivers are created first               (rules_environment.go)
	ruleRW                 // windows are shown before their input      (rules_environment.go)
	ruleRS                 // notifiers are enabled before they fire    (rules_environment.go)
	ruleRP                 // press before release                      (rules_environment.go)
	ruleRF                 // activated before keys                     (rules_environment.go)
	ruleRT                 // timers by their due times                 (rules_environment.go)
	ruleRK                 // one thread, one order                     (rules_threads.go)
	ruleRB                 // begun by a handler, done by a thread      (rules_threads.go)
	ruleJoin               // join                                      (rules_paper.go)
	ruleMain               // start-up code that spins loops            (rules_paper.go)
	numRules
)

// R9 is the closure that clocks keep, R10 follows from R4, R9, R13 and R14;
// those last two are HappensBefore.

var ruleNames = [numRules]string{
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R11", "R12",
	"R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30",
	"RD", "RN", "RC", "RW", "RS", "RP", "RF", "RT", "RK", "RB", "join", "main",
}

func (r ruleID) String() string { return ruleNames[r] }

// switchable are the rules that can be left out: those whose absence is a weaker order.
func (r ruleID) switchable() bool { return r != ruleJoin && r != ruleMain }

// Switchable are the names of the rules that an order can go without.
func Switchable() []string {
	var names []string
	for r := range numRules {
		if r.switchable() {
			names = append(names, r.String())
		}
	}
	return names
}

// maskOf is the rules to go without, by name.
func maskOf(without []string) (ruleMask, error) {
	var m ruleMask
	for _, name := range without {
		i := slices.Index(ruleNames[:], name)
		if i < 0 || !ruleID(i).switchable() {
			return 0, fmt.Errorf("no rule %q to go without", name)
		}
		m |= 1 << i
	}
	return m, nil
}

// ruleMask has a bit for each rule that is switched off.
type ruleMask uint64

func (m ruleMask) has(r ruleID) bool { return m>>r&1 != 0 }
