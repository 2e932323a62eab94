package steer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sparseracer/internal/steering"
)

// goals is what the runtime wrote into the verdict file, in order.
type goals struct {
	lines     int
	headed    bool // the runtime was loaded, and began
	played    int  // inputs that had to be
	useBegan  bool
	usePaused bool // now
	useWaited bool // once: its handler span a loop
	useOver   bool // its handler ended
	freeBegan bool
	freeEnded bool
	after     bool // the free began when the use had begun
	inside    bool // the free began while the use waited or was still to come
	badOrder  bool // the use went on, or began, after the free had ended
	useEnded  bool // … and ended
	bothEnded bool // both handlers ended, in whatever order
	exited    bool
	steered   bool            // an event was held
	held      map[string]bool // the labels of those
	listened  bool            // to what the free frees
	freed     []string
	blocks    []block // that it freed
	freers    []freer // who freed blocks of the size that is watched
	diverged  string  // the first reason, "" if none
	// divergedBy is its code, one of steering's words.
	divergedBy string
	// question is the modal window that stood there last, nil once anything went on.
	question *question
	// fault: what the runtime wrote is not of this tool's version of the definition.
	fault error
	// doneFirst: the use ended after the free before the run diverged.
	doneFirst bool
}

// ErrRuntime is what every fault of what the runtime wrote wraps.
var ErrRuntime = errors.New("the steering runtime is not understood")

// parseGoals ignores a last line that is still being written. The first line has the
// version of whoever wrote it.
func parseGoals(text string) goals {
	var g goals
	first := true
	for line := range strings.Lines(text) {
		whole, ok := strings.CutSuffix(line, "\n")
		if !ok || g.fault != nil {
			break
		}
		if whole = strings.TrimSuffix(whole, "\r"); first {
			if err := steering.CheckHead(steering.HeadVerdict, whole); err != nil {
				g.refuse(err)
			}
			first, g.headed = false, true
			continue
		}
		g.lines++
		g.step(whole)
	}
	return g
}

func (g *goals) refuse(why error) { g.fault = fmt.Errorf("%w: %w", ErrRuntime, why) }

func (g *goals) step(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case steering.VerdictInput, steering.VerdictOptional, steering.VerdictCall, steering.VerdictGoal:
		g.question = nil
	}
	switch word {
	case steering.VerdictQuestion:
		g.asks(rest)
	case steering.VerdictAsks:
		g.asked(rest)
	case steering.VerdictDiverged:
		g.diverge(rest)
	case steering.VerdictInput, steering.VerdictCall:
		g.steered = true
		g.played++
	case steering.VerdictHold:
		g.steered = true
		g.hold(rest)
	case steering.VerdictOptional:
		g.steered = true
	case steering.VerdictListens:
		g.listened = true
	case steering.VerdictFreed:
		g.freed = append(g.freed, rest)
	case steering.VerdictBlock:
		g.block(rest)
	case steering.VerdictFreer:
		g.freer(rest)
	case steering.VerdictExit:
		g.exited = true
	case steering.VerdictGoal:
		g.goal(rest)
	case steering.VerdictRelease, steering.VerdictSkip, steering.VerdictLinger: // said for people
	default:
		g.refuse(fmt.Errorf("%.80q is no line of a verdict", line))
	}
}

// heldMost are the labels of held events that are kept.
const heldMost = 1000

func (g *goals) hold(label string) {
	if g.held == nil {
		g.held = map[string]bool{}
	}
	if len(g.held) < heldMost {
		g.held[label] = true
	}
}

// block is memory that the handler of the free freed.
type block struct{ at, size uint64 }

// blocksMost is how many the runtime reports.
const blocksMost = 1024

// block reads "0xADDRESS SIZE".
func (g *goals) block(line string) {
	var b block
	if n, err := fmt.Sscanf(line, "0x%x %d", &b.at, &b.size); n != 2 || err != nil {
		g.refuse(fmt.Errorf("%.80q is no block", line))
	} else if len(g.blocks) < blocksMost {
		g.blocks = append(g.blocks, b)
	}
}

// freedAt: an address lies in a block that the handler of the free freed.
func (g *goals) freedAt(address uint64) bool {
	return slices.ContainsFunc(g.blocks, func(b block) bool { return address-b.at < max(b.size, 1) })
}

// diverge reads "CODE SENTENCE"; the first counts.
func (g *goals) diverge(line string) {
	code, reason, _ := strings.Cut(line, " ")
	switch {
	case !steering.Has("diverged", code):
		g.refuse(fmt.Errorf("%.80q is no reason of a divergence", line))
	case code == steering.DivergedVersion:
		g.refuse(errors.New(reason))
	case g.diverged == "":
		if g.diverged = strings.TrimSpace(reason); g.diverged == "" {
			g.diverged = "no reason given"
		}
		g.divergedBy = code
		g.doneFirst = g.useEnded
	}
}

func (g *goals) goal(what string) {
	switch handler, moment, _ := strings.Cut(what, " "); {
	case handler == steering.GoalFree && moment == steering.MomentBegin:
		g.freeBegan = true
		g.after = g.after || g.useBegan
		g.inside = g.inside || g.usePaused || !g.useBegan
	case handler == steering.GoalFree && moment == steering.MomentEnd:
		g.freeEnded = g.freeBegan
		g.bothEnded = g.useOver
	case handler == steering.GoalUse && moment == steering.MomentBegin:
		g.useBegan = true
		g.badOrder = g.badOrder || g.freeEnded
	case handler == steering.GoalUse && moment == steering.MomentPause:
		g.useBegan = true // start-up code has no begin
		g.usePaused, g.useWaited = true, true
	case handler == steering.GoalUse && moment == steering.MomentResume:
		g.usePaused = false
		g.badOrder = g.badOrder || g.freeEnded
	case handler == steering.GoalUse && moment == steering.MomentEnd:
		g.usePaused = false
		g.useOver = true
		g.useEnded = g.badOrder
		g.bothEnded = g.freeEnded
	default:
		g.refuse(fmt.Errorf("%.80q is nothing that a handler does", what))
	}
}

// goesOn: the handler of the use is at work again, after the free, and has not ended.
func (g *goals) goesOn() bool { return g.badOrder && !g.usePaused && !g.useOver }

// missing says in words what did not happen.
func (g *goals) missing() string {
	switch {
	case !g.headed:
		return "the runtime left no word: the program loads no Qt or libuv that can be hooked, or ended before it did"
	case !g.useBegan && !g.freeBegan:
		return "neither handler ran"
	case !g.useBegan:
		return "the handler of the use did not run"
	case !g.freeBegan:
		return "the handler of the free did not run"
	case !g.freeEnded:
		return "the handler of the free did not end"
	case g.badOrder:
		return "the handler of the use did not end"
	case g.usePaused:
		return "the handler of the use still waits in its loop"
	}
	return "both handlers ran, but the free never came before the use"
}
