package farm

import (
	"encoding/json"
	"time"
)

// TaskFile, ResultFile and SaidFile are what a worker and the process that does a job have in the
// job's folder.
const (
	TaskFile   = "task.json"
	ResultFile = "result.json"
	SaidFile   = "said.txt"
)

// Home is the home of what runs in a job's folder, SelfTests what it finds out about libraries there: files of
// one answer each.
const (
	Home      = "home"
	SelfTests = Home + "/.cache/sparseracer/selftest"
)

// Task is a job as the process that does it gets it: with paths in place of names.
type Task struct {
	Kind    string        `json:"kind"`              // one of the kinds below
	Trace   string        `json:"trace,omitempty"`   // path; of a search what its runs are made from
	Sysroot string        `json:"sysroot,omitempty"` // where alone its files are looked for
	Race    string        `json:"race,omitempty"`
	Runs    int           `json:"runs,omitempty"`
	Program []string      `json:"program,omitempty"` // argv
	Search  *Search       `json:"search,omitempty"`
	Range   Range         `json:"range"`
	Timeout time.Duration `json:"timeout,omitempty"` // of one run
	// Schedule is the file that is run (verify, minimise).
	Schedule string `json:"schedule,omitempty"`
	// Root is the folder of an image, in which the program runs with what is shown there; "": this machine's root.
	Root string   `json:"root,omitempty"`
	Show []string `json:"show,omitempty"`
	// Confine: in namespaces of its own.
	Confine bool `json:"confine,omitempty"`
	// Bounds of it and of all that it starts, 0: none.
	MostMemory    int64 `json:"most_memory,omitempty"` // bytes, of all processes
	MostFile      int64 `json:"most_file,omitempty"`   // bytes of one file
	MostProcesses int   `json:"most_processes,omitempty"`
}

// Granted is what programs are started with.
type Granted struct {
	Rights uint64 `json:"rights"` // capabilities, as bits
}

// TaskError is the result of a job that could not be done: the same again would say the same.
type TaskError struct {
	Error string `json:"error"`
}

// Answer is what a process says that does several tasks, which it reads one after the other.
type Answer struct {
	Result json.RawMessage `json:"result"`
	Memory int64           `json:"memory"` // bytes that it has by now
}

// Kinds of tasks.
const (
	Rights   = "rights" // no job: how programs are started here
	Analyze  = "analyze"
	Confirm  = "confirm"
	Verify   = "verify"
	Minimise = "minimise"
	Replay   = "replay" // a verify, for a bisection
	Bisect   = "bisect"
	Fuzz     = "fuzz"
	Explore  = "explore"
	Probe    = "probe"
)

// Searches are the kinds whose jobs are ranges of a search's runs.
var Searches = []string{Fuzz, Explore, Probe}
