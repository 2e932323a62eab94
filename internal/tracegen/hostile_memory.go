package tracegen

// Hostile traces of memory.

func overlappingTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := n; i > 0; i-- {
		o.say("alloc(0x10000,%d)\n", i)
	}
	o.say("end(o)\ndeq(u)\n")
	for range n {
		o.say("read(0x10000)\n")
	}
	o.say("end(u)\ndeq(f)\n")
	for range n {
		o.say("free(0x10000)\n")
	}
	o.say("end(f)\n")
}

func hugeTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("alloc(%#x,%d)\n", uint64(i+1)<<32, 1<<27)
	}
	for i := range n {
		o.say("read(%#x)\n", uint64(i+1)<<32)
	}
	o.say("end(o)\ndeq(f)\n")
	for i := range n {
		o.say("free(%#x)\n", uint64(i+1)<<32)
	}
	o.say("end(f)\n")
}

func wideTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("alloc(%#x,8)\n", 0x10000+64*i)
	}
	for range n {
		o.say("read(0x10000,281474976710656)\n")
	}
	o.say("end(o)\ndeq(f)\n")
	for i := range n {
		o.say("free(%#x)\n", 0x10000+64*i)
	}
	o.say("end(f)\n")
}

func wideAllocsTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("alloc(%#x,8)\n", 0x10000+64*i)
	}
	for i := range n {
		o.say("alloc(%#x,281474976710656)\n", 0x8000-i)
	}
	o.say("end(o)\n")
}

func destroysTrace(o *ops, n int) {
	o.say("alloc(0x10000,100000)\nenterloop\ndeq(o)\n")
	for i := range n {
		o.say("free(0x10000,%d,kind=destroy)\n", 1+i)
	}
	o.say("end(o)\n")
}

func scopesTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(o%d)\nread(0x10000,8)\nfree(0x10000,%d,kind=scope)\nend(o%d)\n", i, 8+i%1000*8, i)
	}
}

func receiversTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(o%d,object=%#x)\nend(o%d)\n", i, 0x10000000-16*i, i)
	}
	o.say("deq(f)\n")
	for i := range n {
		o.say("free(%#x)\n", 0x10000000-16*i)
	}
	o.say("end(f)\n")
}

func childrenTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(c%d,kind=env,child=%#x,parent=0x5000)\n", i, 0x10000000+16*i)
	}
	for i := range n {
		o.say("alloc(%#x,65536)\nfree(%#x)\n", uint64(i+1)<<36, uint64(i+1)<<36)
	}
	o.say("end(o)\n")
}

func childChainTrace(o *ops, n int) {
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("alloc(%#x,16)\n", 0x10000000+16*i)
	}
	for i := range n - 1 {
		o.say("enq(c%d,kind=env,child=%#x,parent=%#x)\n", i, 0x10000000+16*i, 0x10000000+16*(i+1))
	}
	o.say("pause(o,v)\ndeq(x)\nreset(v)\nend(x)\nresume(o,v)\n")
	for i := range n {
		o.say("free(%#x)\n", 0x10000000+16*i)
	}
	o.say("end(o)\n")
}

func deepStacksTrace(o *ops, n int) {
	for i := range n {
		o.say("# stack: %d %d %#x\n", i+1, i, 0x1000+i)
	}
	o.say("alloc(0x10000,8)\nenterloop\ndeq(a)\n")
	for i := range n {
		o.say("read(0x10000,8,stack=%d)\n", i+1)
	}
	o.say("end(a)\ndeq(f)\nfree(0x10000,stack=%d)\nend(f)\n", n)
}

func stringsTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(a%d,k%d=\"v%dx\")\nend(a%d)\n", i, i, i, i)
	}
}

func usesAndFreesTrace(o *ops, n int) {
	for i := range n / 10 {
		o.say("alloc(%#x,8)\n", 0x10000+64*i)
	}
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(u%d)\nread(%#x)\nend(u%d)\n", i, 0x10000+64*(i%(n/10)), i)
	}
	for i := range n / 10 {
		o.say("deq(f%d)\nfree(%#x)\nend(f%d)\n", i, 0x10000+64*i, i)
	}
}

func usesAfterLoopsTrace(o *ops, n int) {
	for i := range n {
		o.say("alloc(%#x,8)\n", 0x10000+64*i)
	}
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("pause(o,v%d)\ndeq(r%d)\nreset(v%d)\nend(r%d)\nresume(o,v%d)\n", i, i, i, i, i)
	}
	for i := range n {
		o.say("read(%#x)\n", 0x10000+64*i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(f%d)\nfree(%#x)\nend(f%d)\n", i, 0x10000+64*i, i)
	}
}

func readsThenWritesTrace(o *ops, n int) {
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(u%d)\nread(x)\nend(u%d)\n", i, i)
	}
	for i := range n {
		o.say("deq(w%d)\nwrite(y%d)\nwrite(x)\nend(w%d)\n", i, i, i)
	}
}

func blockadesTrace(o *ops, n int) {
	o.say("alloc(0x10000,8)\nenterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(b%d,kind=env,blocks=\"shown:1\")\ndrop(b%d)\n", i, i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(u%d)\nread(0x10000)\nend(u%d)\n", i, i)
	}
	o.say("deq(f,kind=input,type=Close,needs=\"shown:1\")\nfree(0x10000)\nend(f)\n")
}

func sourcesTrace(o *ops, n int) {
	o.say("alloc(0x10000,8)\nenterloop\ndeq(o)\n")
	for i := range n {
		o.say("enq(b%d,kind=timer,source=s)\nenq(c%d,kind=env,stops=s)\n", i, i)
	}
	o.say("end(o)\n")
	for i := range n {
		o.say("deq(b%d)\nread(0x10000)\nend(b%d)\n", i, i)
	}
	o.say("deq(f)\nfree(0x10000)\nend(f)\n")
}

func holdsTrace(o *ops, n int) {
	for i := range n {
		o.say("alloc(%#x,8)\n", 0x10000+64*i)
	}
	o.say("enterloop\ndeq(o)\n")
	for i := range n {
		o.say("hold(%#x,8,rule=object)\n", 0x10000+64*i)
	}
	o.say("pause(o,v)\ndeq(f)\nreset(v)\n")
	for i := range n {
		o.say("free(%#x)\n", 0x10000+64*i)
	}
	o.say("end(f)\nresume(o,v)\nend(o)\n")
}

func guardsTrace(o *ops, n int) {
	for i := range n {
		o.say("alloc(%#x,8)\n", 0x100000+64*i)
	}
	o.say("enterloop\n")
	for i := range n {
		o.say("deq(u%d)\nread(flag,1)\nread(%#x)\nend(u%d)\n", i, 0x100000+64*i, i)
	}
	for i := range n {
		o.say("deq(f%d)\nwrite(flag,1,val=%d)\nfree(%#x)\nend(f%d)\n", i, i%2, 0x100000+64*i, i)
	}
}
