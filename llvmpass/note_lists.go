//go:build llvm19

package llvmpass

// Lists that a library hands out: a member function of it gives a QList back, and was given no
// pointer of the program's but its object. Or QObject::findChildren, a template of Qt's headers,
// hands a variable of the function to a helper of the library, which fills it. An item that is
// read out of there was found anew, and lives. So a read of one is told from reads of other
// memory (sites.Listed). It is one only where nothing but the library can have changed what is in
// the variable: all that is done with it is known.
//
// What stands in the source as one expression is one function where the compiler optimises, and
// a chain of calls to the list's own functions where it does not. Both are followed, no further
// than the function.

import (
	"strings"

	"sparseracer/internal/sites"
	"sparseracer/llvmpass/llvmc"

	"tinygo.org/x/go-llvm"
)

// What fills a list with children: the helper, at an argument; or the template, which gives a list back.
const (
	findsChildren = "_Z23qt_qFindChildren_helperPK7QObject"
	givesChildren = "_ZNK7QObject12findChildrenI"
)

// intoList are functions of QList and its iterators that give back where an item is.
var intoList = []string{"E5beginEv", "E3endEv", "E10constBeginEv", "E8constEndEv", "E6cbeginEv", "E4cendEv", "E2atEi", "E2atEx", "EixEi", "EixEx",
	"E5firstEv", "E4lastEv", "E5frontEv", "E4backEv", "E10constFirstEv", "E9constLastEv", "deEv", "ptEv"}

// sameItems are functions of it that are not constant and leave its items as they are.
var sameItems = []string{"C1Ev", "C2Ev", "D1Ev", "D2Ev", "E6detachEv", "E6detachEPS2_", "N9QListData6detachEi", "E13detach_helperEv", "E13detach_helperEi", "ppEv", "ppEi", "mmEv", "mmEi"}

// listWalk follows an address to the lists that it leads into.
type listWalk struct {
	*originTable
	seen  map[llvm.Value]bool
	fills []llvm.Value
}

// listedBy are the calls that have filled the list of which a load reads an item; none if it reads something else.
func (t *originTable) listedBy(load llvm.Value) []llvm.Value {
	w := listWalk{originTable: t, seen: map[llvm.Value]bool{}}
	if load.Type().TypeKind() != llvm.PointerTypeKind || !baseOf(load.Operand(0)).IsAAllocaInst().IsNil() || !w.leadsInto(load.Operand(0)) {
		return nil
	}
	return w.fills
}

// listed notes of a read of such an item which calls have filled the list.
func (t *originTable) listed(s *slicer, o *origin) {
	if len(o.fills) == 0 {
		return
	}
	o.flags |= sites.Listed
	o.args = [][]dep{nil}
	for _, call := range o.fills {
		o.args[0] = merge(o.args[0], []dep{s.siteOf[call]})
	}
}

// leadsInto: all ways to an address begin with such a list, and lead among its items.
func (w *listWalk) leadsInto(v llvm.Value) bool {
	v = baseOf(v)
	if w.seen[v] {
		return true // around a loop
	}
	w.seen[v] = true
	switch opcode(v) {
	case llvm.PHI:
		for i := range v.IncomingCount() {
			if !w.leadsInto(v.IncomingValue(i)) {
				return false
			}
		}
		return true
	case llvm.Load:
		return w.holds(baseOf(v.Operand(0)))
	case llvm.Call, llvm.Invoke:
		return isOfList(v) && endsWith(v.CalledValue().Name(), intoList) && w.holds(baseOf(objectOf(v)))
	}
	return false
}

// holds: a variable is such a list, or has nothing in it but addresses that lead into one. Or it is an address of such a
// variable that another one keeps, as the compiler keeps what a loop goes over.
func (w *listWalk) holds(variable llvm.Value) bool {
	switch opcode(variable) {
	case llvm.PHI: // of two addresses in it
		if w.seen[variable] {
			return true
		}
		w.seen[variable] = true
		for i := range variable.IncomingCount() {
			if !w.holds(baseOf(variable.IncomingValue(i))) {
				return false
			}
		}
		return true
	case llvm.Load:
		kept, ok := w.storedInFrame(variable)
		return ok && len(kept) == 1 && w.holds(baseOf(kept[0]))
	}
	if variable.IsAAllocaInst().IsNil() {
		return false
	}
	u := listUses{originTable: w.originTable, seen: map[llvm.Value]bool{}}
	if !u.of(variable, variable) {
		return false
	}
	if len(u.fills) > 0 {
		w.fills = append(w.fills, u.fills...)
		return len(u.stored) == 0
	}
	for _, v := range u.stored {
		if !w.leadsInto(v) {
			return false
		}
	}
	return len(u.stored) > 0
}

