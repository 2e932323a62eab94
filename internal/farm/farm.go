// Package farm is what the clients, the server and the workers of a farm say to each
// other: what is submitted, which jobs there are, what they answer. It talks HTTP, and
// knows neither the database nor the store (rooms store, work, page).
//
// The rules it keeps:
//   - Content has one name, its SHA-256. A file of a program is known by its build-id where
//     it has one.
//   - A job is named by the content it works on, so that the same job twice is one.
//   - A client says which protocol it speaks; a server of another one refuses it in words.
package farm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Protocol is the version of what clients and servers say; a change that an older one would
// misread raises it.
const Protocol = 3

// ProtocolHeader carries it with each request of a client.
const ProtocolHeader = "Sparseracer-Farm"

// Bounds of what is taken from strangers.
const (
	MostBlob    = 4 << 30  // bytes of one file
	MostJSON    = 16 << 20 // bytes of a request that is no file
	MostFiles   = 4096     // of a program
	MostName    = 4 << 10  // bytes of a name, a revision, a machine
	MostTraces  = 1000     // of one submission
	MostRuns    = 1_000_000
	MostConfirm = 100       // runs of a race
	MostTimeout = time.Hour // of one run
)

// Sum is the name of a blob: the SHA-256 of what it holds, in hexadecimal.
type Sum string

// SumOf names some bytes.
func SumOf(data []byte) Sum {
	sum := sha256.Sum256(data)
	return Sum(hex.EncodeToString(sum[:]))
}

// isHex: it has only digits of hexadecimal, so many at least and at most.
func isHex(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789abcdef") == ""
}

// Valid: it has the form of a name.
func (s Sum) Valid() bool { return isHex(string(s), 64, 64) }

func isBuildID(s string) bool { return isHex(s, 4, 128) }

// File is a file of a program, where it was.
type File struct {
	Path    string `json:"path"`               // absolute and clean
	BuildID string `json:"build_id,omitempty"` // hexadecimal
	Sum     Sum    `json:"sum,omitempty"`      // the server's, or of a file without a build-id
	Execute bool   `json:"execute,omitempty"`
}

// Check refuses what could lead out of a folder, or be no file.
func (f File) Check() error {
	switch {
	case len(f.Path) > MostName || !path.IsAbs(f.Path) || path.Clean(f.Path) != f.Path || strings.ContainsAny(f.Path, "\x00\n"):
		return fmt.Errorf("%.200q: expected an absolute path", f.Path)
	case f.BuildID != "" && !isBuildID(f.BuildID):
		return fmt.Errorf("%.200q: %.200q is no build-id", f.Path, f.BuildID)
	case f.Sum != "" && !f.Sum.Valid():
		return fmt.Errorf("%.200q: %.200q is no SHA-256", f.Path, f.Sum)
	case f.BuildID == "" && f.Sum == "":
		return fmt.Errorf("%.200q: neither a build-id nor a SHA-256", f.Path)
	}
	return nil
}

// Files are those of one program: to be run, or for the names of its functions.
type Files struct {
	Program string `json:"program,omitempty"` // path of the one that is run
	Files   []File `json:"files"`
}

// Key names them: the same files at the same places have the same one.
func (f Files) Key() (Sum, error) {
	data, err := json.Marshal(f)
	return SumOf(data), err
}

// Check refuses what could lead out of a folder, or be no files.
func (f Files) Check() error {
	if len(f.Files) > MostFiles {
		return fmt.Errorf("%d files, at most %d are taken", len(f.Files), MostFiles)
	}
	has := f.Program == ""
	for _, one := range f.Files {
		if err := one.Check(); err != nil {
			return err
		}
		has = has || one.Path == f.Program
	}
	if !has {
		return fmt.Errorf("%.200q is the program, but none of its files", f.Program)
	}
	return nil
}

// Build is a program that is run.
type Build struct {
	Files
	Args []string `json:"args,omitempty"` // behind the program's path
	Env  []string `json:"env,omitempty"`  // NAME=value, of those in Handed
	// Image is an archive of the root file system that it is run in; "": the worker's machine.
	Image Sum `json:"image,omitempty"`
}

