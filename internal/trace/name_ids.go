package trace

// nameIDs numbers names from 0 on, in the order of their appearance. Names that are a word
// and a number take no more room than numbers, as Names do.
type nameIDs struct {
	words [mostWords]struct {
		word string
		ids  ids
	}
	used int // words
	own  map[string]uint32
	n    uint32
}

// number is that of a name, and whether it is new.
func (d *nameIDs) number(name string) (id uint32, isNew bool) {
	if word, number, ok := cutNumber(name); ok {
		if w := d.word(word); w >= 0 {
			numbers := &d.words[w].ids
			if id, known := numbers.find(number); known {
				return id, false
			}
			d.n++
			numbers.addAs(number, d.n-1)
			return d.n - 1, true
		}
	}
	if id, known := d.own[name]; known {
		return id, false
	}
	if d.own == nil {
		d.own = map[string]uint32{}
	}
	d.n++
	d.own[name] = d.n - 1
	return d.n - 1, true
}

// word is the place of a word, -1 if there is no room for it.
func (d *nameIDs) word(word string) int {
	for i := range d.used {
		if d.words[i].word == word {
			return i
		}
	}
	if d.used == mostWords {
		return -1
	}
	d.words[d.used].word = word
	d.used++
	return d.used - 1
}
