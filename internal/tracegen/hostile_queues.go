package tracegen

import (
	"math/rand/v2"
	"strconv"
)

// Hostile traces of queues, threads and the environment.

func prioritiesTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(p%d,prio=%d)\n", i, i)
	}
	o.say("end(o)\n")
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func prioritiesUpTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(p%d,prio=%d)\n", i, i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func rootedPrioritiesTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(o%d)\nenq(p%d,prio=%d)\nend(o%d)\n", i, i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func backwardTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(p%d)\n", i)
	}
	o.say("end(o)\n")
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func rootedBackwardTrace(o *ops, n int) {
	o.say("enterloop\ndeq(x)\nenq(y)\nend(x)\n")
	for i := range n {
		o.say("deq(o%d)\nenq(p%d)\nend(o%d)\n", i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nenq(z%d)\nend(p%d)\n", i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(z%d)\nend(z%d)\n", i, i)
	}
}

func flushesTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(p%d)\n", i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("pause(o,v%d,flush=1)\ndeq(p%d)\nend(p%d)\nresume(o,v%d)\n", i, i, i, i)
	}
	o.say("end(o)\n")
}

func chainsTrace(o *ops, n int) {
	o.say("enterloop\n")
	k := 100
	for i := range k {
		o.say("deq(o%d)\nenq(p%d_0,prio=%d)\nend(o%d)\n", i, i, i%3, i)
	}
	for j := range n / k {
		for i := range k {
			o.say("deq(p%d_%d)\nenq(p%d_%d,prio=%d)\nend(p%d_%d)\n", i, j, i, j+1, (i+j)%3, i, j)
		}
	}
}

func joinsTrace(o *ops, n int) {
	for i := range n {
		o.say("fork(f%d)\n", i)
	}
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(f%d)\nend(f%d)\n", i, i)
	}
	o.say("deq(j)\n")
	for i := range n {
		o.say("join(f%d)\nread(x)\n", i)
	}
	o.say("end(j)\n")
}

func joinsAgainTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(f%d)\nend(f%d)\n", i, i)
	}
	o.say("deq(a)\n")
	for i := 0; i < n; i += 2 {
		o.say("join(f%d)\nread(x)\n", i)
	}
	o.say("end(a)\ndeq(b)\n")
	for i := 1; i < n; i += 2 {
		o.say("join(f%d)\nread(x)\n", i)
	}
	o.say("end(b)\n")
	for i := range n {
		o.say("deq(c%d)\njoin(a)\njoin(b)\njoin(f%d)\nend(c%d)\n", i, i, i)
	}
}

func threadsTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("enq(p%d,thread=%d)\n", i, i+1)
	}
	for i := range n {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func threadPrioritiesTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("enq(p%d,thread=1,prio=%d)\n", i, i)
	}
	for i := range n {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func threadBackwardTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("enq(p%d,thread=1)\n", i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}

func timersTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(t%d,kind=timer,timer=x%d,timertype=precise,interval=%d)\n", i, i, i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(t%d)\nend(t%d)\n", i, i)
	}
}

func likeTimersTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(t%d,kind=timer,timer=x%d,timertype=precise,interval=5)\n", i, i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(t%d)\nend(t%d)\n", i, i)
	}
}

func deletesTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(t%d,kind=deferred,level=%d)\n", i, i+1)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(t%d)\nend(t%d)\n", i, i)
	}
}

func armsTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(a%d)\nenq(s%d,kind=env,arms=\"shown:1\")\nend(a%d)\n", i, i, i)
	}
	for i := range n {
		o.say("deq(b%d,kind=input,needs=\"shown:1\")\nend(b%d)\n", i, i)
	}
}

func needsTrace(o *ops, n int) {
	o.say("enterloop\ndeq(a)\n")
	needs := ""
	for i := range 200 {
		o.say("enq(s%d,kind=env,arms=\"shown:%d\")\n", i, i)
		needs += " shown:" + strconv.Itoa(i)
	}
	o.say("end(a)\n")
	for i := range n / 10 {
		o.say("deq(b%d,kind=input,needs=%q)\nend(b%d)\n", i, needs, i)
	}
}

// crowdTrace is a program at random whose batch loops have a full queue: a handler posts one
// event on average, of three priorities, and one in a hundred spins a loop.
func crowdTrace(o *ops, n int) {
	c := &crowd{ops: o, Rand: rand.New(rand.NewPCG(1, 1)), left: n}
	o.say("enterloop\n")
	for c.left > 0 {
		c.iterate(-1)
	}
	o.say("exitloop\n")
}

type crowd struct {
	*ops
	*rand.Rand
	queues                   [3][]int // by priority: behind the mark
	batch                    []int    // before it
	left, next, loops, depth int
}

// iterate turns a loop once; its first event resets a loop, unless that is -1.
func (c *crowd) iterate(reset int) {
	outside := c.IntN(100) == 0
	for p := len(c.queues) - 1; p >= 0 && !outside; p-- {
		c.batch = append(c.batch, c.queues[p]...)
		c.queues[p] = nil
	}
	if outside || len(c.batch) == 0 {
		c.handle(c.name(), reset)
		return
	}
	for len(c.batch) > 0 {
		e := c.batch[0]
		c.batch = c.batch[1:]
		c.handle(e, reset)
		reset = -1
	}
}

func (c *crowd) name() int {
	c.next++
	return c.next - 1
}

func (c *crowd) handle(e, reset int) {
	c.left--
	c.say("deq(e%d)\n", e)
	for range c.IntN(3) {
		p, x := c.IntN(len(c.queues)), c.name()
		c.say("enq(e%d,prio=%d)\n", x, p)
		c.queues[p] = append(c.queues[p], x)
	}
	if reset >= 0 {
		c.say("reset(v%d)\n", reset)
	} else if c.depth < 4 && c.IntN(100) == 0 {
		c.spin(e)
	}
	c.say("end(e%d)\n", e)
}

func (c *crowd) spin(e int) {
	v := c.loops
	c.loops++
	c.depth++
	c.say("pause(e%d,v%d)\n", e, v)
	for range c.IntN(4) {
		c.iterate(-1)
	}
	c.iterate(v)
	c.depth--
	c.say("resume(e%d,v%d)\n", e, v)
}