// handed are the variables that a program's run gets from where it was submitted. Every start of the tool
// would pay for it here, were it compiled at once.
var handed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(QT_[A-Z0-9_]+|QML_[A-Z0-9_]+|(ASAN|UBSAN|LSAN)_OPTIONS|G_[A-Z_]+|GTK_[A-Z_]+|LANG|LANGUAGE|LC_[A-Z]+|TZ)$`)
})

// Handed are those of an environment; nothing that makes a program load another file is one.
func Handed(env []string) []string {
	var out []string
	for _, kv := range env {
		if name, _, _ := strings.Cut(kv, "="); handed().MatchString(name) && !strings.Contains(name, "PLUGIN") && !strings.Contains(name, "MODULES") {
			out = append(out, kv)
		}
	}
	return out
}

// Check is that of what a stranger sent.
func (b Build) Check() error {
	if b.Program == "" {
		return errors.New("a build without a program")
	}
	size := 0
	for _, a := range append(b.Args, b.Env...) {
		size += len(a)
	}
	if size > 128<<10 || len(Handed(b.Env)) != len(b.Env) {
		return errors.New("a build whose arguments are too long, or with variables that are not handed on")
	}
	if b.Image != "" && !b.Image.Valid() {
		return fmt.Errorf("%.200q is no SHA-256 of an image", b.Image)
	}
	return b.Files.Check()
}

// Everything are the files that it needs, with its image.
func (b *Build) Everything() []File {
	if b.Image == "" {
		return b.Files.Files
	}
	return append(slices.Clone(b.Files.Files), File{Path: "/the image", Sum: b.Image})
}

// Key names a build by its files, arguments and variables.
func (b Build) Key() (Sum, error) {
	data, err := json.Marshal(b)
	return SumOf(data), err
}

// Submission is a recording, and what belongs to it.
type Submission struct {
	Trace    Sum    `json:"trace"`
	Name     string `json:"name"`               // of its file, for people
	Program  string `json:"program,omitempty"`  // name of the recorded one
	Revision string `json:"revision,omitempty"` // of the sources
	Machine  string `json:"machine,omitempty"`
	Symbols  Files  `json:"symbols"` // of the recorded program
	Build    *Build `json:"build,omitempty"`
	Runs     int    `json:"runs,omitempty"` // of each race, to confirm it with the build
}

// Check is that of what a stranger sent.
func (s *Submission) Check() error {
	if !s.Trace.Valid() {
		return fmt.Errorf("%.200q is no SHA-256", s.Trace)
	}
	if len(s.Name)+len(s.Program)+len(s.Revision)+len(s.Machine) > MostName {
		return errors.New("the names of the trace, its program, its revision and its machine are too long")
	}
	if strings.ContainsRune(s.Name+s.Program+s.Revision+s.Machine, 0) {
		return errors.New("the names of the trace, its program, its revision and its machine must not have a NUL byte")
	}
	if s.Runs < 0 || s.Runs > MostConfirm {
		return fmt.Errorf("%d runs: expected 1 to %d", s.Runs, MostConfirm)
	}
	if s.Build != nil {
		if err := s.Build.Check(); err != nil {
			return err
		}
	}
	return s.Symbols.Check()
}

// Race is a row of the list.
type Race struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind"`
	Summary   string    `json:"summary"`
	Program   string    `json:"program,omitempty"` // whose trace showed it first
	Status    string    `json:"status"`            // new, known, confirmed, fixed, not seen
	FirstSeen time.Time `json:"first_seen"`
	LastSeen  time.Time `json:"last_seen"`
	Traces    int       `json:"traces"` // that show it
}

// Statuses a race may have.
const (
	New       = "new"       // first seen in the newest revision
	Known     = "known"     // seen before, and in the newest
	Confirmed = "confirmed" // brought about
	Fixed     = "fixed"     // its schedule was run with a newer build, got to the use, and nothing crashed
	NotSeen   = "not seen"  // in no trace of the newest revision
)

// Statuses, as the page lists them.
var Statuses = []string{New, Known, Confirmed, Fixed, NotSeen}

// Found is one race of a submitted trace.
type Found struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
	New     bool   `json:"new"` // no trace that was analyzed earlier has it
}

// Analyzed is what is known of a submitted trace.
type Analyzed struct {
	State      string  `json:"state"` // waiting, done, failed
	Error      string  `json:"error,omitempty"`
	Unanswered string  `json:"unanswered,omitempty"`
	Races      []Found `json:"races"`
	Workers    int     `json:"workers"` // that are there
}

// Judged is what the runs of a build showed of a race.
type Judged struct {
	Race     string `json:"race"`
	Verdict  string `json:"verdict"`
	Reason   string `json:"reason"`
	Proven   int    `json:"proven"`
	Runs     int    `json:"runs"`
	Schedule Sum    `json:"schedule,omitempty"`
	Detail   string `json:"detail,omitempty"` // as confirm writes it, JSON
}

// Smaller is a schedule from which nothing can be left out, or why there is none.
type Smaller struct {
	Schedule Sum    `json:"schedule,omitempty"`
	Error    string `json:"error,omitempty"`
}

// NotRun is the verdict where no worker could make the runs.
const NotRun = "not run"

// States of a trace.
const (
	Waiting = "waiting"
	Done    = "done"
	Failed  = "failed"
)

// Search is many runs of one build: what all of them have in common.
type Search struct {
	Kind    string        `json:"kind,omitempty"` // Fuzz, Explore or Probe
	Build   Build         `json:"build"`
	Input   Sum           `json:"trace"` // of fuzz the observation run's trace, else what is to be run, as the job's verb wrote it
	Symbols Files         `json:"symbols"`
	Seed    uint64        `json:"seed"`
	Naive   bool          `json:"naive,omitempty"`
	Only    string        `json:"only,omitempty"` // of fuzz: one way to be late
	Fast    bool          `json:"fast_timers,omitempty"`
	Timeout time.Duration `json:"timeout"`
	GLib    bool          `json:"under_glib,omitempty"` // how the observation run is analyzed
}

// Check is that of what a stranger sent.
func (s *Search) Check() error {
	switch {
	case !slices.Contains(Searches, s.Kind):
		return fmt.Errorf("%.80q is no search: expected one of %s", s.Kind, strings.Join(Searches, ", "))
	case !s.Input.Valid() || s.Timeout <= 0:
		return errors.New("a search needs a trace, or a list of runs, and a timeout")
	case s.Timeout > MostTimeout:
		return fmt.Errorf("a timeout of %v, at most %v are taken", s.Timeout, MostTimeout)
	}
	return errors.Join(s.Build.Check(), s.Symbols.Check())
}

// Range are runs of it, From to before To.
type Range struct {
	From, To int
}

// Ranged is a range whose runs were made, or why they were not.
type Ranged struct {
	Range
	Error string `json:"error,omitempty"`
}
