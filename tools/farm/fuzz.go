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
	Silent             []int
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
	sides = append(sides, sides[0]) // once more: what two searches without a farm differ in
	var results [3]fuzzed
	var times [3]time.Duration
	for i, s := range sides {
		if results[i], times[i], err = search(n, seed, s.where...); err != nil {
			return err
		}
		r := results[i]
		fmt.Printf("| %s | %.1f s | %d | %d | %d | %s |\n", s.name, times[i].Seconds(), r.Failed, r.Left, r.Idle, load())
	}
	alone := (times[0] + times[2]).Seconds() / 2
	fmt.Printf("\nThe farm took %.2f times as long as the mean of the others. %s\n", times[1].Seconds()/alone, differences(results[0], results[1]))
	fmt.Printf("\nThe two searches without it: %s\n", differences(results[0], results[2]))
	return nil
}

// differences says which runs failed on one side only, though both kept to the schedule: events that it does not
// hold come as the machine lets them.
func differences(a, b fuzzed) string {
	results := [2]fuzzed{a, b}
	var failed [2]map[int]string
	for i, r := range results {
		failed[i] = map[int]string{}
		for _, f := range r.Failures {
			for _, n := range f.Numbers {
				failed[i][n] = f.How
			}
		}
	}
	both, left := 0, 0
	differ := 0
	for n := range union(failed[0], failed[1]) {
		switch a, b := failed[0][n], failed[1][n]; {
		case a == b:
			both++
		case slices.Contains(results[0].Silent, n) || slices.Contains(results[1].Silent, n):
			left++
		default:
			differ++
		}
	}
	text := fmt.Sprintf("%d runs failed in the same way on both sides; %d failed on one and left their schedule, or postponed nothing, on the other.", both, left)
	if differ == 0 {
		return text + " No run that kept to its schedule on both sides failed on one only."
	}
	return fmt.Sprintf("%s Of runs that kept to it on both sides %d failed on one only.", text, differ)
}

func union(a, b map[int]string) map[int]bool {
	all := map[int]bool{}
	for n := range a {
		all[n] = true
	}
	for n := range b {
		all[n] = true
	}
	return all
}
