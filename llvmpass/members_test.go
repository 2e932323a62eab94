package llvmpass

import (
	"strings"
	"testing"
)

// arguments reads a short form: p pointer, o pointer to an object, r result,
// b byval, 1 8 16 32 64 integers, f d l floats, x anything else.
func arguments(t *testing.T, short string) []argument {
	t.Helper()
	forms := map[string]argument{
		"p": {kind: pointerArgument}, "o": {kind: pointerArgument, object: true},
		"r": {kind: pointerArgument, result: true}, "b": {kind: pointerArgument, copied: true},
		"1": {kind: integerArgument, bits: 1}, "8": {kind: integerArgument, bits: 8},
		"16": {kind: integerArgument, bits: 16}, "32": {kind: integerArgument, bits: 32},
		"64": {kind: integerArgument, bits: 64}, "f": {kind: floatArgument, bits: 32},
		"d": {kind: floatArgument, bits: 64}, "l": {kind: floatArgument, bits: 80}, "x": {},
	}
	var out []argument
	for _, f := range strings.Fields(short) {
		a, ok := forms[f]
		if !ok {
			t.Fatalf("no form %q", f)
		}
		out = append(out, a)
	}
	return out
}

func TestThisArgument(t *testing.T) {
	cases := []struct {
		name, args string
		want       int
	}{
		{"_ZN7QObject9setParentEPS_", "o p", 0},
		{"_ZNK7QString3midEii", "r o 32 32", 1},
		{"_ZNK7QString4sizeEv", "o", 0},
		{"_ZN7QObjectD1Ev", "o", 0},
		{"_ZN7QObjectD0Ev", "o", 0},
		{"_ZN7QObjectC1EPS_", "o p", -1},               // no object yet
		{"_ZN7QObjectC2EPS_", "o p", -1},               //
		{"_ZN12QApplication4execEv", "", -1},           // static
		{"_ZN7QWidget11setTabOrderEPS_S0_", "o o", -1}, // static
		{"_ZN5qFreeEPv", "o", -1},                      // malformed
		{"_Z5qFreePv", "o", -1},                        // free function
		{"_ZN2Qt9convertToERK7QString", "o", -1},       // in a namespace
		{"_ZN4File6exists7QString", "o", -1},           // not a name
		{"_ZN4File6existsERK7QString", "o", -1},        // static
		{"_ZN4File7setNameERK7QString", "o o", 0},      //
		{"_ZN4File5printE7QString", "o p", 0},          // class by reference
		{"_ZN4File5printE7QString", "p", -1},           // static, class by reference
		{"_ZN4File5printE4Rect", "o 64 64", 0},         // class in two registers
		{"_ZN4File5printE4Rect", "64 64", -1},          //
		{"_ZN4File5printE3Big", "o b", 0},              // class on the stack
		{"_ZN4File5printE3Tag", "o", -1},               // undecided: empty class or static
		{"_ZN4File6formatEPKcz", "o p", 0},             // variadic
		{"_ZN4File4seekElldfebchst", "o 64 64 d f l 1 8 8 16 16", 0},
		{"_ZThn16_N5Shape5paintEP8QPainterPK5QRect", "p p p", 0}, // of its second base, which knows nothing of the object
		{"_ZTv0_n24_N5Shape4showEv", "p", 0},
		{"_ZTch0_h16_N5Shape5cloneEv", "o", 0},
		{"_ZThn16_N5ShapeD0Ev", "o", 0},
		{"_ZTV5Shape", "o", -1},
		{"_ZN4File4seekEl", "o", -1}, // too few arguments
		{"_ZN4File4seekEl", "", -1},
		{"_ZN4FileaSERKS_", "o o", 0},
		{"_ZN4FilenwEm", "64", -1},
		{"_ZN4FiledlEPv", "o", -1},
		{"_ZN4FileclEv", "o", 0},
		{"_ZNSolsEi", "o 32", 0},
		{"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "o p", -1},
		{"_ZNSt6vectorIiSaIiEE9push_backERKi", "o o", 0},
		{"_ZN4File3addIJidEEEvDpT_", "o 32 d", 0},
		{"_ZN4File3addIiEEvT_", "o 32", 0},
		{"_ZN4File3addIiEEvT_", "32", -1},
		{"_ZN4File3getB5cxx11Ev", "r o", 1},
		{"_ZNO4File4takeEv", "o", 0},
		{"_ZN4File3runEPFvvE", "o p", 0},
		{"_ZN4File3runEMS_FvvE", "o 64 64", 0},
		{"_ZN4File4sizeEv", "p", -1}, // `this` is known not to be null
		{"_ZTV4File", "o", -1},
		{"main", "o", -1},
		{"", "o", -1},
	}
	for _, c := range cases {
		if got := thisArgument(c.name, arguments(t, c.args)); got != c.want {
			t.Errorf("%s(%s): this is argument %d, expected %d", c.name, c.args, got, c.want)
		}
	}
}

// FuzzThisArgument: whatever a symbol is called, the answer is an argument.
func FuzzThisArgument(f *testing.F) {
	for _, seed := range []string{"_ZNK7QString3midEii", "_ZN4File3addIJidEEEvDpT_", "_ZN1A1gEz", "_ZN1AE"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		args := arguments(t, "r o 32 p d")
		if got := thisArgument(name, args); got != -1 && got != 1 {
			t.Errorf("%q: %d", name, got)
		}
	})
}
