package trace

import "sync"

// definitions are what the records of a recording refer to by numbers of their own. The
// first reader that comes to the end of it leaves them to all later ones, which go
// through the same records again: they look up what that one made, and their tables are
// the first part of its tables, as far as they have come. So a walk costs neither the
// memory nor the time for tables of its own.
//
// The rules it keeps:
//   - What is shared is never changed.
//   - If a file changes while it is read, and defines what it did not before, that is a
//     fault.
type definitions struct {
	tables        *Tables
	texts         texts
	events, loops ids
	stacks        map[ThreadID][]StackID // by number in the thread
	pseudos       []EventID              // events that no record names, in the order of their appearance
}

// known is where a source keeps them between its readers.
type known struct {
	sync.Mutex
	defs *definitions // nil: no reader came to the end yet
}

// begin gives the reader the definitions of an earlier one, or new ones.
func (r *binaryReader) begin() {
	k := &r.src.known
	k.Lock()
	defer k.Unlock()
	if k.defs == nil {
		r.tables = &Tables{Stacks: []Stack{{}}, Sites: []Site{{}}}
		r.defs = &definitions{tables: r.tables, stacks: map[ThreadID][]StackID{}}
		return
	}
	r.defs, r.again = k.defs, true
	r.tables = &Tables{Stacks: k.defs.tables.Stacks[:1], Sites: k.defs.tables.Sites[:1]}
}

// leave is for a reader that has come to the end.
func (r *binaryReader) leave() {
	if r.again || r.brief != nil {
		return
	}
	k := &r.src.known
	k.Lock()
	defer k.Unlock()
	if k.defs == nil {
		k.defs = r.defs
	}
}

// event is the id of an event by its number in the recording; there is none if that is
// new although the recording was read before.
func (r *binaryReader) event(raw uint64) (EventID, bool) {
	id, ok := r.number(&r.defs.events, &r.tables.Events, &r.defs.tables.Events, "e", raw)
	return EventID(id), ok
}

// guard is the same for the run of a loop.
func (r *binaryReader) guard(raw uint64) (LoopID, bool) {
	id, ok := r.number(&r.defs.loops, &r.tables.Loops, &r.defs.tables.Loops, "v", raw)
	return LoopID(id), ok
}

func (r *binaryReader) number(d *ids, list, all *Names, word string, raw uint64) (uint32, bool) {
	id, ok := d.find(raw)
	switch {
	case ok && r.again && int(id) >= list.Len():
		*list = all.until(int(id) + 1)
	case !ok && !r.again:
		id, ok = d.add(raw), true
		list.addNumbered(word, raw)
	}
	return id, ok
}

// named gives what a number stands for a name before its first use; false if it has one.
func (r *binaryReader) named(d *ids, list, all *Names, raw uint64, name string) bool {
	id, ok := d.find(raw)
	switch {
	case r.again && ok && int(id) == list.Len():
		*list = all.until(int(id) + 1)
		return true
	case r.again || ok:
		return false
	}
	d.add(raw)
	if r.brief.keepsName() {
		list.Add(name)
	} else {
		list.addNumbered("#", raw)
	}
	return true
}

// pseudo is the id of the next event that no record names.
func (r *binaryReader) pseudo(name string) EventID {
	if r.again {
		e := NoEvent
		if r.pseudos < len(r.defs.pseudos) {
			e = r.defs.pseudos[r.pseudos]
			r.tables.Events = r.defs.tables.Events.until(int(e) + 1)
		}
		r.pseudos++
		return e
	}
	e := EventID(r.defs.events.skip())
	r.tables.Events.Add(name)
	r.defs.pseudos = append(r.defs.pseudos, e)
	return e
}

// grown is one more of what all has; false if there is no more.
func grown[T any](list, all []T) ([]T, bool) {
	if len(list) == len(all) {
		return list, false
	}
	return all[:len(list)+1], true
}

// defineText gives a string its number; false if that is another one's.
func (r *binaryReader) defineText(id uint64, s []byte) bool {
	switch {
	case r.brief != nil:
		return r.brief.define(id, s)
	case r.again:
		return true
	}
	return r.defs.texts.add(id, s)
}

// These add a definition to a table; false if the recording did not have it before.

// stacksOf are the stacks that a thread begins with: none but the empty one.
func (r *binaryReader) stacksOf(t ThreadID) []StackID {
	if list := r.defs.stacks[t]; r.again && len(list) > 0 {
		return list[:1]
	}
	return []StackID{NoStack}
}

func (t *threadReader) defineStack(s Stack) (ok bool) {
	r := t.r
	t.defined++
	if r.brief != nil {
		if s.Type == "" {
			r.brief.frames++
		}
		return true
	}
	if !r.again {
		s.Known = len(r.tables.Modules)
		t.stacks = append(t.stacks, StackID(len(r.tables.Stacks)))
		r.defs.stacks[t.id] = t.stacks
		r.tables.Stacks = append(r.tables.Stacks, s)
		return true
	}
	if t.stacks, ok = grown(t.stacks, r.defs.stacks[t.id]); ok {
		r.tables.Stacks, ok = grown(r.tables.Stacks, r.defs.tables.Stacks)
	}
	return ok
}

func (r *binaryReader) defineModule(m Module) (ok bool) {
	if r.again {
		r.tables.Modules, ok = grown(r.tables.Modules, r.defs.tables.Modules)
		return ok
	}
	r.tables.Modules = append(r.tables.Modules, m)
	return true
}

func (r *binaryReader) defineLocation(name string) (ok bool) {
	if r.brief != nil {
		r.brief.places++
		return true
	}
	if r.again {
		r.tables.Locations, ok = grown(r.tables.Locations, r.defs.tables.Locations)
		return ok
	}
	r.tables.Locations = append(r.tables.Locations, name)
	return true
}

func (r *binaryReader) defineSite(s Site) (ok bool) {
	if r.again {
		r.tables.Sites, ok = grown(r.tables.Sites, r.defs.tables.Sites)
		return ok
	}
	if r.brief != nil {
		s = Site{Kind: s.Kind, layout: s.layout}
	}
	r.tables.Sites = append(r.tables.Sites, s)
	return true
}
