package filter

import "sparseracer/internal/trace"

// knownValue is what a number in memory is known to be.
type knownValue struct{ addr, size, value uint64 }

func (v knownValue) known() bool { return v.size != 0 }

// valueOf is what an access says.
func valueOf(a *trace.Access) (v knownValue) {
	if a.Mode&trace.ModeVal != 0 {
		v = knownValue{a.Addr, a.Size, a.Val}
	}
	return v
}

// knownValues are the last ones in each granule of 8 bytes, as far as accesses state them.
type knownValues struct{ last map[uint64]knownValue }

// maxValues bounds their memory: some 100 MB.
const maxValues = 1 << 20

func (k *knownValues) note(a *trace.Access) {
	v := valueOf(a)
	if a.Kind == trace.Read && !v.known() || len(k.last) == 0 && !v.known() {
		return
	}
	first, last := a.Addr>>3, (a.Addr+a.Size-1)>>3
	if v.known() && first == last && (len(k.last) < maxValues || k.last[first].known()) {
		if k.last == nil {
			k.last = map[uint64]knownValue{}
		}
		k.last[first] = v
		return
	}
	k.forget(a.Addr, a.Addr+a.Size)
}

// forget is for bytes of which nothing is known from here on.
func (k *knownValues) forget(lo, hi uint64) {
	if len(k.last) == 0 {
		return
	}
	first, last := lo>>3, (hi-1)>>3
	if last-first > uint64(len(k.last)) {
		for granule := range k.last {
			if granule >= first && granule <= last {
				delete(k.last, granule)
			}
		}
		return
	}
	for ; first <= last; first++ {
		delete(k.last, first)
	}
}

// at is the one in a granule, if there is one.
func (k *knownValues) at(granule uint64) knownValue { return k.last[granule] }
