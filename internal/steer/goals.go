package steer

import "strings"

// goals is what the runtime wrote into the verdict file, in order.
type goals struct {
	lines     int
	played    int // inputs that had to be
	useBegan  bool
	usePaused bool // now
	useOver   bool // its handler ended
	freeBegan bool
	freeEnded bool
	inside    bool // the free began while the use waited or was still to come
	badOrder  bool // the use went on, or began, after the free had ended
	useEnded  bool // … and ended
	bothEnded bool // both handlers ended, in whatever order
	exited    bool
	steered   bool // an event was held
	listened  bool // to what the free frees
	freed     []string
	diverged  string // the first reason, "" if none
	// doneFirst: the use ended after the free before the run diverged.
	doneFirst bool
}

// parseGoals ignores a last line that is still being written.
func parseGoals(text string) goals {
	var g goals
	for line := range strings.Lines(text) {
		if whole, ok := strings.CutSuffix(line, "\n"); ok {
			g.lines++
			g.step(strings.TrimSuffix(whole, "\r"))
		}
	}
	return g
}

func (g *goals) step(line string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "diverged":
		if g.diverged == "" {
			g.diverged = strings.TrimSpace(rest)
			if g.diverged == "" {
				g.diverged = "no reason given"
			}
			g.doneFirst = g.useEnded
		}
	case "input", "call":
		g.steered = true
		g.played++
	case "hold", "optional":
		g.steered = true
	case "listens":
		g.listened = true
	case "freed":
		g.freed = append(g.freed, rest)
	case "exit":
		g.exited = true
	case "goal":
		g.goal(rest)
	}
}

func (g *goals) goal(what string) {
	switch what {
	case "free begin":
		g.freeBegan = true
		g.inside = g.inside || g.usePaused || !g.useBegan
	case "free end":
		g.freeEnded = g.freeBegan
		g.bothEnded = g.useOver
	case "use begin":
		g.useBegan = true
		g.badOrder = g.badOrder || g.freeEnded
	case "use pause":
		g.useBegan = true // start-up code has no begin
		g.usePaused = true
	case "use resume":
		g.usePaused = false
		g.badOrder = g.badOrder || g.freeEnded
	case "use end":
		g.usePaused = false
		g.useOver = true
		g.useEnded = g.badOrder
		g.bothEnded = g.freeEnded
	}
}

// missing says in words what did not happen.
func (g *goals) missing() string {
	switch {
	case g.lines == 0:
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
	}
	return "both handlers ran, but the free never came before the use"
}
