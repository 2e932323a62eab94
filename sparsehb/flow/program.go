package flow

import (
	"sort"

	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// program is what the sites say of all code, also of what did not run.
type program struct {
	starts  []trace.SiteID // of functions, in their order
	names   []string
	decided map[trace.SiteID][]trace.SiteID
	leaves  map[trace.SiteID]bool // calls that were asked about
}

// newProgram finds out which calls may come to write something: those of sinks,
// and of functions that have such a call, as far as they are called by name.
func newProgram(sites []trace.Site) *program {
	p := &program{decided: map[trace.SiteID][]trace.SiteID{}, leaves: map[trace.SiteID]bool{}}
	callers := map[string][]string{}
	for i := 1; i < len(sites); i++ {
		s := &sites[i]
		switch {
		case s.Kind == trace.SiteFunction:
			p.starts, p.names = append(p.starts, trace.SiteID(i)), append(p.names, s.Name)
		case s.Kind == trace.SiteCall && s.Name != "" && len(p.names) > 0:
			callers[s.Name] = append(callers[s.Name], p.names[len(p.names)-1])
		}
	}
	reach := map[string]bool{}
	var todo []string
	for name := range callers {
		if system.IsSink(name) {
			reach[name] = true
			todo = append(todo, name)
		}
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, by := range callers[name] {
			if !reach[by] {
				reach[by] = true
				todo = append(todo, by)
			}
		}
	}
	for i := 1; i < len(sites); i++ {
		if s := &sites[i]; s.Kind == trace.SiteCall && reach[s.Name] {
			for _, d := range s.Control {
				if d > 0 {
					p.decided[trace.SiteID(d)] = append(p.decided[trace.SiteID(d)], trace.SiteID(i))
				}
			}
		}
	}
	return p
}

// decidedBy are the calls that a site's value decides about.
func (p *program) decidedBy(at trace.SiteID) []trace.SiteID { return p.decided[at] }

// nameOf is the name of the function that a site stands in, "" if none is known.
func (p *program) nameOf(at trace.SiteID) string {
	i := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > at })
	if i == 0 {
		return ""
	}
	return p.names[i-1]
}

// leavesObject: the call does not change its first object.
func (p *program) leavesObject(sites []trace.Site, call trace.SiteID) bool {
	is, known := p.leaves[call]
	if !known {
		is = leavesObject(sites[call].Name, len(sites[call].Args))
		p.leaves[call] = is
	}
	return is
}
