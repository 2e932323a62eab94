package crashreport

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sparseracer/internal/lazyregexp"
)

// The parts of a Sentry event that count: https://develop.sentry.dev/sdk/data-model/event-payloads/.
// What the web page gives has exception and threads among "entries".
type (
	sentryEvent struct {
		Platform  string            `json:"platform"`
		Exception *sentryExceptions `json:"exception"`
		Threads   *sentryThreads    `json:"threads"`
		Debug     struct {
			Images []sentryImage `json:"images"`
		} `json:"debug_meta"`
		Entries []struct {
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		} `json:"entries"`
		Event *sentryEvent `json:"event"`
	}
	sentryExceptions struct {
		Values []sentryException `json:"values"`
	}
	sentryException struct {
		Type       string       `json:"type"`
		Value      string       `json:"value"`
		ThreadID   any          `json:"thread_id"`
		Stacktrace *sentryStack `json:"stacktrace"`
		Mechanism  struct {
			Meta struct {
				Signal struct {
					Name     string `json:"name"`
					CodeName string `json:"code_name"`
				} `json:"signal"`
			} `json:"meta"`
		} `json:"mechanism"`
	}
	sentryThreads struct {
		Values []struct {
			Name       string       `json:"name"`
			Crashed    bool         `json:"crashed"`
			Stacktrace *sentryStack `json:"stacktrace"`
		} `json:"values"`
	}
	sentryStack struct {
		Frames []sentryFrame `json:"frames"` // the outermost first
	}
	sentryFrame struct {
		Function    string `json:"function"`
		RawFunction string `json:"raw_function"`
		Symbol      string `json:"symbol"`
		File        string `json:"filename"`
		Path        string `json:"abs_path"`
		Line        int    `json:"lineno"`
		Package     string `json:"package"`
		Address     string `json:"instruction_addr"`
		Image       string `json:"image_addr"`
		Platform    string `json:"platform"`
	}
	sentryImage struct {
		CodeFile string `json:"code_file"`
		CodeID   string `json:"code_id"`
		Type     string `json:"type"`
	}
)

// sentryAddress ends what SDKs say of a fault: "SIGSEGV / SEGV_MAPERR / 0x18".
var sentryAddress = lazyregexp.New(`(?: / |at address )0x([0-9a-fA-F]{1,16})\b`)

// parseSentry reads an event as it is sent or as the web page gives it.
func parseSentry(data []byte) (*Report, error) {
	var e sentryEvent
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("%w: it begins as JSON, but is no Sentry event: %w", ErrNoReport, err)
	}
	if e.Event != nil {
		e = *e.Event
	}
	if err := e.fromEntries(); err != nil {
		return nil, fmt.Errorf("%w: an entry of the Sentry event: %w", ErrNoReport, err)
	}
	r := &Report{Format: Sentry, Crashed: -1}
	for i, image := range e.Debug.Images {
		if i == 0 {
			r.Program = image.CodeFile // the executable is the first
		}
		r.module(image.CodeFile, strings.ToLower(image.CodeID))
	}
	native := e.exceptions(r) || e.threads(r)
	switch {
	case len(r.Threads) == 0 || len(r.Stack()) == 0:
		return nil, fmt.Errorf("%w: the JSON has no stack at exception.values[].stacktrace.frames or threads.values[].stacktrace.frames", ErrNoReport)
	case !native && e.Platform != "" && e.Platform != "native" && e.Platform != "c" && e.Platform != "cocoa":
		return nil, fmt.Errorf("%w: the Sentry event is of %s, not of native code; expected %s", ErrNoReport, e.Platform, Formats)
	}
	return r, nil
}

func (e *sentryEvent) fromEntries() error {
	for _, entry := range e.Entries {
		var err error
		switch entry.Type {
		case "exception":
			err = json.Unmarshal(entry.Data, &e.Exception)
		case "threads":
			err = json.Unmarshal(entry.Data, &e.Threads)
		case "debugmeta":
			err = json.Unmarshal(entry.Data, &e.Debug)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// exceptions takes the last exception with a stack, which is the outermost; native says
// that its frames are.
func (e *sentryEvent) exceptions(r *Report) (native bool) {
	if e.Exception == nil {
		return false
	}
	for _, x := range e.Exception.Values {
		r.Signal = x.Mechanism.Meta.Signal.Name
		if r.Signal == "" && strings.HasPrefix(x.Type, "SIG") {
			r.Signal, _, _ = strings.Cut(x.Type, " ")
		}
		if lastWords().MatchString(x.Value) && len(r.Said) < 16 {
			r.Said = append(r.Said, x.Value)
		}
		r.Wild = x.Mechanism.Meta.Signal.CodeName == "SI_KERNEL"
		if m := sentryAddress().FindStringSubmatch(x.Value); m != nil && !r.Wild {
			r.faultAt(m[1])
		}
		if x.Stacktrace == nil || len(x.Stacktrace.Frames) == 0 || len(r.Threads) >= mostThreads {
			continue
		}
		r.Crashed = len(r.Threads)
		r.Threads = append(r.Threads, Thread{Frames: x.Stacktrace.frames()})
		native = x.Stacktrace.native()
	}
	return native
}

// threads takes the threads beside the exception's; without one, that which crashed.
func (e *sentryEvent) threads(r *Report) (native bool) {
	if e.Threads == nil {
		return false
	}
	for _, t := range e.Threads.Values {
		if t.Stacktrace == nil || len(t.Stacktrace.Frames) == 0 || len(r.Threads) >= mostThreads {
			continue
		}
		if t.Crashed && r.Crashed < 0 {
			r.Crashed, native = len(r.Threads), t.Stacktrace.native()
		}
		r.Threads = append(r.Threads, Thread{t.Name, t.Stacktrace.frames()})
	}
	return native
}

// native: an instruction's address is something that only native code has.
func (s *sentryStack) native() bool {
	for _, f := range s.Frames {
		if f.Address != "" || f.Platform == "native" {
			return true
		}
	}
	return false
}

// frames are those of a stack, innermost first.
func (s *sentryStack) frames() (out []Frame) {
	for i := len(s.Frames) - 1; i >= 0 && len(out) < mostFrames; i-- {
		f := &s.Frames[i]
		to := Frame{Function: demangled(f.RawFunction), File: f.Path, Line: f.Line, Module: f.Package}
		for _, name := range []string{f.Function, f.Symbol} {
			if to.Function == "" {
				to.Function = demangled(name)
			}
		}
		if to.File == "" {
			to.File = f.File
		}
		to.PC = hexadecimal(f.Address)
		if image := hexadecimal(f.Image); image > 0 && to.PC > image {
			to.Offset = to.PC - image
		}
		out = append(out, to)
	}
	n := 0
	for n+1 < len(out) && ending[out[n].Bare()] {
		n++
	}
	return out[n:]
}

func hexadecimal(s string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "0x"), 16, 64)
	if err != nil {
		return 0
	}
	return n
}
