package sparsehb

import (
	"encoding/binary"
	"fmt"
	"testing"

	"sparseracer/internal/trace"
)

// update is an operation of compiled code that FC may take for commuting: name, place, size.
type update struct {
	name     string
	at, size int
}

func (u update) String() string {
	return fmt.Sprintf("write(0x%x, %d, commutes=%s)", 0x1000+u.at, u.size, u.name)
}

// do applies it to eight bytes.
func (u update) do(memory [8]byte, operand uint64) [8]byte {
	var part [8]byte
	copy(part[:u.size], memory[u.at:])
	x := binary.LittleEndian.Uint64(part[:])
	switch u.name {
	case "add":
		x += operand
	case "or":
		x |= operand
	case "and":
		x &= operand | ^uint64(0)<<(8*u.size)
	case "xor":
		x ^= operand
	}
	binary.LittleEndian.PutUint64(part[:], x)
	copy(memory[u.at:u.at+u.size], part[:u.size])
	return memory
}

// TestCommutingOrders: of any two sums, or settings of bits, that FC takes out, both orders
// leave the same; of those that it leaves, some do not.
func TestCommutingOrders(t *testing.T) {
	var all []update
	for _, name := range []string{"add", "or", "and", "xor"} {
		for _, size := range []int{1, 2, 4, 8} {
			for at := 0; at+size <= 8; at += size {
				all = append(all, update{name, at, size})
			}
		}
	}
	taken, differ := 0, 0
	for _, a := range all {
		for _, b := range all {
			if a.at >= b.at+b.size || b.at >= a.at+a.size {
				continue
			}
			same := true
			for seed := uint64(1); seed < 50; seed++ {
				x, y := seed*0x9e3779b97f4a7c15, seed*0xd1342543de82ef95
				var memory [8]byte
				binary.LittleEndian.PutUint64(memory[:], seed*0xbf58476d1ce4e5b9)
				same = same && b.do(a.do(memory, x), y) == a.do(b.do(memory, y), x)
			}
			switch out := takenAsCommuting(t, a, b); {
			case out && !same:
				t.Errorf("%v and %v: taken out, and the orders differ", a, b)
			case out:
				taken++
			case !same:
				differ++
			}
		}
	}
	if taken < 100 || differ < 100 {
		t.Errorf("%d pairs taken out, %d left that differ", taken, differ)
	}
}

func takenAsCommuting(t *testing.T, a, b update) bool {
	src, err := trace.ParseText("t", fmt.Appendf(nil, "deq(x)\n%v\nend(x)\ndeq(y)\n%v\nend(y)\n", a, b))
	if err != nil {
		t.Fatal(err)
	}
	res, err := Analyze(src, Options{ReadWrite: true})
	if err != nil || len(res.Races) != 1 {
		t.Fatalf("%v, %v: %v, %v", a, b, err, res.Races)
	}
	return res.Races[0].Filter == "FC"
}
