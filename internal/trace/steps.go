package trace

// Steps: sites that follow each other in the code, recorded as one
// (docs/trace-format.md, read and write with flag 7). A reader takes them apart; what
// it gives are the accesses and flows, one by one.

import "slices"

// siteLayout is how a site's part of its step is to be read.
type siteLayout struct {
	sites, words int // of the step that begins here; 0: none does
	parts        []stepPart
	told         bool // a value follows
}

// stepPart is memory that a site is about: size bytes at a word and an offset.
type stepPart struct {
	size   uint64
	word   int
	offset uint64
}

// noLayout is what stands in the place of a layout, by the kind of the site.
var noLayout = [...][]byte{SiteFunction: {0}, SiteRead: {0, 0, 0, 0}, SiteWrite: {0, 0, 0, 0, 0}, SiteCall: {0, 0}, SiteBack: {0}, SiteReturn: {0}}

const (
	maxStepWords = 8
	maxStepSites = 255
)

func (d *siteDecoder) layout(kind SiteKind) (l siteLayout) {
	if l.sites = int(d.number()); l.sites > 0 {
		l.words = int(d.number())
	}
	parts := uint64(0)
	switch kind {
	case SiteRead, SiteWrite:
		parts = 1
	case SiteCall:
		parts = d.number()
	}
	if l.sites > maxStepSites || l.words > maxStepWords || parts > maxStepWords {
		d.bad = true
		return l
	}
	for range parts {
		p := stepPart{d.long(), int(d.number()), unzigzag(d.long())}
		if p.size > maxSize || p.word > maxStepWords {
			d.bad = true
		}
		l.parts = append(l.parts, p)
	}
	if kind == SiteWrite {
		l.told = d.number() == 1
	}
	return l
}

// stepPlan is how a step is taken apart.
type stepPlan struct {
	words, values int
	accesses      bool
	items         []stepItem
}

// stepItem is one site of a step.
type stepItem struct {
	access  bool
	told    bool
	kind    Kind
	word    uint8
	site    SiteID
	size    uint64
	offset  uint64
	objects []stepPart
}

// planOf is the plan of the step that begins at a site, nil if none does.
func (r *binaryReader) planOf(site SiteID) *stepPlan {
	if int(site) < len(r.plans) && r.plans[site] != nil {
		return r.plans[site]
	}
	sites := r.tables.Sites
	first := &sites[site].layout
	if first.sites == 0 || int(site)+first.sites > len(sites) {
		return nil
	}
	p := &stepPlan{words: first.words}
	for id := site; id < site+SiteID(first.sites); id++ {
		s := &sites[id]
		item := stepItem{kind: Flow, site: id, objects: s.layout.parts}
		if s.Kind == SiteRead || s.Kind == SiteWrite {
			part := s.layout.parts[0]
			item = stepItem{access: true, kind: Read, site: id, size: part.size, word: uint8(part.word), offset: part.offset}
			if s.Kind == SiteWrite {
				item.kind, item.told = Write, s.layout.told
			}
			if item.told {
				p.values++
			}
			if part.size == 0 {
				return nil
			}
			p.accesses = true
		}
		if slices.ContainsFunc(s.layout.parts, func(part stepPart) bool { return part.word >= p.words }) {
			return nil
		}
		p.items = append(p.items, item)
	}
	if p.values > maxStepWords {
		return nil
	}
	if len(r.plans) < len(sites) {
		r.plans = append(r.plans, make([]*stepPlan, len(sites)-len(r.plans))...)
	}
	r.plans[site] = p
	return p
}

// stepState is the step that is being taken apart.
type stepState struct {
	plan   *stepPlan
	item   int // the next one
	value  int
	stack  StackID
	words  [maxStepWords]uint64
	local  [maxStepWords]bool
	values [maxStepWords]uint32
}

// stepCount is how many sites, and their words, are told apart by what they had last.
const stepCount = 256

// stepPlaces are what the differences in steps count against.
type stepPlaces struct {
	next  uint64 // site
	at    [stepCount]uint64
	stack [stepCount]uint64
}

// beginStep decodes a step. On a fault it says false, and will again.
func (t *threadReader) beginStep() bool {
	if t.steps == nil {
		t.steps = &stepPlaces{}
	}
	ref := t.uvarint()
	site := t.steps.next + unzigzag(ref>>1)
	if t.bad || site == 0 || site >= uint64(len(t.r.tables.Sites)) {
		return false
	}
	plan := t.r.planOf(SiteID(site))
	if plan == nil {
		return false
	}
	s := &t.now
	stack := t.steps.stack[site%stepCount]
	if ref&1 != 0 {
		stack += uint64(t.zigzag())
	}
	s.stack = NoStack
	if plan.accesses {
		s.stack = t.stack(stack)
	}
	for k := range plan.words {
		w := t.uvarint()
		at := &t.steps.at[(site+uint64(k))%stepCount]
		from := *at
		if w&1 != 0 {
			from = t.addr
		}
		s.local[k] = w&2 != 0
		t.addr = from + unzigzag(w>>2)
		*at, s.words[k] = t.addr, t.addr
	}
	for k := range plan.values {
		s.values[k] = uint32(t.uvarint())
	}
	if t.bad {
		return false
	}
	t.steps.stack[site%stepCount] = stack
	t.steps.next = site + uint64(len(plan.items))
	s.plan, s.item, s.value = plan, 0, 0
	return true
}

// stepAccess gives the next access of the step at hand, false if what comes next is
// none. The last one ends the step.
func (s *stepState) access(a *Access) bool {
	it := &s.plan.items[s.item]
	if !it.access {
		return false
	}
	*a = Access{Addr: s.words[it.word] + it.offset, Size: it.size, Stack: s.stack, Site: it.site, Kind: it.kind, Mode: ModeSite}
	if s.local[it.word] {
		a.Mode |= ModeLocal
	}
	if it.told {
		a.Mode |= ModeVal
		a.Val = uint64(s.values[s.value])
		s.value++
	}
	s.advance()
	return true
}

func (s *stepState) advance() {
	if s.item++; s.item == len(s.plan.items) {
		s.plan = nil
	}
}

// stepOp gives the next operation of the step at hand.
func (t *threadReader) stepOp(op *Op) {
	var a Access
	if t.now.access(&a) {
		*op = a.Op(t.id)
		return
	}
	it := &t.now.plan.items[t.now.item]
	t.handed = t.handed[:0]
	for _, p := range it.objects {
		t.handed = append(t.handed, Span{t.now.words[p.word] + p.offset, p.size})
	}
	*op = Op{Kind: Flow, Thread: t.id, Event: NoEvent, Loop: NoLoop, Level: NoLevel, Site: it.site}
	if len(t.handed) > 0 {
		op.Objects = t.handed
	}
	t.now.advance()
}
