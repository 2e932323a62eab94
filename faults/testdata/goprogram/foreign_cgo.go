//go:build cgo

package main

/*
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *uses_heap(void *x)
{
	for (int i = 0; i < 1000; i++) {
		char *p = malloc(i + 1);
		memset(p, 1, i + 1);
		free(p);
	}
	return x;
}
static int in_thread(void)
{
	pthread_t t;
	return pthread_create(&t, NULL, uses_heap, NULL) || pthread_join(t, NULL);
}
int back(int);
static int there(int n) { uses_heap(NULL); return back(n); }
*/
import "C"

import (
	"fmt"
	"os/user"
	"sync"
	"unsafe"
)

//export back
func back(n C.int) C.int { return n + C.int(deep(200)) + 1 }

// foreign is C code from many routines, which calls back.
func foreign() {
	var all sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := range 20 {
		all.Go(func() {
			p := C.malloc(100)
			n := int(C.there(C.int(i)))
			C.free(p)
			mu.Lock()
			total += n
			mu.Unlock()
		})
	}
	all.Wait()
	s := C.CString("text")
	defer C.free(unsafe.Pointer(s))
	if total != 210 || C.in_thread() != 0 {
		panic("wrong")
	}
	if u, err := user.Current(); err != nil || u.Uid == "" {
		fmt.Println(u, err)
	}
}
