package filter

import (
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

// benign is the paper's filter: the handler of the use contains the allocation
// (before the use, it is the same object) and spins no loop, so no free can
// come in between. Code of nobody counts block by block. The default sets ask
// for less: no loop between the allocation and the use.
func (f *Filters) benign(x *race.Object, u *race.Use) bool {
	o := f.o
	if x.Data.AllocBlock < 0 {
		return false
	}
	if o.Rules() != order.Paper && o.RunEnd(u.Block) == o.RunEnd(x.Data.AllocBlock) {
		return true
	}
	e := o.EventOf(u.Block)
	if e < 0 {
		return u.Block == x.Data.AllocBlock
	}
	return o.EventOf(x.Data.AllocBlock) == e && len(o.Events()[e].Loops) == 0
}
