package report

import (
	"fmt"
	"strings"

	"sparseracer/internal/symbols"
)

// Title is the kind of a race as people call it.
func (r *Race) Title() string {
	switch r.Kind {
	case kindReadWrite:
		return "read-write race"
	case kindState:
		return "state race"
	case kindDoubleFree:
		return "double free"
	}
	switch r.Second.Kind {
	case "destroy":
		return "use-after-destroy"
	case "scope":
		return "use-after-scope"
	}
	return "use-after-free"
}

// Summary is the race in one sentence: by functions where they are known, else
// by events.
func (r *Race) Summary() string {
	if r.Kind == kindState {
		return fmt.Sprintf("%s and %s write the same state, in either order", r.First.where(), r.Second.where())
	}
	if r.Kind == kindReadWrite {
		return fmt.Sprintf("%s in %s and %s in %s collide", r.First.Kind, r.First.where(), r.Second.Kind, r.Second.where())
	}
	s := fmt.Sprintf("%s %s what %s %s", r.First.where(), r.uses(), r.Second.where(), r.Second.ends())
	if r.Kind == kindDoubleFree {
		s = fmt.Sprintf("%s frees what %s has freed", r.Second.where(), r.First.where())
	}
	if r.Second.Kind == "scope" {
		return fmt.Sprintf("%s %s %s on the stack of %s, which may have returned by then", r.First.where(), r.uses(), r.Second.variable(), r.Second.where())
	}
	if r.Alloc != nil {
		s += ", allocated in " + r.Alloc.where() + r.Alloc.as()
	}
	return s
}

// Bug is what races of one bug have alike, wherever the object is freed: who uses it, and who
// allocates it.
func (r *Race) Bug() string {
	if r.Alloc == nil || r.Second.Kind == "scope" {
		return r.Summary()
	}
	return r.Kind + " " + r.First.where() + " " + r.Alloc.where() + r.Alloc.as()
}

// byCall says why a person cannot bring a race about, by the filter's id, and what can.
func byCall(kept string) string {
	why := "a modal dialog keeps a person from closing the window meanwhile"
	if kept == "FX" || kept == "" { // "": what the person does may come before the handler that waits, but not there
		why = "the loop takes no input of a person meanwhile"
	}
	return "By call: " + why + ", but a D-Bus call, the end of the session or quit closes it all the same."
}

// ends is what the end of an object's life is: its memory may live on.
func (p *Place) ends() string {
	switch p.Kind {
	case "destroy":
		return "destroys"
	case "scope":
		return "ends the scope of"
	}
	return "frees"
}

// variable names what ends with its scope by its type.
func (p *Place) variable() string {
	if p.Type == "" {
		return "a variable"
	}
	return "the " + clean(p.Type)
}

func (p *Place) where() string {
	if f := p.Frame(); f != nil {
		return placeText(f)
	}
	if len(p.Stack) > 0 {
		return p.Event.full() // the framework did it, with no function of the program's above the loop
	}
	return p.Event.handler()
}

// placeText is a function with the place in it, as short as it can be distinguished from
// others: stacks have whole paths.
func placeText(f *symbols.Frame) string {
	if f.File != "" && f.Line > 0 {
		return fmt.Sprintf("%s (%s:%d)", clean(symbols.Spoken(f.Name())), clean(baseName(f.File)), f.Line)
	}
	return clean(symbols.Spoken(f.Name()))
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// frameText is a frame as AddressSanitizer's users know it.
func frameText(f *symbols.Frame) string {
	switch {
	case f.File != "" && f.Line > 0 && f.Column > 0:
		return fmt.Sprintf("%s %s:%d:%d", clean(symbols.Brief(f.Name())), clean(f.File), f.Line, f.Column)
	case f.File != "" && f.Line > 0:
		return fmt.Sprintf("%s %s:%d", clean(symbols.Brief(f.Name())), clean(f.File), f.Line)
	case f.Function != "" && f.Module != "":
		return fmt.Sprintf("%s (%s+0x%x)", clean(symbols.Brief(f.Function)), clean(baseName(f.Module)), f.Offset)
	}
	return clean(symbols.Brief(f.Name()))
}
