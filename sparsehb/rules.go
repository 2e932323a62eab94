package sparsehb

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
	ruleRD                 // deferred deletes wait for their poster    (rules_deferred.go)
	ruleRN                 // a timer does not fire in its own handler  (rules_environment.go)
	ruleJoin               // join                                      (rules_paper.go)
	ruleMain               // start-up code that spins loops            (rules_paper.go)
	numRules
)

// R9 is the closure that clocks keep, R10 follows from R4, R9, R13 and R14;
// those last two are HappensBefore.

var ruleNames = [numRules]string{
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R11", "R12",
	"R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "RD", "RN", "join", "main",
}

func (r ruleID) String() string { return ruleNames[r] }

// ruleMask has a bit for each rule that is switched off.
type ruleMask uint32

func (m ruleMask) has(r ruleID) bool { return m>>r&1 != 0 }
