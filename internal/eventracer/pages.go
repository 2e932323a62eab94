package eventracer

import (
	"bytes"
	"fmt"
)

// What EventRacer adds for web pages, which their logs do not say by arcs:
//
//   - Who accesses a script or a resource (ScriptRunner-ID, CachedResource-ID) comes
//     after the one who did last.
//   - Who reads a node of the page (NodeTree:ID) comes after the one who wrote it last,
//     and reads what that wrote: each writer's node is a variable of its own.
//   - Events that were tried out one after the other (their scope is auto:explore) have
//     no order of their own: each comes after the last person's before them, and the
//     next person's after all of them.
//
// Actions that do nothing, and that nothing comes after, take no part.

const (
	script, resource = "ScriptRunner-", "CachedResource-"
	pageNode         = "NodeTree:"
	explored         = "auto:explore"
)

func isOfPage(name []byte) bool {
	return bytes.HasPrefix(name, []byte(script)) || bytes.HasPrefix(name, []byte(resource)) || bytes.HasPrefix(name, []byte(pageNode))
}

// written is a node as an action wrote it.
type written struct{ variable, event int32 }

// pages adds arcs, event by event.
type pages struct {
	*parser
	idle  []bool           // by event: it takes no part
	users map[string]int32 // of scripts and resources, by id: who used it last
	last  map[int32]int32  // by node: who wrote it last
	ids   map[int32]string // by variable: the id of the script or resource, "" = none
	nodes map[int32]bool   // by variable: it is a node
}

func (p *parser) addPages() {
	g := &pages{parser: p, idle: p.findIdle(), users: map[string]int32{}, last: map[int32]int32{}, ids: map[int32]string{}, nodes: map[int32]bool{}}
	g.spread()
	p.Log.nodes, p.written = g.nodes, map[written]uint32{}
	for e := range p.actions {
		if !g.idle[e] && p.err == nil {
			g.action(int32(e))
		}
	}
}

// findIdle finds the actions that do nothing and that nothing comes after.
func (p *parser) findIdle() []bool {
	after, idle := make([]int32, len(p.actions)), make([]bool, len(p.actions))
	for i := range p.arcs.all {
		after[p.arcs.all[i].tail]++
	}
	for e := len(p.actions) - 1; e >= 0; e-- {
		if idle[e] = after[e] == 0 && p.actions[e].commands == 0; idle[e] {
			p.arcs.into(int32(e), func(a *arc) { after[a.tail]-- })
		}
	}
	return idle
}

// order adds an arc that says something new.
func (g *pages) order(tail, head int32) {
	if tail != head && !g.arcs.has(tail, head) {
		g.arcs.add(arc{tail, head, -1})
	}
}

// spread takes the events that were tried out out of their row.
func (g *pages) spread() {
	if !bytes.Contains(g.scopes, []byte(explored)) {
		return
	}
	last, lastTried, lastPerson := int32(none), int32(none), int32(none)
	var tried []int32
	for e := range g.actions {
		a, here := &g.actions[e], int32(e)
		if g.idle[e] || a.kind != kinds[userInterface] {
			continue
		}
		if a.scope != none && text(g.scopes, a.scope) == explored {
			if lastPerson != none && last == lastTried {
				g.arcs.move(lastTried, lastPerson, here)
				tried = append(tried, lastTried)
			}
			lastTried = here
		} else {
			for _, t := range tried {
				g.order(t, here)
			}
			tried, lastPerson = tried[:0], here
		}
		last = here
	}
}

// userInterface is the type of a person's events.
const userInterface = 2

// move has an event come after another one than before.
func (g *graph) move(from, to, head int32) {
	found := false
	g.into(head, func(a *arc) {
		if a.tail == from {
			a.tail, found = to, true
		}
	})
	if !found {
		g.add(arc{to, head, -1})
	}
}

func (g *pages) action(e int32) {
	a := &g.actions[e]
	for at, n := a.at, int(a.commands); n > 0 && g.err == nil; {
		part := min(n, windowSize/commandSize)
		c, err := g.window.bytes(at, part*commandSize)
		if err != nil {
			g.err = err
			return
		}
		for ; len(c) > 0; c = c[commandSize:] {
			if what, variable := command(c); (what == readMemory || what == writeMemory) && uint32(variable) < uint32(len(g.vars)) {
				g.access(e, variable, what == writeMemory)
			}
		}
		at, n = at+int64(part*commandSize), n-part
	}
}

func (g *pages) access(e, variable int32, writes bool) {
	id, known := g.ids[variable]
	if !known {
		id = g.look(variable)
	}
	switch {
	case id != "":
		if by, used := g.users[id]; used {
			g.order(by, e)
		}
		g.users[id] = e
	case !g.nodes[variable]:
	case writes:
		g.last[variable] = e
		g.name(variable, e)
	default:
		if by, is := g.last[variable]; is {
			g.order(by, e)
		}
	}
}

// look finds out what a variable is.
func (g *pages) look(variable int32) (id string) {
	name := []byte(text(g.vars, variable))
	if bytes.HasPrefix(name, []byte(pageNode)) {
		g.nodes[variable] = true
	} else if rest, is := bytes.CutPrefix(name, []byte(resource)); is {
		id = "-" + string(rest)
	} else if rest, is := bytes.CutPrefix(name, []byte(script)); is {
		id = "-" + string(rest)
	}
	g.ids[variable] = id
	return id
}

// name makes a variable of a node that an event writes.
func (g *pages) name(variable, e int32) {
	if key := (written{variable, e}); g.written[key] == 0 {
		g.written[key] = g.named.add(fmt.Appendf(nil, "%s-%d", text(g.vars, variable), g.actions[e].id))
	}
}
