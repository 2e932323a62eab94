package filter

import (
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var benign = Filter{
	ID: "FB", Name: "benign", Aliases: []string{"benign"}, Kind: order.Theorem, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: UseFree, Turn: 10, Group: Benign,
	Reason:   "allocated and used by one handler that spins no loop in between",
	Sentence: "The handler that allocates the object uses it afterwards, and spins no loop in between: no other handler can run there.",
	HeldBy:   []string{"TestBenignSchedules"},
	observed: true,
	pair:     (*Filters).benign,
}

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
