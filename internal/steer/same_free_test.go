package steer

import "testing"

// TestOnItsWay: a task of a pool crashes before it has come to the function of the program's that it was to call.
func TestOnItsWay(t *testing.T) {
	kernel := func(module string) []Frame {
		return []Frame{{Function: "lib::Kernel<Item*>::iteration(Item*)", File: "/usr/include/lib/kernel.h", Module: module},
			{Function: "lib::Kernel<Item*>::work()", File: "/usr/include/lib/kernel.h", Module: module},
			{Function: "lib::Engine::run()", Module: "/usr/lib/liblib.so.5"}, {Module: "/usr/lib/libpool.so.5"}}
	}
	predicted := []string{"Item::setUp()", "lib::Kernel<Item*>::iteration(Item*)", "lib::Kernel<Item*>::work()", "lib::Engine::run()"}
	for _, c := range []struct {
		name  string
		stack []Frame
		use   []string
		also  []Expect
		is    bool
	}{
		{"the outer part", kernel("/home/app"), predicted, nil, true},
		{"the outer part of another place", kernel("/home/app"), []string{"main"}, []Expect{{Use: predicted}}, true},
		{"another kernel", kernel("/home/app"), []string{"Item::setUp()", "lib::Kernel<Other*>::iteration(Other*)", "lib::Kernel<Other*>::work()", "lib::Engine::run()"}, nil, false},
		{"all of it", kernel("/home/app"), predicted[1:], nil, false},
		{"the library's own code alone", kernel("/usr/lib/liblib.so.5"), predicted, nil, false},
		{"no names", kernel("/home/app")[3:], predicted, nil, false},
	} {
		if is := (&Schedule{Expect: Expect{Use: c.use, Also: c.also}}).isOnItsWay(c.stack); is != c.is {
			t.Errorf("%s: %v", c.name, is)
		}
	}
	if got := describe(kernel("/home/app")); got != "lib::Kernel<Item*>::iteration" && got != "lib::Kernel::iteration" {
		t.Errorf("described as %q", got)
	}
}
