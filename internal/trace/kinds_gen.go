// Code generated from events.def. DO NOT EDIT.

package trace

// Version is the protocol version of the binary form.
const Version = 15

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
	Ref       Kind = 17
	Unref     Kind = 18
	Hold      Kind = 19
	Copy      Kind = 20
	Flow      Kind = 21
)

// Definitions describe; they are no operations.
const (
	firstDefinition Kind = 22
	defSite         Kind = 22
	defTyped        Kind = 23
	defString       Kind = 24
	defStack        Kind = 25
	defModule       Kind = 26
	defLocation     Kind = 27
	defEventname    Kind = 28
	defGuardname    Kind = 29
	defLost         Kind = 30
	defMark         Kind = 31
)

var kindNames = [...]string{
	EnterLoop: "enterloop",
	ExitLoop:  "exitloop",
	Enq:       "enq",
	Drop:      "drop",
	Deq:       "deq",
	End:       "end",
	Pause:     "pause",
	Reset:     "reset",
	Resume:    "resume",
	Read:      "read",
	Write:     "write",
	Alloc:     "alloc",
	Free:      "free",
	Fork:      "fork",
	Join:      "join",
	Sink:      "sink",
	Ref:       "ref",
	Unref:     "unref",
	Hold:      "hold",
	Copy:      "copy",
	Flow:      "flow",
}

// recordFields are the fields of each record, letters as in events.def.
var recordFields = [32]string{
	EnterLoop:    "qs",
	ExitLoop:     "qs",
	Enq:          "qekplsa",
	Drop:         "qes",
	Deq:          "qekad",
	End:          "qed",
	Pause:        "qegsad",
	Reset:        "qgs",
	Resume:       "qegd",
	Read:         "yzm",
	Write:        "yzm",
	Alloc:        "qshna",
	Free:         "qshna",
	Fork:         "qes",
	Join:         "qes",
	Sink:         "qtxnsa",
	Ref:          "qxs",
	Unref:        "qxs",
	Hold:         "qshna",
	Copy:         "qxwn",
	Flow:         "qio",
	defSite:      "qutb",
	defTyped:     "ft",
	defString:    "qub",
	defStack:     "fc",
	defModule:    "quuutt",
	defLocation:  "qub",
	defEventname: "qub",
	defGuardname: "qub",
	defLost:      "u",
	defMark:      "q",
}
