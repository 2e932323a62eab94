package steer

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"sparseracer/internal/system"
)

// What a report says twice, and the frames of our hooks, which no other machine has.
var (
	buildID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(` \(BuildId: [0-9a-f]+\)`) })
	again   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(\([^() ]+\+0x[0-9a-f]+\))( \([^() ]+\+0x[0-9a-f]+\))+$`)
	})
	unnamed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^( +#[0-9]+ 0x[0-9a-f]+)  \(`) })
)

// Brief is the report as it goes into a bug report: what happened and its stacks,
// without the bytes around the address, our own frames, and what stands twice.
func (r *Report) Brief() string {
	var b strings.Builder
	for line := range strings.Lines(r.Text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "Shadow bytes around ") {
			break
		}
		if strings.Contains(line, "/"+system.HooksLibrary+"+0x") {
			continue
		}
		line = again().ReplaceAllString(buildID().ReplaceAllString(line, ""), "$1")
		b.WriteString(unnamed().ReplaceAllString(line, "$1 (") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// digestMost are the frames of the program itself that a digest has of each stack.
const digestMost = 3

// Digest is what matters of the report: what happened, and of each stack where it is and the program's own innermost frames. Addresses are
// left out, so that it is the same for the same crash in another run.
func (r *Report) Digest() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s", r.Kind)
	if r.Access != "" && r.Size > 0 {
		fmt.Fprintf(&b, ", %s of %d bytes", strings.ToLower(r.Access), r.Size)
	} else if r.Access != "" {
		fmt.Fprintf(&b, ", by a %s", strings.ToLower(r.Access))
	}
	for _, stack := range []struct {
		what   string
		frames []Frame
	}{{"in", r.Use}, {"freed in", r.Free}, {"allocated in", r.Alloc}} {
		digestStack(&b, stack.what, stack.frames)
	}
	return b.String() + "\n"
}

// digestStack writes the program's own innermost frames, below the function of a library that the innermost one called; without
// any, that function alone.
func digestStack(b *strings.Builder, what string, frames []Frame) {
	var library *Frame
	shown := 0
	for i := range frames {
		f := &frames[i]
		if f.foreign() {
			if shown == 0 && f.Function != "" && !system.IsIntercepted(simplify(f.Function)) && system.OwnerOf(f.Module) != system.Ours {
				library = f // the last one before the program's own
			}
			continue
		}
		if shown == digestMost || f.Function == "_start" && shown > 0 { // the linker's, below main
			break
		}
		if shown == 0 && library != nil && what == "in" {
			fmt.Fprintf(b, "\n    %-12s %s", what, library.brief())
			what = ""
		}
		fmt.Fprintf(b, "\n    %-12s %s", what, f.brief())
		what = ""
		shown++
	}
	if shown == 0 && library == nil && len(frames) > 0 {
		library = &frames[0]
	}
	if shown == 0 && library != nil {
		fmt.Fprintf(b, "\n    %-12s %s", what, library.brief())
	}
}

// brief names a frame as a person looks for it.
func (f *Frame) brief() string {
	switch {
	case f.File != "" && f.Line > 0:
		return fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line)
	case f.Function == "":
		return fmt.Sprintf("%s+%#x", filepath.Base(f.Module), f.Offset)
	case f.Module != "":
		return fmt.Sprintf("%s (%s)", f.Function, filepath.Base(f.Module))
	}
	return f.Function
}

// stepsMost is how many steps of a schedule are shown to a person.
const stepsMost = 8

// Steps says in words what the schedule does, a line each.
func (s *Schedule) Steps() []string {
	var steps []string
	for _, d := range s.Directives {
		switch {
		case d.Hold != nil:
			steps = append(steps, fmt.Sprintf("hold the %s until the %s has ended", d.Hold.About, abouts(d.Hold.Until)))
		case d.Linger != nil:
			steps = append(steps, fmt.Sprintf("let the handler of the %s take its time until the %s is due", d.Linger.About, abouts(d.Linger.Until)))
		case d.Input.Kind == callKind:
			steps = append(steps, "call "+d.Input.called()+d.Input.when())
		case d.Input.Kind == signalKind:
			steps = append(steps, "send the signal "+d.Input.called()+d.Input.when())
		default:
			steps = append(steps, "play "+d.Input.words()+d.Input.when())
		}
	}
	if more := len(steps) - stepsMost; more > 0 {
		steps = append(steps[:stepsMost:stepsMost], fmt.Sprintf("and %d more", more))
	}
	return steps
}

func abouts(targets []Target) string {
	var list []string
	for _, t := range targets {
		list = append(list, t.About)
	}
	return strings.Join(list, " and the ")
}

func (in *Input) when() string {
	switch {
	case len(in.After) > 0:
		return ", after the " + abouts(in.After)
	case in.InLoop != nil && in.InLoop.Event != startUp:
		return ", in a loop of " + in.InLoop.Event
	}
	return ""
}
