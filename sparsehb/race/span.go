package race

// span bounds the work on long accesses by the number of accesses: a line of text can
// name 2^64 bytes. An access is looked at as a whole up to maxSpan bytes as long as
// those before it were usualSpan bytes on average, or spareSpan in all. Of others the
// first usualSpan bytes are looked at; they are counted in Counts.LongAccesses. Each
// shard sees all accesses and so decides alike.
type span struct{ accesses, bytes uint64 }

const (
	maxSpan   = 1 << 20
	usualSpan = 1 << 10
	spareSpan = 1 << 24
)

// of is how many bytes of the next access are looked at, which has size bytes.
func (s *span) of(size uint64) uint64 {
	s.accesses++
	if size <= usualSpan {
		return size
	}
	size = min(size, maxSpan)
	if s.bytes+size > spareSpan+s.accesses*usualSpan {
		return usualSpan
	}
	s.bytes += size
	return size
}
