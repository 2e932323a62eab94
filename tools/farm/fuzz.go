package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// fuzzed is what of fuzz --json is compared.
type fuzzed struct {
	Failed, Left, Idle int
	Failures           []struct {
		How     string
		Numbers []int
	}
}

// fuzz searches in samples/orders/keepalive, without a farm and through it. A short search goes first on both
// sides: the self-tests of libraries and the packing of the build are paid once.
func (b *bench) fuzz(ctx context.Context, n, seed int) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	flags, err := exec.CommandContext(ctx, "pkg-config", "--cflags", "--libs", "Qt5Core").Output()
	if err != nil {
		return fmt.Errorf("pkg-config Qt5Core: %w", err)
	}
	exe := filepath.Join(b.dir, "keepalive")
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-pthread", "-o", exe, filepath.Join(root, "samples/orders/keepalive.cpp")}, strings.Fields(string(flags))...)
	if out, err := exec.CommandContext(ctx, "c++", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("keepalive: %w\n%s", err, out)
	}
	search := func(n, seed int, where ...string) (got fuzzed, took time.Duration, err error) {
		args := append([]string{"fuzz", "-n", fmt.Sprint(n), "--seed", fmt.Sprint(seed), "--observed", "observed.srt", "--json", "-o", "schedules"}, where...)
		out, took, _, err := b.command(ctx, append(args, "--", exe)...)
		if err == nil {
			err = json.Unmarshal(out, &got)
		}
		return got, took, err
	}
	sides := []struct {
		name  string
		where []string
	}{{"`-j 2`", []string{"-j", "2"}}, {"`--farm`, two slots", []string{"--farm", b.address}}}
	for _, s := range sides {
		if _, _, err := search(10, seed+1, s.where...); err != nil {
			return err
		}
	}
	fmt.Printf("`fuzz -n %d --seed %d` of samples/orders/keepalive, by one observation run.\n\n", n, seed)
	fmt.Printf("| where | time | failed runs | left their schedule | idle | load at the end |\n| --- | --- | --- | --- | --- | --- |\n")
	var results [2]fuzzed
	var times [2]time.Duration
	for i, s := range sides {
		if results[i], times[i], err = search(n, seed, s.where...); err != nil {
			return err
		}
		r := results[i]
		fmt.Printf("| %s | %.1f s | %d | %d | %d | %s |\n", s.name, times[i].Seconds(), r.Failed, r.Left, r.Idle, load())
	}
	fmt.Printf("\nThe farm took %.2f times as long. %s\n", times[1].Seconds()/times[0].Seconds(), differences(results))
	return nil
}

// differences says which runs failed on one side only.
func differences(results [2]fuzzed) string {
	var failed [2]map[string]bool
	for i, r := range results {
		failed[i] = map[string]bool{}
		for _, f := range r.Failures {
			for _, n := range f.Numbers {
				failed[i][fmt.Sprintf("%d (%s)", n, f.How)] = true
			}
		}
	}
	var only [2][]string
	for i := range failed {
		for one := range failed[i] {
			if !failed[1-i][one] {
				only[i] = append(only[i], one)
			}
		}
		slices.Sort(only[i])
	}
	if len(only[0])+len(only[1]) == 0 {
		return fmt.Sprintf("The same %d runs failed in the same way.", len(failed[0]))
	}
	return fmt.Sprintf("Runs that failed without the farm only: %s; on the farm only: %s.", strings.Join(only[0], ", "), strings.Join(only[1], ", "))
}
