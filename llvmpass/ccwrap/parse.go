// Package ccwrap makes a compiler out of clang and something that rewrites
// bitcode: it asks clang which jobs an argument list stands for, plans them
// again with the rewriting in between, and runs them.
//
// The rules it keeps:
//   - No table of clang's flags. What `clang -###` prints is the plan; only the
//     jobs that make code and those that link are changed.
//   - Arguments that make no code and link nothing are clang's alone: the
//     process becomes clang.
//   - Messages, exit status and outputs are clang's; nothing of ours is printed
//     unless we fail.
//   - All temporary files live in one folder, made for one run and removed
//     after it; runs in parallel never meet.
package ccwrap

import (
	"fmt"
	"strings"
)

// Job is one command that clang's driver would run.
type Job struct {
	Args []string // program first
}

// Line is the job as `clang -v` prints it: the program quoted, of the rest
// what a shell would take apart.
func (j Job) Line() string {
	var b strings.Builder
	for i, a := range j.Args {
		if i == 0 || a == "" || strings.ContainsAny(a, " \"\\$") {
			a = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(a) + `"`
		}
		b.WriteString(" " + a)
	}
	return b.String() + "\n"
}

// Listing is the output of `clang -###`.
type Listing struct {
	Jobs     []Job
	Messages string // what the driver complained about
	Banner   string // version, target and the like
}

// ParseListing reads what `clang -###` wrote to its standard error. Messages
// of the driver begin with its name. A job's line begins with a blank and a
// quote; every argument is quoted, with backslashes before quote, backslash
// and dollar, and may hold line breaks.
func ParseListing(text, driver string) (Listing, error) {
	var l Listing
	for text != "" {
		if strings.HasPrefix(text, ` "`) {
			args, rest, err := parseJob(text)
			if err != nil {
				return l, err
			}
			l.Jobs = append(l.Jobs, Job{Args: args})
			text = rest
			continue
		}
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		if strings.HasPrefix(line, driver+": ") {
			l.Messages += line + "\n"
		} else {
			l.Banner += line + "\n"
		}
	}
	return l, nil
}

// parseJob reads the quoted arguments of one job and returns what follows it.
func parseJob(text string) (args []string, rest string, err error) {
	at := text
	for strings.HasPrefix(at, ` "`) {
		arg, after, ok := parseQuoted(at[2:])
		if !ok {
			return nil, "", fmt.Errorf("clang -###: argument %d of a job has no closing quote: %.60q", len(args), at)
		}
		args = append(args, arg)
		at = after
	}
	if at != "" && at[0] != '\n' {
		return nil, "", fmt.Errorf("clang -###: expected a quoted argument or the end of the line, found %.60q", at)
	}
	return args, strings.TrimPrefix(at, "\n"), nil
}

func parseQuoted(s string) (arg, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}
