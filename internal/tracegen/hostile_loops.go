package tracegen

// Hostile traces of loops.

func nestedTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(e%d)\npause(e%d,v%d)\n", i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(r%d)\nreset(v%d)\nend(r%d)\nresume(e%d,v%d)\nend(e%d)\n", i, i, i, i, i, i)
	}
	o.say("exitloop\n")
}

func unendedTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(e%d)\npause(e%d,v%d)\n", i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("resume(e%d,v%d)\nend(e%d)\n", i, i, i)
	}
}

func nestedPostsTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(e%d)\nenq(p%d)\nenq(q%d,prio=1)\npause(e%d,v%d)\n", i, i, i, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(p%d)\nreset(v%d)\nend(p%d)\nresume(e%d,v%d)\nend(e%d)\n", i, i, i, i, i, i)
	}
	for i := range n {
		o.say("deq(q%d)\nend(q%d)\n", i, i)
	}
	o.say("exitloop\n")
}

func nestedSpinnersTrace(o *ops, n int) {
	o.say("enq(e0)\nenterloop\n")
	for i := range n {
		o.say("deq(e%d)\nenq(e%d,prio=%d)\npause(e%d,v%d)\n", i, i+1, i%5, i, i)
	}
	for i := n - 1; i >= 0; i-- {
		o.say("deq(r%d)\nreset(v%d)\nenq(s%d)\nend(r%d)\nresume(e%d,v%d)\nend(e%d)\n", i, i, i, i, i, i, i)
	}
	for i := range n {
		o.say("deq(s%d)\nend(s%d)\n", i, i)
	}
}

func loopAfterLoopTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(r%d)\npause(o,v%d)\ndeq(r%d)\nreset(v%d)\nend(r%d)\nresume(o,v%d)\n", i, i, i, i, i, i)
	}
	o.say("end(o)\nexitloop\n")
}

func postsThenLoopsTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(r%d)\n", i)
	}
	for i := range n {
		o.say("pause(o,v%d)\ndeq(r%d)\nreset(v%d)\nend(r%d)\nresume(o,v%d)\n", i, i, i, i, i)
	}
	o.say("end(o)\nexitloop\n")
}

func oneResetsAllTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(e%d)\npause(e%d,v%d)\n", i, i, i)
	}
	o.say("deq(r)\n")
	for i := range n {
		o.say("reset(v%d)\n", i)
	}
	o.say("end(r)\n")
	for i := n - 1; i >= 0; i-- {
		o.say("resume(e%d,v%d)\nend(e%d)\n", i, i, i)
	}
}

func manyResetOneTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\npause(o,v)\n")
	for i := range n {
		o.say("deq(r%d)\nreset(v)\nend(r%d)\n", i, i)
	}
	o.say("resume(o,v)\nend(o)\nexitloop\n")
}

func gatherTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(o%d)\nenq(p%d)\nend(o%d)\n", i, i, i)
	}
	for i := range n {
		o.say("deq(s%d)\npause(s%d,v%d)\ndeq(p%d)\nreset(v%d)\nend(p%d)\nresume(s%d,v%d)\nend(s%d)\n", i, i, i, i, i, i, i, i, i)
	}
}

func defaultLoopsTrace(o *ops, n int) {
	o.say("deq(main)\n")
	for i := range n {
		o.say("enq(p%d)\n", i)
	}
	o.say("end(main)\n")
	for i := range n {
		o.say("enterloop\ndeq(p%d)\nend(p%d)\nexitloop\n", i, i)
	}
}

func lateDefaultLoopsTrace(o *ops, n int) {
	for i := range n {
		o.say("enq(p%d)\n", i)
	}
	for range n {
		o.say("enterloop\nexitloop\n")
	}
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(p%d)\nend(p%d)\n", i, i)
	}
}
