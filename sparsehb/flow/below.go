package flow

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// wideDeed is one that concerns all that has a name below another one's: a group of
// settings that goes, a folder or file that goes or gets another name.
type wideDeed struct {
	of   string
	deed deed
}

const maxLooks = 1 << 24 // at deeds below a name

// widely notes an operation if it is one of these.
func (t *sinkTable) widely(op *trace.Op, how string, e End) {
	if how != "remove" && how != "commit" {
		return
	}
	for _, name := range []string{op.Sink, op.Attr("to")} {
		switch {
		case name == "":
		case len(t.wide) >= maxWide:
			t.lost++
		default:
			t.wide = append(t.wide, wideDeed{name, deed{End: e, removes: how == "remove"}})
		}
	}
}

// prefixes are what the names below a name begin with: settings:FILE# stands for all
// settings of a file, which the file has in it, as it has the tables of a database.
func prefixes(name string) []string {
	if path, is := strings.CutPrefix(name, "file:"); is {
		return []string{name + "/", "settings:" + path + "#", "sqlite:" + path + "#"}
	}
	if strings.HasSuffix(name, "#") {
		return []string{name}
	}
	return []string{name + "/"}
}

// below gives what was done to states and what was done to all of their kind. Of
// one pair of blocks and name there is one.
func (t *sinkTable) below(yield func(name string, a, b *deed)) {
	byName := make([]int, len(t.all))
	for i := range byName {
		byName[i] = i
	}
	slices.SortFunc(byName, func(i, j int) int { return strings.Compare(t.all[i].name, t.all[j].name) })
	type key struct{ state, wide, block int }
	said, looks := map[key]bool{}, 0
	for i := range t.wide {
		w := &t.wide[i]
		for _, prefix := range prefixes(w.of) {
			at, _ := slices.BinarySearchFunc(byName, prefix, func(i int, p string) int { return strings.Compare(t.all[i].name, p) })
			for ; at < len(byName) && strings.HasPrefix(t.all[byName[at]].name, prefix); at++ {
				x := &t.all[byName[at]]
				if x.name == w.of {
					continue // its own state says so
				}
				for k := range x.done {
					if looks++; looks > maxLooks {
						t.lost++
						return
					}
					if one := (key{byName[at], int(w.deed.Block), int(x.done[k].Block)}); !said[one] {
						said[one] = true
						yield(x.name, &x.done[k], &w.deed)
					}
				}
			}
		}
	}
}
