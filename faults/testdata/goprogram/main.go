// A program whose runtime has threads, stacks, signals and a heap of its own; with cgo also
// libc's. Its first argument is the name of a scenario.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"sync"
	"syscall"
	"time"
)

var scenarios = []struct {
	name string
	run  func()
}{
	{"routines", routines}, {"starts", starts}, {"signals", signals}, {"profiled", profiled}, {"faults", faults},
	{"panics", func() { panic("on purpose") }}, {"exits", func() { os.Exit(9) }}, {"killed", killed}, {"foreign", foreign},
}

func main() {
	for _, s := range scenarios {
		if len(os.Args) == 1 {
			fmt.Println(s.name)
		} else if s.name == os.Args[1] {
			s.run()
			fmt.Println("end")
		}
	}
}

func sum(n int) (total int) {
	for _, x := range make([]int, n) {
		total += x + 1
	}
	return total
}

// deep needs a stack that grows.
func deep(n int) int {
	var on [100]int
	on[n%100] = n
	if n == 0 {
		return 0
	}
	return deep(n-1) + on[n%100] - n
}

func routines() {
	var all sync.WaitGroup
	results := make(chan int, 100)
	for i := range 100 {
		all.Go(func() {
			results <- sum(i) + deep(1000)
			runtime.Gosched()
		})
	}
	all.Wait()
	runtime.GC()
	close(results)
	total := 0
	for r := range results {
		total += r
	}
	fmt.Println(total)
}

func starts() {
	out, err := exec.Command("/bin/sh", "-c", "echo out; exit 5").CombinedOutput()
	fmt.Printf("%q %v\n", out, err)
	_, err = exec.Command("/nowhere").Output()
	fmt.Println(err)
	cmd := exec.Command("/usr/bin/env")
	cmd.Env = []string{}
	out, err = cmd.Output()
	fmt.Printf("%q %v\n", out, err)
}

func signals() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	for range 10 {
		syscall.Kill(os.Getpid(), syscall.SIGUSR1)
		fmt.Println(<-c)
	}
	signal.Ignore(syscall.SIGPIPE)
}

func profiled() {
	f, err := os.CreateTemp("", "profile")
	if err != nil {
		panic(err)
	}
	defer os.Remove(f.Name())
	pprof.StartCPUProfile(f)
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
		deep(500)
		foreign()
	}
	pprof.StopCPUProfile()
	fi, err := f.Stat()
	fmt.Println(fi.Size() > 0, err)
}

func faults() {
	defer func() { fmt.Println(recover()) }()
	var none *int
	fmt.Println(*none)
}

func killed() {
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	time.Sleep(time.Minute)
}
