package sparsehb

import (
	"slices"

	"sparseracer/internal/trace"
)

// Filters of read-write pairs.

// Filter is one of the filters of read-write pairs.
type Filter uint8

const (
	FilterVptr       Filter = iota // constructors and destructors
	FilterCommuting                // FC
	FilterSameValue                // FV
	FilterLocal                    // FL
	FilterLazy                     // FI
	FilterRegistered               // FG
	FilterShutdown                 // FS
	NumFilters
)

var filterNames = [NumFilters]string{"vtable pointer", "commuting", "same value", "local", "lazy initialisation", "late registration", "shutdown"}

func (f Filter) String() string { return filterNames[f] }

const commutingReason = "commuting: the order of the two operations changes nothing"

// filterReasons are what races say of their filter.
var filterReasons = [NumFilters]string{vptrReason, commutingReason}

func filterOf(reason string) Filter { return Filter(slices.Index(filterReasons[:], reason)) }

// Rank is how likely a read-write race does harm, the likeliest first.
type Rank uint8

const (
	RankUnwritten Rank = iota // the read may come before any write
	RankReply                 // the handler of a reply or a timer takes part
	RankOther
)

func (gs *groups) sieve(src trace.Source, m *monitor) error { return nil }
