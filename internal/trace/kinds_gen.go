// Code generated from events.def. DO NOT EDIT.

package trace

// Kind is the kind of an operation; the names are the trace language's.
type Kind uint8

const (
	EnterLoop Kind = 1
	ExitLoop  Kind = 2
	Enq       Kind = 3
	Drop      Kind = 4
	Deq       Kind = 5
	End       Kind = 6
	Pause     Kind = 7
	Reset     Kind = 8
	Resume    Kind = 9
	Read      Kind = 10
	Write     Kind = 11
	Alloc     Kind = 12
	Free      Kind = 13
	Fork      Kind = 14
	Join      Kind = 15
	Sink      Kind = 16
)
