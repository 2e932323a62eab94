package steer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sparseracer/internal/regular"
	"sparseracer/internal/steering"
)

// ScheduleVersion is the version of the schedule file; a change that an older
// reader would misread raises it.
// Version 2 has inputs, version 3 guards, version 4 keep_freed, fast_timers and calls,
// version 5 what a hold perhaps waits for, version 6 what goes along with a free,
// version 7 which of several windows an input goes to; files of versions 1 to 6 are read.
const ScheduleVersion = 7

const (
	scheduleFormat = "sparseracer-schedule"
	scheduleMax    = 16 << 20 // bytes of a schedule file
	directivesMax  = holdsMax
	labelMax       = steering.MostLabel  // bytes
	waitMax        = steering.MostWaitMs // one day
	loopMax        = 1_000_000
	untilMax       = steering.MostUntils // of one directive
)

// ErrSchedule is what every fault of a schedule file wraps.
var ErrSchedule = errors.New("bad schedule")

// Schedule is how to steer a program into one race.
type Schedule struct {
	Format      string            `json:"format"`
	Version     int               `json:"version"`
	Race        RaceInfo          `json:"race"`
	Environment map[string]string `json:"environment"`
	WatchdogMS  int               `json:"watchdog_ms"` // the whole schedule, from the start of the program
	Directives  []Directive       `json:"directives"`
	Minimised   bool              `json:"minimised,omitempty"` // no directive can be left out: each was tried
	Goal        Goal              `json:"goal"`
	Expect      Expect            `json:"expect"`
	Failure     string            `json:"failure,omitempty"` // how the program fails under it, in the words of Outcome.Failure
	Guard       *Guard            `json:"guard,omitempty"`   // for a program without AddressSanitizer
	// KeepFreed: freed memory is not filled, for a fault on another object that the
	// same handler freed would come before the predicted use.
	KeepFreed bool `json:"keep_freed,omitempty"`
	// FillOtherwise: freed memory is filled so that each bit is the other way round.
	FillOtherwise bool `json:"fill_otherwise,omitempty"`
	// WholeStacks: functions between the program's and malloc keep no frame pointer, so
	// that their callers are missing without tables.
	WholeStacks bool `json:"whole_stacks,omitempty"`
	// FastTimers: timers fire as soon as the program is idle (virtual time).
	FastTimers bool     `json:"fast_timers,omitempty"`
	Program    []string `json:"program,omitempty"` // argv of the recording
	subject    *Subject // nil for one out of a file
	instead    string   // how it differs from the first one of its race, in words
	byLibrary  bool     // the use is that of a call, which a library's code makes
	otherLoop  bool     // it is for another loop of the use's handler than the race's own
	refused    *Refusal // of the schedule in the place of which this one is tried
	asked      bool     // its person asks for the free before the handler of the use (asked.go)
	// Of questions.go: whether questions are answered, or waited for to the end; the inputs that the
	// recording has; how many answers were added.
	mayAnswer, patient bool
	recorded           []recordedInput
	answers            int
	freedSize          uint64 // bytes of what the race is about, if its free comes from outside
	freedByThread      bool   // what comes from outside is a post of another thread
	watch              uint64 // who frees blocks of that size is written down
}

// RaceInfo says which race a schedule is for.
type RaceInfo struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
}

// Directive is one instruction to the runtime in the program: one of these.
type Directive struct {
	Hold   *Hold   `json:"hold,omitempty"`
	Linger *Linger `json:"linger,omitempty"`
	Input  *Input  `json:"input,omitempty"`
}

// Hold keeps an event in the queue until others have ended.
type Hold struct {
	Event string   `json:"event"`
	About string   `json:"about"`
	Until []Target `json:"until"`
	// Perhaps are waited for, too; where they alone are left when the time is up, the
	// event goes on and the run is none the worse.
	Perhaps   []Target `json:"perhaps,omitempty"`
	TimeoutMS int      `json:"timeout_ms"` // from when the event was due
}

// Linger lets time pass before a handler processes events, in its Loop-th nested
// loop and in later ones, until the next of these timers is due.
type Linger struct {
	Event     string   `json:"event"`
	About     string   `json:"about"`
	Loop      int      `json:"loop"` // from 1
	Until     []Target `json:"until"`
	TimeoutMS int      `json:"timeout_ms"` // of one wait
}

// Target is an event that a directive waits for.
type Target struct {
	Event string `json:"event"`
	About string `json:"about"`
}

// Goal names the two handlers whose order is the bad one.
type Goal struct {
	Free string `json:"free"`
	Use  string `json:"use"`
}

