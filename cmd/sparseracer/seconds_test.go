package main

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// TestSeconds: hunt --time 120 is two minutes.
func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{"120": 2 * time.Minute, "0.5": 500 * time.Millisecond, "0": 0, "90s": 90 * time.Second, "2m": 2 * time.Minute} {
		var got time.Duration
		parent, c := &cobra.Command{}, &cobra.Command{}
		c.Flags().DurationVar(&got, "time", 0, "go on")
		parent.AddCommand(c)
		takeSeconds(parent)
		if err := c.ParseFlags([]string{"--time", text}); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		if usage := c.Flags().FlagUsages(); got == 0 && strings.Contains(usage, "default") {
			t.Errorf("%q shows a default", usage)
		}
	}
	var got time.Duration
	c := &cobra.Command{}
	c.Flags().DurationVar(&got, "time", 0, "go on")
	takeSeconds(c)
	if err := c.ParseFlags([]string{"--time", "soon"}); err == nil {
		t.Errorf("soon is %v", got)
	}
}

// TestHuntTakesSeconds: every verb's durations do.
func TestHuntTakesSeconds(t *testing.T) {
	root := (&tool{}).root(nil)
	for _, words := range [][]string{{"hunt", "--time"}, {"hunt", "--timeout"}, {"confirm", "--timeout"}, {"probe", "--time"}} {
		c, _, err := root.Find(words[:1])
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Flags().Lookup(strings.TrimPrefix(words[1], "--")).Value.Set("7"); err != nil {
			t.Errorf("%v 7: %v", words, err)
		}
	}
}
