package sparsehb

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// FuzzAnalyze: any trace that can be read is analyzed or refused, and the
// number of workers changes nothing.
func FuzzAnalyze(f *testing.F) {
	data, err := os.ReadFile("testdata/races")
	if err != nil {
		f.Fatal(err)
	}
	for i, test := range strings.Split(string(data), "\n\n") {
		input, _, _ := strings.Cut(test, "----")
		lines := strings.Split(input, "\n")
		for len(lines) > 0 && !strings.HasPrefix(lines[0], "races") {
			lines = lines[1:]
		}
		if len(lines) > 1 {
			f.Add(strings.Join(lines[1:], "\n"), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		src, err := trace.ParseText("f", []byte(text))
		if err != nil {
			return
		}
		opt := Options{Rules: Rules(how % 4), ReadWrite: how&4 != 0, Workers: 1}
		one, err := Analyze(src, opt)
		opt.Workers = 3
		three, err3 := Analyze(src, opt)
		if (err == nil) != (err3 == nil) {
			t.Fatalf("one worker: %v, three: %v", err, err3)
		}
		if err == nil && (!reflect.DeepEqual(one.Races, three.Races) || one.Counts != three.Counts) {
			t.Fatalf("one worker: %+v\n%+v\nthree: %+v\n%+v", one.Counts, one.Races, three.Counts, three.Races)
		}
	})
}
