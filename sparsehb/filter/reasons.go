package filter

// Why a pair of a use and a free is counted, but not reported.
const (
	BenignReason    = "allocated and used by one handler that spins no loop in between"
	GuardedReason   = "guarded: the handler of the use first reads what the handler of the free has overwritten by then"
	CountedReason   = "counted: the handler of the use holds a reference to the object meanwhile"
	SharedReason    = "shared: a library's counted memory, which the handler of the use reaches anew by one of its owners"
	SlotReason      = "slot: the use happens in a slot that the handler of the free takes away with its receiver"
	AskedReason     = "asked: the library came to the object by itself, and finds only what lives"
	VptrReason      = "a constructor or destructor sets the vtable pointer: the object's life, not its data"
	GrabbedReason   = "menu: the free needs a key, and an open menu takes those until after the use"
	ExcludedReason  = "excluded: the free needs input, and the loop before the use takes none"
	ModalReason     = "modal: the free needs input to a window that a modal dialog blocks until after the use"
	StillReason     = "the handler of the use belongs to a timer or watcher that is stopped before the free: it could not come later"
	LifetimeReason  = "the handler of the use was delivered to what the free takes away: it could not come later"
	OwnerReason     = "the handler of the use was delivered to what the handler of the free takes away, which waits for it in a loop"
	CommutingReason = "commuting: both do there what leaves the same in either order"
)
