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
func fingerprint(r *Race, named bool) string {
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
	sum := sha256.Sum256([]byte(fmt.Sprintf("%q", parts)))
	return hex.EncodeToString(sum[:])[:idDigits]
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
