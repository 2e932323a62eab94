package steer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/steering"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Programs without AddressSanitizer: what the predicted places allocate is guarded
// (stocklib), so that its use after the free is a fault, and the delete of an
// object that lives in a waiting frame is reported. Functions are known by where they
// begin in their module: such programs have no symbols.

// Guard is what is watched in a program as it is installed, and who holds it.
type Guard struct {
	Sites []CodePlace `json:"sites"` // return addresses of allocations
	// Along are those of other blocks that a run has shown to go with the predicted one.
	Along   []CodePlace `json:"along,omitempty"`
	Holders []Holder    `json:"holders"` // functions that may use them
}

// CodePlace is an address in a file that is loaded.
type CodePlace struct {
	Module string `json:"module"` // without its folder
	Offset uint64 `json:"offset"`
}

// Holder is a function with a reference, by its beginning.
type Holder struct {
	CodePlace
	Rule  string `json:"rule"`            // stack, object, memory
	Class string `json:"class,omitempty"` // of the object
}

const (
	guardMax   = steering.MostSites  // and holders
	moduleMax  = steering.MostModule // bytes
	ruleStack  = "stack"
	stackFree  = steering.ReportStack
	guardedUse = steering.ReportUse
	otherFault = steering.ReportFault // of which the program may have recovered
)

// GuardOf is what can be watched of a race that has potential uses, nil for one
// that has none: all that its handler holds across the loop, for what the recorded
// run freed in another way may go with the rest when the free comes early.
func GuardOf(res *sparsehb.Result, races ...*sparsehb.Race) *Guard {
	g := &Guard{Sites: []CodePlace{}, Holders: []Holder{}}
	for _, race := range races {
		for i := range race.Live {
			g.add(res.Tables, &race.Live[i])
		}
		if l := race.Loop; len(race.Live) > 0 && l >= 0 && int(l) < len(res.Loops) {
			for i := range res.Loops[l].Live {
				g.add(res.Tables, &res.Loops[l].Live[i])
			}
		}
	}
	if len(g.Holders) == 0 {
		return nil
	}
	return g
}

func (g *Guard) add(t *trace.Tables, h *sparsehb.PotentialUse) {
	hold := h.Use.Live
	at, ok := placeOf(t, h.Use.Stack)
	if !ok || hold.Function == 0 || len(g.Holders) == guardMax {
		return
	}
	holder := Holder{CodePlace{at.Module, hold.Function}, hold.Rule, hold.Class}
	if !slices.Contains(g.Holders, holder) {
		g.Holders = append(g.Holders, holder)
	}
	if hold.Rule == ruleStack || h.Alloc == nil {
		return
	}
	if site, ok := placeOf(t, h.Alloc.Stack); ok && !slices.Contains(g.Sites, site) {
		g.Sites = append(g.Sites, site)
	}
}

// placeOf is the innermost return address of a stack.
func placeOf(t *trace.Tables, id trace.StackID) (CodePlace, bool) {
	for id != trace.NoStack && int(id) < len(t.Stacks) {
		s := t.Stacks[id]
		if s.Type != "" && s.Parent < id {
			id = s.Parent
			continue
		}
		m := t.StackModule(&s, s.PC-1)
		if m == nil {
			break
		}
		return CodePlace{filepath.Base(m.Path), s.PC - m.Bias}, true
	}
	return CodePlace{}, false
}

func (g *Guard) validate() error {
	if len(g.Holders) == 0 || len(g.Holders) > guardMax || len(g.Sites)+len(g.Along) > guardMax {
		return fmt.Errorf("%d holders and %d sites, want 1 to %d and at most %d", len(g.Holders), len(g.Sites)+len(g.Along), guardMax, guardMax)
	}
	for _, s := range slices.Concat(g.Sites, g.Along) {
		if err := s.validate(); err != nil {
			return err
		}
	}
	return nil
}

func (c CodePlace) validate() error {
	if strings.ContainsAny(c.Module, "+;'/\n") || c.Module == "" || len(c.Module) > moduleMax {
		return fmt.Errorf("%q is no name of a module", c.Module)
	}
	return nil
}

// option is the part of SPARSERACER_OPTIONS that sets the guards up.
func (g *Guard) option(report string, keepFreed bool) string {
	var sites []string
	for _, s := range slices.Concat(g.Sites, g.Along) {
		sites = append(sites, fmt.Sprintf("%s+%#x", s.Module, s.Offset))
	}
	option := steering.Option(steering.OptionGuardSites, strings.Join(sites, ";")) + ":" + steering.Option(steering.OptionGuardReport, report)
	if keepFreed {
		option += ":" + steering.Option(steering.OptionGuardKeep, "1")
	}
	return option
}