// listUses are what a function does with a variable.
type listUses struct {
	*originTable
	seen   map[llvm.Value]bool
	fills  []llvm.Value // calls by which a library does
	stored []llvm.Value // but constants
}

// of: all that is done with an address in the variable is known, and changes no item.
func (l *listUses) of(variable, address llvm.Value) bool {
	if l.seen[address] {
		return true
	}
	l.seen[address] = true
	for u := address.FirstUse(); !u.IsNil(); u = u.NextUse() {
		by := u.User()
		switch opcode(by) {
		case llvm.Load, llvm.ICmp:
		case llvm.GetElementPtr, llvm.PHI:
			if !l.of(variable, by) {
				return false
			}
		case llvm.Store:
			if !l.store(by, variable, address) {
				return false
			}
		case llvm.Call, llvm.Invoke:
			if !l.call(by, address) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (l *listUses) store(store, variable, address llvm.Value) bool {
	value := store.Operand(0)
	switch {
	case value != address:
		if value.IsAConstant().IsNil() && value.Type().TypeKind() == llvm.PointerTypeKind {
			l.stored = append(l.stored, value)
		}
		return true
	case address != variable || store.Operand(1).IsAAllocaInst().IsNil():
		return false
	}
	for u := store.Operand(1).FirstUse(); !u.IsNil(); u = u.NextUse() { // an address that is kept
		switch by := u.User(); {
		case by == store || opcode(by) == llvm.Call && isIntrinsic(by):
		case opcode(by) != llvm.Load || !l.of(variable, by):
			return false
		}
	}
	return true
}

func (l *listUses) call(call, address llvm.Value) bool {
	if isIntrinsic(call) {
		return !strings.HasPrefix(call.CalledValue().Name(), "llvm.memcpy") || call.Operand(1) == address
	}
	if hookOf(call) != "" {
		return true
	}
	name := call.CalledValue().Name()
	if strings.HasPrefix(name, findsChildren) || call.Operand(0) == address && (strings.HasPrefix(name, givesChildren) || l.givesList(call)) {
		l.fills = append(l.fills, call)
		return true
	}
	switch {
	case llvmc.ArgCount(call) == 0:
		return false
	case isOfList(call) && endsWith(name, intoList):
		if objectOf(call) != address { // an iterator that the call gives back
			l.stored = append(l.stored, call)
		}
		return true
	case isOfList(call) && strings.HasPrefix(name, "_ZNK"):
		return true
	}
	return call.Operand(0) == address && (endsWith(name, sameItems) || isDetach(call))
}

// givesList: a call of a function of another file, which is a member of a class, gives a list back in a variable.
func (t *originTable) givesList(call llvm.Value) bool {
	callee := call.CalledValue().IsAFunction()
	if callee.IsNil() || llvmc.ArgCount(call) == 0 {
		return false
	}
	into := call.Operand(0).IsAAllocaInst()
	if into.IsNil() || !isExternal(callee) || !strings.HasPrefix(callee.Name(), "_ZN") {
		return false
	}
	args := t.argumentsOf(call, callee)
	return len(args) > 0 && args[0].result && strings.HasPrefix(into.AllocatedType().StructName(), "class.QList") &&
		t.handsOut(call, thisArgument(callee.Name(), args)) == sites.Fetches
}

// isDetach: a call of what makes a list of Qt 6 larger, by nothing: its items are its own then.
func isDetach(call llvm.Value) bool {
	return strings.HasPrefix(call.CalledValue().Name(), "_ZN17QArrayDataPointerI") && strings.Contains(call.CalledValue().Name(), "E17reallocateAndGrowE") &&
		llvmc.ArgCount(call) == 4 && call.Operand(2).IsNull()
}

// objectOf is the object of a call of a member function, which comes behind where the result goes.
func objectOf(call llvm.Value) llvm.Value {
	if call.Type().TypeKind() == llvm.VoidTypeKind {
		return call.Operand(1)
	}
	return call.Operand(0)
}

// isOfList: a call of a member function of QList, or of its iterators.
func isOfList(call llvm.Value) bool {
	name := call.CalledValue().Name()
	return strings.HasPrefix(name, "_ZN5QListI") || strings.HasPrefix(name, "_ZNK5QListI") ||
		strings.HasPrefix(name, "_ZNK17QArrayDataPointerI")
}

func endsWith(name string, ends []string) bool {
	for _, end := range ends {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
