package steer

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// symbolizeMost is how long the symbolizer may take: programs are large.
const symbolizeMost = 30 * time.Second

// whyFeasible says what is known of a run in which both handlers ran in the bad order
// and nothing was reported; "" if nothing is. It rests on what the runtime heard being
// freed (loopcore/src/freed_blocks.c).
func whyFeasible(ctx context.Context, s *Schedule, o *Outcome) string {
	if len(s.Expect.Alloc) == 0 || !o.goals.listened {
		return ""
	}
	object := "what " + head(s.Expect.Alloc) + " allocates"
	if len(o.goals.freed) == 0 {
		return "its free freed nothing in this run: somebody still held " + object + " (a counted reference), or it was gone before"
	}
	stacks, err := placesOf(ctx, o.goals.freed)
	if err != nil {
		return "" // no symbolizer: nothing can be said
	}
	named := false
	for _, stack := range stacks {
		if leads(stack, s.Expect.Alloc) {
			return object + " was freed, and not used after that: the handler asks whether it is there, asks for it again, or went another way"
		}
		named = named || own(stack) >= 0
	}
	if !named {
		return ""
	}
	return object + " was not freed: somebody still held it (a counted reference), or the handler's turn was another object's"
}

// placesOf gives the frames of stacks as the runtime tells them, "MODULE+0xOFFSET …".
func placesOf(ctx context.Context, stacks []string) ([][]Frame, error) {
	path := symbolizer()
	if path == "" {
		return nil, exec.ErrNotFound
	}
	var asked strings.Builder
	var counts []int
	for _, stack := range stacks {
		places := strings.Fields(stack)
		for _, p := range places {
			module, offset, _ := strings.Cut(p, "+0x")
			n, err := strconv.ParseUint(offset, 16, 64)
			if err != nil || module == "" || n == 0 {
				return nil, fmt.Errorf("%q is no place", p)
			}
			fmt.Fprintf(&asked, "%q 0x%x\n", module, n-1) // within the call
		}
		counts = append(counts, len(places))
	}
	ctx, cancel := context.WithTimeout(ctx, symbolizeMost)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--functions", "--inlines", "--demangle")
	cmd.Stdin = strings.NewReader(asked.String())
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	blocks := bytes.Split(bytes.TrimSpace(out), []byte("\n\n"))
	var all [][]Frame
	for _, n := range counts {
		var stack []Frame
		for ; n > 0 && len(blocks) > 0; n-- {
			stack = append(stack, framesOf(string(blocks[0]))...)
			blocks = blocks[1:]
		}
		all = append(all, stack)
	}
	return all, nil
}

// framesOf reads a function and its place, two lines each, innermost first.
func framesOf(block string) (frames []Frame) {
	lines := strings.Split(block, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		f := Frame{Function: lines[i], File: lines[i+1]}
		if f.Function == "??" {
			f.Function = ""
		}
		file, rest, _ := strings.Cut(f.File, ":")
		line, _, _ := strings.Cut(rest, ":")
		f.File = file
		f.Line, _ = strconv.Atoi(line)
		if f.File == "??" {
			f.File = ""
		}
		frames = append(frames, f)
	}
	return frames
}
