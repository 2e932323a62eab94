package order

import "sparseracer/internal/trace"

// phases are the rules of an order by where they act (Rule): those of its set that are
// not switched off and have something to do in the trace.
type phases struct {
	begins   []func(*pass)
	joins    []func(*pass, trace.EventID)
	others   []func(*pass, *opening)
	deqs     []func(*pass, trace.EventID)
	queues   []func(*pass, trace.EventID)
	resumes  []func(*pass, *Loop)
	nests    []func(*pass, *Loop)
	closings []func(*pass) bool
	agains   []func(*pass) bool
	olders   []func(*pass, []front) []front
	afters   []func(*pass, []front) []front
	nexts    []func(*pass) bool
	backs    []func(*pass) bool
}

// arrange fills them in, once.
func (ps *pass) arrange() {
	for i, r := range registry {
		if r.Sets.Has(ps.rules) && !ps.off.has(ruleID(i)) && (r.prepare == nil || r.prepare(ps)) {
			ps.phases.add(r)
			if r.facts != nil {
				if act := r.facts(ps); act != nil {
					ps.phases.deqs = append(ps.phases.deqs, func(_ *pass, e trace.EventID) { act(e) })
				}
			}
		}
	}
}

func (p *phases) add(r *Rule) {
	p.begins = with(p.begins, r.begin, r.begin != nil)
	p.joins = with(p.joins, r.joined, r.joined != nil)
	p.others = with(p.others, r.block, r.block != nil)
	p.deqs = with(p.deqs, r.deq, r.deq != nil)
	p.queues = with(p.queues, r.queue, r.queue != nil)
	p.resumes = with(p.resumes, r.resume, r.resume != nil)
	p.nests = with(p.nests, r.nest, r.nest != nil)
	p.closings = with(p.closings, r.closing, r.closing != nil)
	p.agains = with(p.agains, r.again, r.again != nil)
	p.olders = with(p.olders, r.older, r.older != nil)
	p.afters = with(p.afters, r.front, r.front != nil)
	p.nexts = with(p.nexts, r.next, r.next != nil)
	p.backs = with(p.backs, r.back, r.back != nil)
}

func with[F any](list []F, f F, is bool) []F {
	if is {
		list = append(list, f)
	}
	return list
}

// takeRules puts the predecessors of the block at hand.
func (ps *pass) takeRules() {
	o := &ps.opens[ps.b]
	ps.lookedBack()
	if o.joins {
		ps.takeJoins(ps.skeleton.joins[ps.b])
	}
	switch o.how {
	case byDeq:
		ps.takeDeq(ps.blocks[ps.b].Event)
	case byResume:
		ps.takeBlock(o)
		ps.takeResume(&ps.loops[o.of])
	default:
		ps.takeBlock(o)
	}
	ps.close()
}

func (ps *pass) takeJoins(j joins) {
	for _, e := range ps.joined[j.from : j.from+j.n] {
		for _, rule := range ps.phases.joins {
			rule(ps, e)
		}
	}
}

func (ps *pass) takeBlock(o *opening) {
	for _, rule := range ps.phases.others {
		rule(ps, o)
	}
}

func (ps *pass) takeDeq(e trace.EventID) {
	for _, rule := range ps.phases.deqs {
		rule(ps, e)
	}
	ps.settle()
	for _, rule := range ps.phases.queues {
		rule(ps, e)
	}
}

func (ps *pass) takeResume(v *Loop) {
	for _, rule := range ps.phases.resumes {
		rule(ps, v)
	}
	ps.settle()
	for _, rule := range ps.phases.nests {
		rule(ps, v)
	}
}

// close asks the closing rules until none adds anything.
func (ps *pass) close() {
	for more := true; more; {
		more = false
		for _, rule := range ps.phases.closings {
			more = rule(ps) || more
		}
	}
}

// anyOf asks all of the rules, and reports whether one has something.
func (ps *pass) anyOf(rules []func(*pass) bool) bool {
	found := false
	for _, rule := range rules {
		found = rule(ps) || found
	}
	return found
}

// hasLoops is for rules that speak of nested loops.
func (ps *pass) hasLoops() bool { return len(ps.loops) > 0 }
