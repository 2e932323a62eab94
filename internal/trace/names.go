package trace

import (
	"fmt"
	"strings"
)

// maxAttrs bounds the attributes of one operation.
const maxAttrs = 64

func (k Kind) String() string {
	if k.isOperation() {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", uint8(k))
}

func (k Kind) isOperation() bool { return int(k) < len(kindNames) && kindNames[k] != "" }

var eventKindNames = [...]string{
	Posted: "posted", Timer: "timer", Socket: "socket",
	Input: "input", Deferred: "deferred", Env: "env",
}

func (k EventKind) String() string {
	if int(k) < len(eventKindNames) {
		return eventKindNames[k]
	}
	return fmt.Sprintf("event kind %d", uint8(k))
}

var loopKindNames = [...]string{LoopUnknown: "unknown", LoopBatch: "batch", LoopExact: "exact", LoopUnix: "unix", LoopEither: "either"}

func (k LoopKind) String() string { return loopKindNames[k] }

var stopNames = [...]string{
	StopNone: "no", StopDisk: "disk", StopSize: "size", StopMemory: "memory", StopSandbox: "sandbox",
}

func (s StopReason) String() string {
	switch s {
	case StopNone:
		return "no"
	case StopDisk:
		return "the disk was full or could not be written"
	case StopSize:
		return "the size limit was reached"
	case StopMemory:
		return "no memory was left for the recorder"
	case StopSandbox:
		return "the program gave up system calls (seccomp)"
	}
	return fmt.Sprintf("reason %d", uint8(s))
}

var (
	kindByName      = map[string]Kind{}
	eventKindByName = map[string]EventKind{}
)

func init() {
	for k, name := range kindNames {
		if name != "" {
			kindByName[name] = Kind(k)
		}
	}
	for k, name := range eventKindNames {
		eventKindByName[name] = EventKind(k)
	}
}

// LocationName returns the text form of an address: the name of a named
// location, else hexadecimal.
func (t *Tables) LocationName(addr uint64) string {
	if addr >= LocationBase {
		if i := (addr - LocationBase) >> 32; i < uint64(len(t.Locations)) && addr&(1<<32-1) == 0 {
			return t.Locations[i]
		}
	}
	return fmt.Sprintf("0x%x", addr)
}

// EventName returns the name of an event, "-" for none.
func (t *Tables) EventName(e EventID) string {
	if e < 0 || int(e) >= t.Events.Len() {
		return "-"
	}
	return t.Events.At(int(e))
}

// LoopName returns the name of a loop, "-" for none.
func (t *Tables) LoopName(g LoopID) string {
	if g < 0 || int(g) >= t.Loops.Len() {
		return "-"
	}
	return t.Loops.At(int(g))
}

// Parent is the stack of a frame's caller, NoStack if there is none.
func (t *Tables) Parent(s StackID) StackID {
	if int(s) >= len(t.Stacks) || t.Stacks[s].Parent >= s { // parents are defined first
		return NoStack
	}
	return t.Stacks[s].Parent
}

// Below reports whether stack s was called, however far up, from caller.
func (t *Tables) Below(s, caller StackID) bool {
	for s != NoStack && s > caller {
		if s = t.Parent(s); s == caller {
			return s != NoStack
		}
	}
	return false
}

// TypeOf is the type that a stack says its memory is of, "" if it does not.
func (t *Tables) TypeOf(s StackID) string {
	if int(s) >= len(t.Stacks) {
		return ""
	}
	return t.Stacks[s].Type
}

// IsClosure: by that stack the recorder says that a handler of a signal of GObject's is connected
// (docs/loops.md). What it allocates is no memory of the program's.
func (t *Tables) IsClosure(s StackID) bool { return t.TypeOf(s) == "GClosure" }

// Module returns the loaded object that an address lies in, nil if none.
// Later entries win: a library unloaded and another loaded in its place.
func (t *Tables) Module(pc uint64) *Module {
	for i := len(t.Modules) - 1; i >= 0; i-- {
		if m := &t.Modules[i]; pc >= m.Start && pc < m.End {
			return m
		}
	}
	return nil
}

// StackModule returns the object that pc lay in when the stack was defined: a
// library unloaded later keeps its stacks, whatever was loaded in its place.
func (t *Tables) StackModule(s *Stack, pc uint64) *Module {
	known := Tables{Modules: t.Modules[:min(s.Known, len(t.Modules))]}
	return known.Module(pc)
}

// SplitOwner takes the attribute `owner`, class:name, apart. The class may have
// namespaces, the name may be missing.
func SplitOwner(owner string) (class, name string) {
	for at := 0; at < len(owner); at++ {
		if owner[at] != ':' {
			continue
		}
		if !strings.HasPrefix(owner[at:], "::") {
			return owner[:at], owner[at+1:]
		}
		at++
	}
	return owner, ""
}
