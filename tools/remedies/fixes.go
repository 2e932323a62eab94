package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"sparseracer/tools/samplebuilds"
)

var (
	verifiedLine = regexp.MustCompile(`(?m)^verified: crashes before, passes (\d+ of \d+) runs after(?:, [^:]*)?: (.*)$`)
	refusedLine  = regexp.MustCompile(`(?m)^patch \d+ of \d+: no fix, (.*)$`)
	noShapeLine  = regexp.MustCompile(`(?m)^not asynchronous: (.*)$`)
)

// commandsOf leaves the command of one sample: functions of others have the same names.
func (b *bench) commandsOf(sample string) error {
	data, err := os.ReadFile(filepath.Join(b.dir, "asan", "compile_commands.json"))
	if err != nil {
		return err
	}
	var all, own []map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, c := range all {
		if file, _ := c["file"].(string); filepath.Base(file) == sample+"_race.cpp" && len(own) == 0 {
			own = append(own, c)
		}
	}
	if data, err = json.Marshal(own); err != nil {
		return err
	}
	to := filepath.Join(b.dir, sample+".commands")
	return errors.Join(os.MkdirAll(to, 0o755), os.WriteFile(filepath.Join(to, "compile_commands.json"), data, 0o644))
}

// fixes asks for a verified patch of each sample's race.
func fixes(ctx context.Context, b *bench, samples []string) error {
	fmt.Println("| sample | verified | runs | the patch | tried before |\n| --- | --- | --- | --- | --- |")
	whole := 0
	var failed []string
	for _, s := range samples {
		schedule, err := b.schedule(ctx, s)
		if err != nil {
			return err
		}
		build := fmt.Sprintf("cmake -S . -B b -DQT_MAJOR=5 -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++-19 '-DCMAKE_CXX_FLAGS=%s' && cmake --build b --target viewer_race %s_race", samplebuilds.ASan, s)
		if err := b.commandsOf(s); err != nil {
			return err
		}
		args := []string{"suggest-fix", "--source", filepath.Join(b.root, "samples"), "--build", filepath.Join(b.dir, s+".commands"), "--runs", fmt.Sprint(b.runs), "--verify", build}
		if b.shape != "" {
			args = append(args, "--shape", b.shape)
		}
		out, err := b.command(ctx, b.tool("sparseracer"), append(args, schedule, "--", "b/"+s+"_race")...)
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
			return fmt.Errorf("%s: suggest-fix: %w\n%s", s, err, out)
		}
		refused := refusedLine.FindAllStringSubmatch(out, -1)
		if m := verifiedLine.FindStringSubmatch(out); m != nil {
			whole++
			fmt.Printf("| %s | yes | %s | %s | %d |\n", s, m[1], m[2], len(refused))
			continue
		}
		fmt.Printf("| %s | no | | | %d |\n", s, len(refused))
		why := "no shape fits"
		for i, r := range append(refused, noShapeLine.FindAllStringSubmatch(out, -1)...) {
			if i == 0 {
				why = ""
			}
			why += "; " + r[1]
		}
		failed = append(failed, fmt.Sprintf("- **%s**: %s.", s, strings.TrimPrefix(why, "; ")))
	}
	fmt.Printf("\nA verified patch for %d of %d samples.\n\n%s\n", whole, len(samples), strings.Join(failed, "\n"))
	return nil
}
