package trace

// placeCount is how many stacks are told apart by what they did last.
const placeCount = 64

// places are what differences count against that go by the stack, by its number
// in the thread.
type places struct {
	behind [placeCount]uint64 // the end of the last access
	size   [placeCount]uint64 // of the last allocation
}
