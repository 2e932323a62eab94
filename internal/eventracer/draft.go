package eventracer

import (
	"encoding/binary"
	"fmt"
)

// Draft is a log in the making: of a program that never ran, for benchmarks.
type Draft struct {
	Variables int // named v0, v1, …
	Arcs      []Arc
	Actions   []Action // by id
}

// Arc says that action Tail comes before action Head; by a timer of Duration ms if
// that is not negative.
type Arc struct{ Tail, Head, Duration int32 }

// Action is an event action and what it does to variables, in order.
type Action struct{ Accesses []Touch }

// Touch is a read or a write of a variable.
type Touch struct {
	Variable int32
	Write    bool
}

// Bytes returns the log as EventRacer's recorder writes it.
func (d *Draft) Bytes() []byte {
	var names []byte
	at := make([]int32, d.Variables)
	for i := range at {
		at[i] = int32(len(names))
		names = fmt.Appendf(names, "v%d\x00", i)
	}
	var b []byte
	num := func(list ...int32) {
		for _, n := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		}
	}
	num(int32(len(names)))
	b = append(b, names...)
	num(hashSize(d.Variables), 0, hashSize(0)) // no scopes
	num(int32(len(d.Actions)), int32(len(d.Arcs)))
	for _, a := range d.Arcs {
		num(a.Tail, a.Head, a.Duration)
	}
	for id, a := range d.Actions {
		num(int32(id), 0, int32(len(a.Accesses)))
		for _, t := range a.Accesses {
			if t.Write {
				num(writeMemory, at[t.Variable])
			} else {
				num(readMemory, at[t.Variable])
			}
		}
	}
	num(0, hashSize(0), 0, hashSize(0)) // no scripts, no values
	return b
}

// hashSize is the number behind so many strings: EventRacer has a table of that size.
func hashSize(strings int) int32 { return int32(2*strings + 7) }
