// Package test runs programs on GLib with and without the hooks.
package test

import (
	"testing"

	"sparseracer/internal/corners"
)

func TestCorners(t *testing.T) {
	p := corners.Program{
		Source: "testdata/corners.c", Module: "gio-2.0", Debian: "libglib2.0-dev", Library: "../../lib",
		Words: []string{"own", "nested", "private", "funcs", "recursion", "threads", "signals", "children", "forks",
			"application", "tasks", "hand"},
	}
	p.Check(t)
}