// Expect is what a sanitizer's report must show, functions innermost first.
type Expect struct {
	Use   []string `json:"use"`
	Free  []string `json:"free"`
	Alloc []string `json:"alloc"`
	// Variable: what the use meets is no block of the heap, but a variable of a function
	// that has returned, or left its scope; Free is that function.
	Variable bool `json:"variable,omitempty"`
	// Also are the other places below the race: the two handlers collide in
	// them, too, and the first one to be reached is reported.
	Also []Expect `json:"also,omitempty"`
}

// settable are the variables a schedule may set: it may come from a stranger,
// so nothing that makes a program load or run something.
var settable = []string{"LANG", "LC_ALL", "QSG_RENDER_LOOP", "QT_NO_GLIB", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "TZ"}

// Write stores the schedule at path, whole or not at all.
func (s *Schedule) Write(path string) error {
	if err := s.validate(); err != nil {
		return err
	}
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false) // template arguments are to be read
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return err
	}
	return replaceFile(path, data.Bytes())
}

// Load reads and checks a schedule file.
func Load(path string) (*Schedule, error) {
	data, err := readLimited(path, ErrSchedule)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// readLimited reads a file that may come from a stranger; fault is what one that
// is too large is called.
func readLimited(path string, fault error) ([]byte, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, scheduleMax+1))
	if err == nil && len(data) > scheduleMax {
		err = fmt.Errorf("%s: %w: larger than %d MiB", path, fault, scheduleMax>>20)
	}
	return data, err
}

// Parse is Load on bytes; name stands for the file in errors.
func Parse(name string, data []byte) (*Schedule, error) {
	if err := checkVersion(name, data); err != nil {
		return nil, err
	}
	var s Schedule
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return nil, jsonFault(name, data, dec.InputOffset(), err)
	}
	err := s.validate()
	if err == nil && s.fails() && s.Failure == "" { // one that is looked for has none yet, one in a file has
		err = fault("failure", "missing")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &s, nil
}

// checkVersion comes first, so that a file of a later version is called that
// and not full of unknown fields. It also refuses what is no one JSON value.
func checkVersion(name string, data []byte) error {
	var head struct {
		Format  *string `json:"format"`
		Version *int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return jsonFault(name, data, 0, err)
	}
	switch {
	case head.Format == nil:
		return fmt.Errorf("%s: %w: format: missing", name, ErrSchedule)
	case *head.Format != scheduleFormat:
		return fmt.Errorf("%s: %w: format: %q, want %q", name, ErrSchedule, *head.Format, scheduleFormat)
	case head.Version == nil:
		return fmt.Errorf("%s: %w: version: missing", name, ErrSchedule)
	case *head.Version < 1 || *head.Version > ScheduleVersion:
		return fmt.Errorf("%s: %w: version: %d, this program reads 1 to %d", name, ErrSchedule, *head.Version, ScheduleVersion)
	}
	return nil
}

func jsonFault(name string, data []byte, at int64, err error) error {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: %w: %v", name, lineAt(data, syntax.Offset), ErrSchedule, err)
	case errors.As(err, &typed):
		return fmt.Errorf("%s:%d: %w: %s: found a %s, want %s", name, lineAt(data, typed.Offset), ErrSchedule,
			typed.Field, typed.Value, typed.Type)
	}
	return fmt.Errorf("%s:%d: %w: %s", name, lineAt(data, at), ErrSchedule, strings.TrimPrefix(err.Error(), "json: "))
}

func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// validate names the first field that is missing or out of range.
func (s *Schedule) validate() error {
	switch {
	case s.Format != scheduleFormat:
		return fault("format", "%q, want %q", s.Format, scheduleFormat)
	case s.Version < 1 || s.Version > ScheduleVersion:
		return fault("version", "%d, this program reads 1 to %d", s.Version, ScheduleVersion)
	case s.Race.ID == "":
		return fault("race.id", "missing")
	case s.Race.Kind == "":
		return fault("race.kind", "missing")
	case s.WatchdogMS <= 0 || s.WatchdogMS > waitMax:
		return fault("watchdog_ms", "%d, want 1 to %d", s.WatchdogMS, waitMax)
	case s.Directives == nil:
		return fault("directives", "missing")
	}
	if err := s.validateCounts(); err != nil {
		return err
	}
	for i, d := range s.Directives {
		if field, err := d.validate(); err != nil {
			return fault(fmt.Sprintf("directives[%d].%s", i, field), "%v", err)
		}
	}
	if !s.hasGoal() {
		return checkEnvironment(s.Environment)
	}
	if err := checkLabel(s.Goal.Free); err != nil {
		return fault("goal.free", "%v", err)
	}
	if err := checkLabel(s.Goal.Use); err != nil {
		return fault("goal.use", "%v", err)
	}
	if s.Guard != nil {
		if err := s.Guard.validate(); err != nil {
			return fault("guard", "%v", err)
		}
	} else if s.fails() {
		return checkEnvironment(s.Environment)
	} else if err := s.Expect.validate(); err != nil {
		return err
	}
	return checkEnvironment(s.Environment)
}

