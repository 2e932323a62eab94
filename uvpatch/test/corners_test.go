// Package test runs programs on libuv with and without the hooks.
package test

import (
	"testing"

	"sparseracer/internal/corners"
)

func TestCorners(t *testing.T) {
	p := corners.Program{
		Source: "testdata/corners.c", Module: "libuv", Debian: "libuv1-dev", Library: "../../lib",
		Words:  []string{"own", "nested", "threads", "signals", "forks", "requests", "steps"},
		Sorted: []string{"requests"}, // whose order is the pool's business
	}
	p.Check(t)
}
