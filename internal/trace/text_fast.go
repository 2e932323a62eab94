package trace

import "encoding/binary"

// Nearly all lines of a long text trace are reads and writes of the same few
// shapes. They are parsed here without making strings; whatever is not plainly
// one of them goes to the parser for everything, which also has the messages.

// parseAccess parses `read(0x1f,8,stack=3,thread=1)` and the like: a
// hexadecimal address, then size, stack and thread, each of which may be
// absent. ok is false for anything else, right or wrong.
func (p *textParser) parseAccess(text []byte) (op Op, ok bool) {
	op = Op{Event: NoEvent, Loop: NoLoop, Level: NoLevel, Size: 1}
	switch {
	case len(text) > 8 && binary.LittleEndian.Uint32(text) == readWord && text[4] == '(':
		op.Kind, text = Read, text[5:]
	case len(text) > 8 && binary.LittleEndian.Uint32(text) == writWord && text[4] == 'e' && text[5] == '(':
		op.Kind, text = Write, text[6:]
	default:
		return op, false
	}
	if text[0] != '0' || text[1] != 'x' {
		return op, false
	}
	op.Addr, text, ok = hexNumber(text[2:])
	if !ok || op.Addr >= LocationBase {
		return op, false
	}
	for first := true; ; first = false {
		if len(text) == 1 && text[0] == ')' {
			return op, true
		}
		if len(text) < 3 || text[0] != ',' {
			return op, false
		}
		if text, ok = p.parseAccessPart(&op, text[1:], first); !ok {
			return op, false
		}
	}
}

const (
	readWord = 'r' | 'e'<<8 | 'a'<<16 | 'd'<<24
	writWord = 'w' | 'r'<<8 | 'i'<<16 | 't'<<24
)

// parseAccessPart parses the size, which can come first only, or an attribute.
func (p *textParser) parseAccessPart(op *Op, text []byte, first bool) (rest []byte, ok bool) {
	var n uint64
	switch {
	case len(text) > 6 && string(text[:6]) == "stack=":
		n, rest, ok = number(text[6:])
		if slot := &p.lately[n%uint64(len(p.lately))]; slot.number == n { // 0 is no stack
			op.Stack = slot.id
			return rest, ok
		}
		id, known := p.stacks[n]
		if known {
			p.lately[n%uint64(len(p.lately))] = numbered{n, id}
		}
		op.Stack = id
		return rest, ok && known
	case len(text) > 7 && string(text[:7]) == "thread=":
		n, rest, ok = number(text[7:])
		op.Thread = ThreadID(n)
		return rest, ok && n <= maxTextThread
	}
	n, rest, ok = number(text)
	op.Size = n
	return rest, ok && first && n >= 1 && n <= maxSize
}

// hexNumber reads up to 16 lower-case digits.
func hexNumber(b []byte) (x uint64, rest []byte, ok bool) {
	i := 0
	for ; i < len(b) && i < 16; i++ {
		switch c := b[i]; {
		case c >= '0' && c <= '9':
			x = x<<4 | uint64(c-'0')
		case c >= 'a' && c <= 'f':
			x = x<<4 | uint64(c-'a'+10)
		default:
			return x, b[i:], i > 0
		}
	}
	return x, b[i:], i > 0
}

// number reads up to 15 digits without a leading zero: those mean another base
// to some of the slow parser's numbers.
func number(b []byte) (x uint64, rest []byte, ok bool) {
	i := 0
	for i < len(b) && i < 15 && b[i] >= '0' && b[i] <= '9' {
		x = x*10 + uint64(b[i]-'0')
		i++
	}
	return x, b[i:], i == 1 || i > 1 && b[0] != '0'
}
