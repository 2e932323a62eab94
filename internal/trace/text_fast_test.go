package trace

import (
	"reflect"
	"strings"
	"testing"
)

// TestFastParser: what the fast parser takes, the slow one takes for the same.
// A comment behind a line sends it to the slow one.
func TestFastParser(t *testing.T) {
	lines := []string{
		"read(0x10)", "write(0x1f,8)", "read(0xffffffffff,281474976710656,stack=7)", "write(0x0,1,stack=0,thread=3)",
		"read(0x10,thread=16777216,stack=7)", "read(0x10,stack=7,stack=0)", "write(0xefffffffffffffff)",
		"read(0x10,0)", "read(0x10,281474976710657)", "read(0x10,8,8)", "read(0x10,stack=7,8)", "read(0x10,stack=8)",
		"read(0x10,thread=16777217)", "read(0x10,08)", "read(0x10,thread=010)", "read(0x10,stack=07)", "read(0xf000000000000000)", "read(0x11111111111111111)",
		"read(0x)", "read(0x10", "read(0x10,)", "read(0x10,8))", "read(0X10)", "read(0xA)", "read(0x10, 8)", "read(0x10,8,)", "writ(0x10)", "write0x10)", "read(0x10,stack=)",
		"read(0x10,999999999999999)", "read(0x10,thread=-1)", "read(x,8)", "read(0x10,val=3)", "read(0x10,stack=1000000000000000000007)",
	}
	fast := 0
	for _, line := range lines {
		parse := func(text string) ([]Op, error) {
			src, err := ParseText("t", []byte("# stack: 7 0 0x10\n"+text+"\n"))
			if err != nil {
				return nil, err
			}
			ops, _, err := readAll(src)
			return ops, err
		}
		a, aerr := parse(line)
		b, berr := parse(line + " # slowly")
		if (aerr == nil) != (berr == nil) || aerr == nil && !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v, %v; slowly: %+v, %v", line, a, aerr, b, berr)
		}
		p := &textParser{stacks: map[uint64]StackID{0: 0, 7: 1}}
		if _, ok := p.parseAccess([]byte(line)); ok {
			fast++
			if aerr != nil {
				t.Errorf("%s is refused, but the fast parser takes it", line)
			}
		}
	}
	if fast < 7 {
		t.Errorf("the fast parser took %d of\n%s", fast, strings.Join(lines, "\n"))
	}
}