// guardedFinding: a fault in what the predicted places allocated proves the race if
// the handler of the use went on after the free and one of the holders is on the
// stack; the delete of what a holder has on its stack, if the holder waits. A fault in
// something else that the very handler of the free has freed, and a function that the
// holder waits for uses, comes before what was predicted: a symptom of the same race.
//
// Without a holder on the stack, for its frame may have returned by then, the block and
// the handlers decide: freed by the very handler of the free, used while the handler of the
// use went on. Qt's own frames below the holder use the receiver of an event, too, once it
// was delivered.
func guardedFinding(s *Schedule, g *goals, r *Report) Finding {
	f := Finding{Status: CrashedElsewhere, Report: r}
	holder := s.Guard.holderIn(r.Use)
	along := s.Guard.isAlong(r)
	switch {
	case r.Kind == guardedUse && g.badOrder && holder != nil && along && r.FreedIn == inTheFree:
		f.Status, f.Match = EarlierSymptom, Match{Use: true, Free: true, Proves: true}
		f.Reason = "what the predicted free took along was used after it, below " + holder.String()
	case r.Kind == guardedUse && g.badOrder && holder != nil && along:
		f.Reason = "other memory was used after its free, below " + holder.String() + ", but not what the predicted handler freed"
	case r.Kind == guardedUse && g.badOrder && holder != nil:
		f.Status, f.Match = Confirmed, Match{Use: true, Alloc: true, Proves: true}
		f.Reason = "guarded memory from the predicted place was used after its free, by " + holder.String()
	case r.Kind == guardedUse && g.goesOn() && r.FreedIn == inTheFree && s.Guard.isPredicted(r):
		f.Status, f.Match = Confirmed, Match{Use: true, Free: true, Alloc: true, Proves: true}
		f.Reason = "guarded memory from the predicted place, freed by the predicted handler, was used by the handler that waited for it"
	case r.Kind == guardedUse && g.goesOn() && r.FreedIn == inTheFree && along:
		f.Status, f.Match = EarlierSymptom, Match{Use: true, Free: true, Proves: true}
		f.Reason = "what the predicted free took along was used by the handler that waited for it, in " + describe(r.Use)
	case r.Kind == guardedUse && !g.badOrder && g.useBegan && holder != nil && r.FreedIn == inUsesLoop && s.Guard.isPredicted(r):
		f.Status, f.Match = Confirmed, Match{Use: true, Alloc: true, Proves: true}
		f.Reason = "guarded memory from the predicted place was used by " + holder.String() + " after another event of its loop than the predicted one freed it"
	case r.Kind == guardedUse && g.badOrder:
		f.Reason = "guarded memory was used after its free, but not by " + s.Guard.Holders[0].String()
	case r.Kind == stackFree && g.inside && !g.freeEnded && s.Guard.keepsOnStack():
		f.Status = EarlierSymptom
		f.Reason = "the predicted free deletes what lives in a frame of the handler that waits"
	case r.Kind == stackFree:
		f.Reason = "an object was deleted that lives in a frame that waits, but not as predicted: " + g.missing()
	case g.badOrder && holder != nil:
		f.Reason = r.Kind + " in " + holder.String() + " after the bad order, but not by guarded memory"
	case g.badOrder:
		f.Reason = r.Kind + " after the bad order, but not in " + s.Guard.Holders[0].String()
	default:
		f.Reason = r.Kind + " before the schedule's goal: " + g.missing()
	}
	return f
}

func (g *Guard) keepsOnStack() bool {
	return slices.ContainsFunc(g.Holders, func(h Holder) bool { return h.Rule == ruleStack })
}

// holderIn finds a holder among the frames, whose functions are named as
// "MODULE!0xBEGIN".
func (g *Guard) holderIn(stack []Frame) *Holder {
	for _, f := range stack {
		for i := range g.Holders {
			if h := &g.Holders[i]; f.Function == fmt.Sprintf("%s%s%x", h.Module, steering.ReportFunction, h.Offset) {
				return h
			}
		}
	}
	return nil
}

func (h *Holder) String() string { return fmt.Sprintf("the function at %s+%#x", h.Module, h.Offset) }
