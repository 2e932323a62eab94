package trace

import "strconv"

// Names are the names of events, or of loops, by their ids. Most of them are a word and a
// number, and count upward; those take hardly any room, others that of a string. A copy
// goes on showing what it had when names are added to the original.
type Names struct {
	of *nameStore
	n  int
}

// nameStore keeps names in pieces. A name is a code: which word, and the number after it;
// or, with ownName in place of the word, the place in own.
type nameStore struct {
	pieces []namePiece
	words  []string
	own    []string
}

// namePiece has the codes of namesPiece names; without a list those that count upward
// from the first.
type namePiece struct {
	first uint64
	list  []uint64
}

const (
	namesPiece = 64
	wordBits   = 56
	ownName    = 255
)

// NamesOf are these names, by their places.
func NamesOf(names ...string) Names {
	var l Names
	for _, s := range names {
		l.Add(s)
	}
	return l
}

// Len is how many there are.
func (l Names) Len() int { return l.n }

// At is the name of an id, which must be one of them.
func (l Names) At(i int) string {
	p := &l.of.pieces[i/namesPiece]
	code := p.first + uint64(i%namesPiece)
	if p.list != nil {
		code = p.list[i%namesPiece]
	}
	number := code & (1<<wordBits - 1)
	if word := code >> wordBits; word != ownName {
		return l.of.words[word] + strconv.FormatUint(number, 10)
	}
	return l.of.own[number]
}

// Add gives the next id a name.
func (l *Names) Add(name string) {
	word, number, ok := cutNumber(name)
	if ok {
		l.addNumbered(word, number)
	} else {
		l.addOwn(name)
	}
}

func (l *Names) addNumbered(word string, number uint64) {
	w := l.word(word)
	if w == ownName || number >= 1<<wordBits {
		l.addOwn(word + strconv.FormatUint(number, 10))
		return
	}
	l.add(uint64(w)<<wordBits | number)
}

func (l *Names) addOwn(name string) {
	s := l.store()
	s.own = append(s.own, name)
	l.add(ownName<<wordBits | uint64(len(s.own)-1))
}

func (l *Names) store() *nameStore {
	if l.of == nil {
		l.of = &nameStore{}
	}
	return l.of
}

// word is the number of a word, ownName if there is no room for it.
func (l *Names) word(word string) int {
	s := l.store()
	for i, w := range s.words {
		if w == word {
			return i
		}
	}
	if len(s.words) == mostWords {
		return ownName
	}
	s.words = append(s.words, word)
	return len(s.words) - 1
}

// mostWords is how many words are told apart; they are looked through one by one.
const mostWords = 8

func (l *Names) add(code uint64) {
	s := l.store()
	i := l.n % namesPiece
	if i == 0 {
		s.pieces = append(s.pieces[:l.n/namesPiece], namePiece{first: code})
	}
	p := &s.pieces[l.n/namesPiece]
	l.n++
	switch {
	case p.list != nil:
		p.list = append(p.list, code)
	case code != p.first+uint64(i):
		p.list = make([]uint64, i, namesPiece)
		for k := range p.list {
			p.list[k] = p.first + uint64(k)
		}
		p.list = append(p.list, code)
	}
}

// until is the first n of them.
func (l Names) until(n int) Names { return Names{l.of, n} }

// cutNumber cuts a name into a word and the number at its end, which has no 0 before
// others and at most 16 digits.
func cutNumber(name string) (word string, number uint64, ok bool) {
	at := len(name)
	for at > 0 && len(name)-at < 16 && name[at-1] >= '0' && name[at-1] <= '9' {
		at--
	}
	if at == len(name) || name[at] == '0' && len(name)-at > 1 || at > 0 && name[at-1] >= '0' && name[at-1] <= '9' {
		return name, 0, false
	}
	number, err := strconv.ParseUint(name[at:], 10, 64)
	return name[:at], number, err == nil
}
