package main

import (
	"errors"
	"io"
	"testing"

	"sparseracer/internal/trace"
)

// eachOperation reads a trace from its beginning to its end.
func eachOperation(t *testing.T, path string, visit func(op *trace.Op, tables *trace.Tables)) {
	t.Helper()
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := src.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var op trace.Op
	for err = r.Next(&op); err == nil; err = r.Next(&op) {
		visit(&op, r.Tables())
	}
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
}
