package sparsehb

import (
	"sparseracer/sparsehb/filter"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// What the rooms below call what a result has.
type (
	Order         = order.Order
	Rules         = order.Rules
	Block         = order.Block
	BlockID       = order.BlockID
	Event         = order.Event
	Loop          = order.Loop
	Access        = order.Access
	LiveReference = order.LiveReference
	PotentialUse  = order.PotentialUse
	Step          = order.Step
	Breach        = order.Breach
	DueTime       = order.DueTime
	Coverage      = race.Coverage
	Filter        = filter.Filter
	Likelihood    = filter.Likelihood
	Stacks        = filter.Stacks
	Origin        = filter.Origin
	Membership    = filter.Membership
	Stack         = filter.Stack
	Frame         = filter.Frame
)

const (
	Auto    = order.Auto
	Paper   = order.Paper
	Exact   = order.Exact
	Batch   = order.Batch
	Unix    = order.Unix
	Either  = order.Either
	NoBlock = order.NoBlock
	NoOp    = order.NoOp

	NoCoverage = race.NoCoverage
	Uncovered  = race.Uncovered
	Covered    = race.Covered

	Unwritten = filter.Unwritten
	Reply     = filter.Reply
	Other     = filter.Other

	NoMember = filter.NoMember
	IsMember = filter.IsMember
	IsSlot   = filter.IsSlot
)

// ErrMemory is the fault of an analysis that Options.MaxMemory does not allow.
var ErrMemory = walk.ErrMemory

// KeepMemory, LastMemory and ResidentMemory keep a whole process within a bound of memory,
// in bytes, and say what it has: see walk.Collect, walk.Last and walk.Resident.
var (
	KeepMemory     = walk.Collect
	LastMemory     = walk.Last
	ResidentMemory = walk.Resident
)

// DueTimeOf and NewDueTime: when a timer is due.
var (
	DueTimeOf  = order.DueTimeOf
	NewDueTime = order.NewDueTime
)

// AnswerTo is libuv's answer to the work that sent an event.
var AnswerTo = order.AnswerTo
