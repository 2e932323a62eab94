// Package moc names functions of Qt programs that have no symbols: moc's tables tell
// the slots, signals and invokable methods of each class, and the function that calls
// them by number, qt_static_metacall, shows where each of them is.
//
// The rules it keeps:
//   - A wrong name is worse than none. A method has a name where the way of its number
//     through qt_static_metacall leads to one call on the object, of a function that
//     begins there by the unwind tables, and no other method leads to it.
//   - Limit: a slot that the compiler put into qt_static_metacall and that does nothing
//     but call one method of its object lends it its name.
//   - A file is untrusted: what does not fit is left out, and every count is bounded.
package moc

import (
	"debug/elf"
	"sort"

	"sparseracer/internal/machine"
)

// Function is one that a class's tables name.
type Function struct {
	Start, End uint64
	Name       string // Class::slot(int, QString)
}

const (
	classesMax = 20_000 // of a file
	methodsMax = 2_000  // of a class
)

// Read gives the functions by address, nil for a file that has none.
func Read(f *elf.File) []Function {
	m := &image{machine.Open(f)}
	if m.Image == nil || len(m.Pointers) == 0 {
		return nil
	}
	var out []Function
	for at, name := range m.names() {
		if i, ok := m.Starts(at); ok && name != "" {
			out = append(out, Function{at, m.Functions[i].End, name})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}

// names are those of functions by address, "" where two methods lead to one.
func (m *image) names() map[uint64]string {
	names := map[uint64]string{}
	add := func(at uint64, name string) {
		if old, known := names[at]; known && old != name {
			name = ""
		}
		names[at] = name
	}
	for _, c := range m.classes() {
		add(c.metacall, c.name+"::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)")
		for _, method := range c.methods {
			if at, ok := m.called(c.metacall, method.number); ok {
				add(at, c.name+"::"+method.signature)
			}
		}
	}
	return names
}

// image is a file's memory as the loader makes it.
type image struct{ *machine.Image }
