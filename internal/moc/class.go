package moc

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A class's tables, as qmetaobject_p.h of Qt 5.15 and 6.4 has them: the QMetaObject
// refers to the strings, to numbers and to qt_static_metacall.
type class struct {
	name     string
	metacall uint64
	methods  []method
}

type method struct {
	number    int
	signature string
}

// Fields of the numbers, and of a method in them.
const (
	revisionAt, classNameAt, methodCountAt, methodDataAt = 0, 1, 4, 5

	firstRevision, sixRevision, lastRevision = 7, 9, 13 // Qt 5.0; from 9 on it is Qt 6
	isClone                                  = 0x20     // the same with fewer arguments
	isNamed                                  = 0x80000000
)

var className = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$`)
})

// classes finds every QMetaObject: a pointer to code, after two to other things.
func (m *image) classes() []class {
	var out []class
	for at, code := range m.Pointers {
		strs, ok1 := m.Pointers[at-16]
		data, ok2 := m.Pointers[at-8]
		if !ok1 || !ok2 || !m.IsCode(code) || m.IsCode(strs) || m.IsCode(data) || len(out) == classesMax {
			continue
		}
		if _, begins := m.Starts(code); !begins {
			continue
		}
		if c, ok := m.readClass(strs, data); ok {
			c.metacall = code
			out = append(out, c)
		}
	}
	return out
}

// tables are one class's strings and numbers.
type tables struct {
	m          *image
	strs, data uint64
	six        bool
}

func (m *image) readClass(strs, data uint64) (class, bool) {
	t := &tables{m: m, strs: strs, data: data}
	revision, ok := t.number(revisionAt)
	if !ok || revision < firstRevision || revision > lastRevision {
		return class{}, false
	}
	t.six = revision >= sixRevision
	index, _ := t.number(classNameAt)
	name := t.text(index)
	count, ok1 := t.number(methodCountAt)
	first, ok2 := t.number(methodDataAt)
	if !className().MatchString(name) || !ok1 || !ok2 || count > methodsMax {
		return class{}, false
	}
	c := class{name: name}
	for i := range count {
		if signature, ok := t.method(first, i); ok {
			c.methods = append(c.methods, method{int(i), signature})
		}
	}
	return c, true
}

func (t *tables) number(i uint32) (uint32, bool) { return t.m.Word(t.data + 4*uint64(i)) }

// text is the i-th string, "" for none.
func (t *tables) text(i uint32) string {
	const most = 512
	at, size := t.strs+24*uint64(i), uint32(0) // Qt 5: a QByteArrayData, whose text is at an offset from itself
	if t.six {
		at = t.strs + 8*uint64(i)
		offset, ok := t.m.Word(at)
		if size, _ = t.m.Word(at + 4); !ok {
			return ""
		}
		at = t.strs + uint64(offset)
	} else {
		size, _ = t.m.Word(at + 4)
		b := t.m.At(at + 16)
		if len(b) < 8 {
			return ""
		}
		at += binary.LittleEndian.Uint64(b)
	}
	b := t.m.At(at)
	if size > most || uint64(size) > uint64(len(b)) {
		return ""
	}
	s := string(b[:size])
	if strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' }) {
		return ""
	}
	return s
}

// method gives the i-th one as "name(types)"; false for a clone and for what is none.
func (t *tables) method(first, i uint32) (string, bool) {
	const argumentsMax = 32
	size := uint32(5) // name, argc, parameters, tag, flags
	if t.six {
		size = 6
	}
	at := first + size*i
	name, _ := t.number(at)
	argc, _ := t.number(at + 1)
	parameters, _ := t.number(at + 2)
	flags, ok := t.number(at + 4)
	text := t.text(name)
	if !ok || flags&isClone != 0 || !className().MatchString(text) || argc > argumentsMax {
		return "", false
	}
	var types []string
	for k := range argc {
		n, ok := t.number(parameters + 1 + k)
		if !ok {
			return "", false
		}
		types = append(types, t.typeName(n))
	}
	return text + "(" + strings.Join(types, ", ") + ")", true
}

// builtIn are the types that moc names by QMetaType's numbers, those that are common.
var builtIn = map[uint32]string{1: "bool", 2: "int", 3: "uint", 4: "qlonglong", 5: "qulonglong", 6: "double", 7: "QChar",
	8: "QVariantMap", 9: "QVariantList", 10: "QString", 11: "QStringList", 12: "QByteArray", 14: "QDate", 15: "QTime",
	16: "QDateTime", 17: "QUrl", 19: "QRect", 20: "QRectF", 21: "QSize", 22: "QSizeF", 25: "QPoint", 26: "QPointF",
	31: "void*", 32: "long", 33: "short", 34: "char", 35: "ulong", 36: "ushort", 37: "uchar", 38: "float", 39: "QObject*",
	41: "QVariant", 42: "QModelIndex", 43: "void"}

func (t *tables) typeName(n uint32) string {
	if n&isNamed != 0 {
		if name := t.text(n &^ isNamed); name != "" {
			return name
		}
		return "?"
	}
	if name := builtIn[n]; name != "" {
		return name
	}
	return fmt.Sprintf("type %d", n)
}
