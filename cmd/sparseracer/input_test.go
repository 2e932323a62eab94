package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestSpoolIsBounded(t *testing.T) {
	f, err := spool(context.Background(), strings.NewReader("0123456789"), "in", 10)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data := make([]byte, 20)
	if n, _ := f.ReadAt(data, 0); string(data[:n]) != "0123456789" {
		t.Errorf("holds %q", data[:n])
	}
	_, err = spool(context.Background(), strings.NewReader("0123456789x"), "in", 10)
	if err == nil || err.Error() != "in: it holds more than 10 bytes: write it to a file" {
		t.Errorf("got %v", err)
	}
}

// An interrupt ends the wait for a pipe in which nothing comes.
func TestSpoolIsInterrupted(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := spool(ctx, r, "in", 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestSpoolTellsWhatFailed(t *testing.T) {
	_, err := spool(context.Background(), io.MultiReader(strings.NewReader("x"), failing{}), "in", 10)
	if err == nil || err.Error() != "in: broken" {
		t.Errorf("got %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }
