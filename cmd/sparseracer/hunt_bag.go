package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sparseracer/internal/steer"
)

// entry is what one line of the lists is about, and the list that it stands in.
type entry struct {
	listedRace
	list, reason string
	alike        string // of a crash: what runs that crash likewise have in common
}

// bagged is all that a hunt found, each race and each crash once, with the commands that repeat some of it.
type bagged struct {
	entries []*entry
	by      map[string]*entry // by id, or by how it failed
	repeats map[string]string // of each list the first command
	scripts map[string]string // … of an event that no session has
	races   map[string]string // by such a command, the id of what it repeats
}

// next is the command that comes next: what a person, time or the outside brings about first.
func (b *bagged) next() string {
	return cmp.Or(b.repeats[listProven], b.scripts[listProven], b.repeats[listByCall], b.scripts[listByCall], b.scripts[listWithout], b.scripts[listOnce],
		b.repeats[listItself])
}

// put adds an entry, or moves the one that is there into a better list.
func (b *bagged) put(e entry) *entry {
	key := cmp.Or(e.id, e.alike, e.says)
	old := b.by[key]
	switch {
	case old == nil:
		old = &e
		b.by[key] = old
		b.entries = append(b.entries, old)
	case rank(e.list) < rank(old.list):
		if old.list == listElsewhere {
			old.repeat = "" // of another crash
		}
		old.list, old.reason = e.list, e.reason
	}
	return old
}

// pack decides of each race and each crash where it stands.
func (h *hunter) pack(tried map[string]steer.Known) *bagged {
	b := &bagged{by: map[string]*entry{}, repeats: map[string]string{}, scripts: map[string]string{}, races: map[string]string{}}
	for _, id := range h.order {
		k, done := tried[id]
		e := h.steered(id, k, done)
		// What was proven is repeated by the command that comes next, and has its schedule above.
		if repeat := h.repeatOf(id, k, e.list); repeat != "" {
			of := e.list
			if of == listElsewhere {
				of = listItself // crashes, one way or the other
			}
			b.repeats[of] = cmp.Or(b.repeats[of], repeat)
			b.races[repeat] = id
			if e.list != listProven && e.list != listByCall {
				e.repeat = repeat
			}
		}
		b.put(e)
	}
	h.packUnseen(b, tried)
	for _, c := range h.crashesAlone() {
		b.repeats[listItself] = cmp.Or(b.repeats[listItself], c.repeat)
		if old := b.by[c.says]; old == nil {
			b.put(entry{listedRace: c, list: listItself})
		}
	}
	if h.probed != nil && !h.unused {
		h.packEvents(b)
	}
	return b
}

// packUnseen adds what earlier calls have proven, and this one did not look at.
func (h *hunter) packUnseen(b *bagged, tried map[string]steer.Known) {
	for _, id := range slices.Sorted(maps.Keys(tried)) {
		if k := tried[id]; len(h.unseen) > 0 && b.by[id] == nil && k.Status().Proven() {
			b.put(entry{list: listProven, listedRace: listedRace{id: id, says: "was proven by an earlier call", bug: id}})
			b.repeats[listProven] = cmp.Or(b.repeats[listProven], h.repeat(k.Schedule, h.prog))
		}
	}
}

// steered is the place of a race by what steering made of it, and by the sessions that ran into it.
func (h *hunter) steered(id string, k steer.Known, done bool) entry {
	race := h.races[id]
	e := entry{listedRace: race.listedRace}
	switch status := k.Status(); {
	case !done && race.session == "":
		e.list = listNotTried
	case done && status.Proven() && race.byCall:
		e.list = listByCall
	case done && status.Proven():
		e.list = listProven
	case race.session != "":
		e.list = listItself
	case status == steer.CrashedElsewhere:
		e.list, e.reason = listElsewhere, k.Reason
	default:
		e.list, e.reason = listNotProven, strings.TrimSuffix(k.Verdict+": "+k.Brief(), ": ")
	}
	return e
}

// repeatOf is the command that repeats what a list is about, "" where there is nothing.
func (h *hunter) repeatOf(id string, k steer.Known, list string) string {
	race := h.races[id]
	switch list {
	case listItself:
		return h.playAgain(race.session)
	case listProven, listByCall, listElsewhere:
		return h.repeat(k.Schedule, race.prog)
	}
	return ""
}

// packEvents adds what events came to that no session has: to the races that they are about, where these are known.
func (h *hunter) packEvents(b *bagged) {
	seen := map[string]bool{}
	for i := range h.probed.found {
		r := &h.probed.found[i]
		list := h.probed.outcome(r)
		if list == "" {
			continue
		}
		new := entry{list: list, alike: r.Crash, listedRace: listedRace{says: r.Failure, bug: cmp.Or(r.Crash, r.Failure)}}
		if r.Race != "" {
			new.listedRace = listedRace{id: r.Failure, says: r.Race, bug: cmp.Or(r.Bug, r.Race)}
		}
		e := b.put(new)
		b.scripts[list] = cmp.Or(b.scripts[list], h.playAgain(r.Script))
		if what := r.Failure + " " + r.event(); !seen[what] {
			seen[what] = true
			said := ""
			if list != e.list {
				said = ", " + list
			}
			e.events = append(e.events, fmt.Sprintf("%s%s: %s", r.event(), said, r.Script))
		}
	}
	if script := h.opt.record.Play; script != "" && h.probed.alone.Failure != "" {
		b.scripts[listOnce] = cmp.Or(b.scripts[listOnce], h.playAgain(script))
	}
}
