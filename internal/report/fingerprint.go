package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
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
func fingerprint(r *Race, named bool, more ...string) string {
	first, second := placeKey(&r.First, named), placeKey(&r.Second, named)
	if (r.Kind == kindReadWrite || r.Kind == kindState) && second < first {
		first, second = second, first // which came first is the recording's chance
	}
	parts := []string{r.Kind, "plain", first, second}
	if r.Loop != nil {
		parts[1] = "nested"
	}
	if r.Alloc != nil {
		parts = append(parts, frameKey(application(r.Alloc.Stack)))
	}
	return digest(append(parts, more...)...)
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%q", parts)))
	return hex.EncodeToString(sum[:])[:idDigits]
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
	named := len(b.result.Tables.Modules) == 0
	classes := map[string]map[string]bool{}
	for _, s := range b.bugs() {
		r := b.race(s)
		r.ID = fingerprint(r, named, b.apart(r)...)
		if s.Filtered == "" && b.class(s) != "" && r.Loop != nil {
			if classes[r.ID] == nil {
				classes[r.ID] = map[string]bool{}
			}
			classes[r.ID][b.class(s)] = true
		}
		list = append(list, r)
	}
	for _, r := range list {
		class := b.class(r.Sources[0])
		if len(classes[r.ID]) > 1 && classes[r.ID][class] && r.Filter == "" {
			r.ID = fingerprint(r, named, append(b.apart(r), "class", class)...)
		}
		if was := fingerprint(r, named); was != r.ID {
			r.Was = was
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

func placeKey(p *Place, named bool) string {
	key := []string{frameKey(application(p.Stack))}
	if p.Kind == "read" || p.Kind == "write" {
		key = append(key, "access")
	} else {
		key = append(key, p.Kind)
	}
	if e := p.Event; e != nil {
		key = append(key, e.Kind, e.Type, e.Class)
		if named {
			key = append(key, e.Name)
		}
	}
	if named {
		key = append(key, p.Location)
	}
	return fmt.Sprintf("%q", key)
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
