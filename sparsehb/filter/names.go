package filter

import (
	"fmt"
	"slices"
)

type filterID uint8

const (
	filterRL filterID = iota // receivers live (lifetime.go)
	filterRM                 // modality (modality.go)
	filterRO                 // owners outlast (lifetime.go)
	filterRH                 // what was stopped holds still (still.go)
	filterRA                 // kept by its owners (shared.go)
	filterRV                 // slots go with their receivers (slots.go)
	filterRQ                 // asked by the library (asked.go)
	filterFC                 // filters of read-write pairs, one for each Filter from FilterCommuting on (sieve.go)
)

var names = []string{"RL", "RM", "RO", "RH", "RA", "RV", "RQ", "FC", "FV", "FL", "FI", "FG", "FS"}

// Names are those of all filters that can be switched off.
func Names() []string { return slices.Clone(names) }

type mask uint32

func maskOf(without []string) (mask, error) {
	var m mask
	for _, name := range without {
		i := slices.Index(names, name)
		if i < 0 {
			return 0, fmt.Errorf("no filter %q to go without", name)
		}
		m |= 1 << i
	}
	return m, nil
}

func (f *Filters) isOff(id filterID) bool { return f.off>>id&1 != 0 }
