package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"sparseracer/internal/symbols"
)

// idDigits is the length of a race's id: 48 bits keep a million races apart
// with a chance of 1 in 500 that any two meet.
const idDigits = 12

// fingerprint names a race by what the next recording, and mostly the next
// build, has again: its kind, whether a nested loop is part of it, and for
// each operation the function, its file and what kind of event ran it.
// Addresses, process ids, line numbers and operation numbers change.
//
// A trace without modules (the text form) has no functions; there, events and
// locations are called by the names that its author gave them.
func (n *namer) fingerprint(r *Race, more ...string) string {
	first, second := n.place(&r.First), n.place(&r.Second)
	if (r.Kind == kindReadWrite || r.Kind == kindState) && second < first {
		first, second = second, first // which came first is the recording's chance
	}
	parts := append(n.parts[:0], r.Kind, "plain", first, second)
	if r.Loop != nil {
		parts[1] = "nested"
	}
	if r.Alloc != nil {
		parts = append(parts, n.frame(r.Alloc.Stack))
	}
	parts = append(parts, more...)
	n.parts, n.text = parts, appendQuoted(n.text[:0], parts...)
	sum := sha256.Sum256(n.text)
	return hex.EncodeToString(sum[:idDigits/2])
}

// namer makes ids, and keeps what many races share.
type namer struct {
	named  bool                      // by the names of a text trace
	frames map[*symbols.Frame]string // by a stack's first frame: what stands for the stack
	events map[*Event]string         // kind, type, class and name
	parts  []string
	text   []byte
}

// frame is frameKey of the frame that stands for a stack.
func (n *namer) frame(stack []symbols.Frame) string {
	if len(stack) == 0 {
		return ""
	}
	key, known := n.frames[&stack[0]]
	if !known {
		key = frameKey(application(stack))
		n.frames[&stack[0]] = key
	}
	return key
}

// event is what an id says of an event, as a part of a list.
func (n *namer) event(e *Event) string {
	if e == nil {
		return ""
	}
	key, known := n.events[e]
	if !known {
		parts := []string{e.Kind, e.Type, e.Class}
		if n.named {
			parts = append(parts, e.Name)
		}
		key = " " + string(quotedList(nil, parts...))
		n.events[e] = key
	}
	return key
}

// place is what an id says of an operation.
func (n *namer) place(p *Place) string {
	kind := p.Kind
	if kind == "read" || kind == "write" {
		kind = "access"
	}
	text := append(quotedList(append(n.text[:0], '['), n.frame(p.Stack), kind), n.event(p.Event)...)
	if n.named {
		text = strconv.AppendQuote(append(text, ' '), p.Location)
	}
	n.text = append(text, ']')
	return string(n.text)
}

// appendQuoted appends a list as fmt's %q has it.
func appendQuoted(to []byte, list ...string) []byte {
	return append(quotedList(append(to, '['), list...), ']')
}

// quotedList is that without its brackets.
func quotedList(to []byte, list ...string) []byte {
	for i, s := range list {
		if i > 0 {
			to = append(to, ' ')
		}
		to = strconv.AppendQuote(to, s)
	}
	return to
}

// apart is what the id of a race says beside that, so that no two bugs share one: the loop,
// where the handler of the use has spun loops of other places before, and where nothing is
// known of the place of the use; then also what is known of the handler and of the object.
func (b *builder) apart(r *Race) []string {
	if r.Kind != kindUseFree || r.Loop == nil {
		return nil
	}
	here := loopKey(r.Loop)
	if f := application(r.First.Stack); f == nil || f.Function == "" && f.Module == "" {
		parts := []string{"loop", here}
		if e := r.First.Event; e != nil {
			parts = append(parts, e.Entry)
		}
		if live := r.Sources[0].First.Live; live != nil {
			parts = append(parts, live.Rule, live.Class)
		}
		return parts
	}
	e := b.result.Order.Event(r.Sources[0].First.Event)
	if e == nil || len(e.Loops) == 0 || loopKey(b.loop(e.Loops[0])) == here {
		return nil
	}
	return []string{"loop", here}
}

// identified are the bugs, with their ids. Where two have the same but for the class of the
// object, that is a part of both: objects that one function frees, and that have nothing else
// in common.
func (b *builder) identified() []*Race {
	var list []*Race
	classes := map[string]map[string]bool{}
	for _, s := range b.bugs() {
		r := b.race(s)
		apart := b.apart(r)
		r.ID = b.names.fingerprint(r, apart...)
		if len(apart) > 0 {
			r.Was = b.names.fingerprint(r)
		}
		if s.Filtered == "" && b.class(s) != "" && r.Loop != nil {
			if classes[r.ID] == nil {
				classes[r.ID] = map[string]bool{}
			}
			classes[r.ID][b.class(s)] = true
		}
		list = append(list, r)
	}
	for _, r := range list {
		if len(classes[r.ID]) < 2 || r.Filter != "" {
			continue
		}
		if class := b.class(r.Sources[0]); classes[r.ID][class] {
			if r.Was == "" {
				r.Was = r.ID
			}
			r.ID = b.names.fingerprint(r, append(b.apart(r), "class", class)...)
		}
	}
	return list
}

// loopKey is the place of a loop as ids have it.
func loopKey(l *Loop) string {
	return fmt.Sprintf("%q", []string{l.What, frameKey(application(l.Stack))})
}

// rename keeps for each race the id that it had when loops had no part in it, where no other
// race has that.
func rename(list []*Race) {
	users := map[string]int{}
	for _, r := range list {
		users[r.ID]++
		if r.Was != "" {
			users[r.Was]++
		}
	}
	for _, r := range list {
		if r.Was != "" && users[r.Was] > 1 {
			r.Was = ""
		}
	}
}

// IDs are the id of a race and the one that older reports may have.
func (r *Race) IDs() []string {
	if r.Was == "" {
		return []string{r.ID}
	}
	return []string{r.ID, r.Was}
}

// filteredID names what is filtered out of a race that has an id already.
func filteredID(id, filter string) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%q", []string{id, filter})))
	return hex.EncodeToString(sum[:])[:idDigits]
}

// frameKey has the offset in the file where no function is known: it is the
// same in every run of one build, and without it all such races would be one.
func frameKey(f *symbols.Frame) string {
	switch {
	case f == nil:
		return ""
	case f.Function == "" && f.Module == "":
		return "?"
	case f.Function == "":
		return f.Name()
	}
	return stripClones(f.Function) + "@" + filepath.Base(f.File)
}

// clones are what optimisers append to a function's name.
var clones = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`( \[clone [^\]]*\]| \(\.[^)]*\)|\.(llvm|isra|constprop|part|cold)(\.[0-9]+)*)`)
})

func stripClones(name string) string {
	return strings.TrimSpace(clones().ReplaceAllString(name, ""))
}