func (s *Schedule) validateCounts() error {
	inputs := 0
	for _, d := range s.Directives {
		if d.Input != nil {
			inputs++
		}
	}
	switch holds := len(s.Directives) - inputs; {
	case holds > directivesMax:
		return fault("directives", "%d holds, at most %d are allowed", holds, directivesMax)
	case inputs > inputsMax:
		return fault("directives", "%d inputs, at most %d are allowed", inputs, inputsMax)
	case inputs > 0 && s.Version < 2:
		return fault("directives", "inputs need version 2")
	case s.Version < 4 && s.calls():
		return fault("directives", "calls need version 4")
	}
	return nil
}

// fails: it is for a failure of whatever kind, so that a run is over when the
// program is, and any build of it will do.
func (s *Schedule) fails() bool { return s.Race.Kind == failureKind }

// hasGoal: it is for a race, or for two handlers that are to change places. Others only
// play the person, or make a program fail.
func (s *Schedule) hasGoal() bool {
	return s.Race.Kind != sessionKind && (!s.fails() || s.Goal != Goal{})
}

// program finds the program that the schedule is to steer.
func (s *Schedule) program(argv []string) (*program, error) {
	if s.fails() {
		return findAny(argv)
	}
	return findPlain(argv, s.Guard != nil)
}

func fault(field, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrSchedule, field, fmt.Sprintf(format, args...))
}

func (e *Expect) validate() error {
	if len(e.Use) == 0 {
		return fault("expect.use", "missing")
	}
	for i, also := range e.Also {
		if len(also.Use) == 0 || len(also.Also) != 0 {
			return fault(fmt.Sprintf("expect.also[%d]", i), "want use, free and alloc")
		}
	}
	return nil
}

func checkEnvironment(variables map[string]string) error {
	for name, value := range variables {
		if !slices.Contains(settable, name) {
			return fault("environment", "%q may not be set by a schedule (only %s)", name, strings.Join(settable, ", "))
		}
		if strings.ContainsRune(value, 0) {
			return fault("environment."+name, "holds a NUL")
		}
	}
	return nil
}

func (d *Directive) validate() (field string, err error) {
	switch {
	case d.Input != nil && (d.Hold != nil || d.Linger != nil):
		return "input", errors.New("beside a hold or linger, want one of them")
	case d.Input != nil:
		field, err := d.Input.validate()
		return "input." + field, err
	case d.Hold != nil && d.Linger != nil:
		return "linger", errors.New("beside a hold, want one of them")
	case d.Hold != nil:
		return validWait("hold", d.Hold.Event, slices.Concat(d.Hold.Until, d.Hold.Perhaps), d.Hold.TimeoutMS)
	case d.Linger == nil:
		return "hold", errors.New("missing")
	case d.Linger.Loop < 1 || d.Linger.Loop > loopMax:
		return "linger.loop", fmt.Errorf("%d, want 1 to %d", d.Linger.Loop, loopMax)
	}
	return validWait("linger", d.Linger.Event, d.Linger.Until, d.Linger.TimeoutMS)
}

// validWait checks what all directives have.
func validWait(kind, event string, until []Target, timeout int) (field string, err error) {
	if err := checkLabel(event); err != nil {
		return kind + ".event", err
	}
	if timeout <= 0 || timeout > waitMax {
		return kind + ".timeout_ms", fmt.Errorf("%d, want 1 to %d", timeout, waitMax)
	}
	if len(until) == 0 {
		return kind + ".until", errors.New("missing")
	}
	if len(until) > untilMax {
		return kind + ".until", fmt.Errorf("%d of them, at most %d are allowed", len(until), untilMax)
	}
	for i, u := range until {
		if err := checkLabel(u.Event); err != nil {
			return fmt.Sprintf("%s.until[%d].event", kind, i), err
		}
	}
	return "", nil
}

// checkLabel keeps labels to what fits a line of the runtime's file.
func checkLabel(label string) error {
	switch {
	case label == "":
		return errors.New("missing")
	case len(label) > labelMax:
		return fmt.Errorf("%d bytes long, at most %d are allowed", len(label), labelMax)
	case !utf8.ValidString(label):
		return errors.New("no valid UTF-8")
	case strings.ContainsFunc(label, unicode.IsControl):
		return fmt.Errorf("%q holds a control character", label)
	case strings.TrimSpace(label) != label:
		return fmt.Errorf("%q begins or ends with a space", label)
	}
	return nil
}
