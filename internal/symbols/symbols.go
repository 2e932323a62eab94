// Package symbols turns places of the recorded program (a loaded object and
// an address) into functions and source lines.
//
// The rules it keeps:
//   - Paths come from traces, which are untrusted: a file is opened only when
//     it is a regular one under an absolute path without control characters or
//     quotes (or found by its build-id in a folder that the user names), and no
//     shell ever sees a name.
//   - A file whose build-id is not the recorded one gives no symbols; wrong
//     names are worse than none. Notes informs the reader of the report.
//   - Lines come from debug information; a file that our compilers linked, and
//     that was stripped since, has a table (internal/sites) that says the same.
//   - Slots and signals of a file without symbols have the names that moc's tables give.
//   - Nothing here fails a report: what cannot be resolved is an object and an
//     offset.
package symbols

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sparseracer/internal/callee"
	"sparseracer/internal/trace"
)

// Place is an instruction of the recorded program. PC lies inside the
// instruction: who has a return address subtracts 1. Module is nil when the
// address lies in no loaded object.
type Place struct {
	Module *trace.Module
	PC     uint64
}

// Frame is one function at a place; a place has several when calls were
// inlined there. Function is demangled, "" if unknown; File is "" and Line 0
// if unknown. Module is the path of the loaded object, Offset the address in
// its file.
type Frame struct {
	Function string
	File     string
	Line     int
	Column   int
	Module   string
	Offset   uint64
	Inlined  bool // its caller is the next frame of the same place
}

// Name is the function, or object+0xoffset when no symbol is known.
func (f *Frame) Name() string {
	switch {
	case f.Function != "":
		return f.Function
	case f.Module != "":
		return fmt.Sprintf("%s+0x%x", filepath.Base(f.Module), f.Offset)
	}
	return fmt.Sprintf("0x%x", f.Offset)
}

// Symbolizer is what reports need; tests inject their own.
type Symbolizer interface {
	// Symbolize gives for each place its frames, innermost first, at least
	// one a place.
	Symbolize(places []Place) [][]Frame
	// Notes are sentences on what kept symbols from being found, in the
	// order in which they came up, each once.
	Notes() []string
	Close() error
}

// Options of New. The zero value looks for the symbolizer in PATH.
type Options struct {
	// Program is llvm-symbolizer; "" looks for llvm-symbolizer-19, then for
	// llvm-symbolizer; "none" reads symbol tables only.
	Program string
	Locations
	Servers *Servers // asked for debug information that is not here; nil = nobody
}

// Resolver is the Symbolizer of real programs: llvm-symbolizer where it is
// found, the symbol table of the file otherwise. It is safe for concurrent
// use; calls wait for each other.
type Resolver struct {
	mu      sync.Mutex
	where   Locations
	servers *Servers
	llvm    *process // nil when absent or given up
	objects map[objectKey]*object
	cache   map[cacheKey][]Frame
	notes   []string
	noted   map[string]bool
	units   []unit
	unitOf  map[unit]int
	code    *callee.Program // of one trace, once it is asked for
}

type objectKey struct{ path, buildID string }

type cacheKey struct {
	object *object
	offset uint64
}

// New starts no process: that happens with the first file that needs one.
func New(o Options) *Resolver {
	r := &Resolver{
		where:   o.Locations,
		servers: o.Servers,
		objects: map[objectKey]*object{},
		cache:   map[cacheKey][]Frame{},
		noted:   map[string]bool{},
		unitOf:  map[unit]int{},
	}
	program := o.Program
	if program == "none" {
		return r
	}
	if program == "" {
		program = findProgram()
	}
	if program == "" {
		r.note("llvm-symbolizer was not found: functions come from symbol tables, without lines")
		return r
	}
	r.llvm = &process{program: program}
	return r
}

func findProgram() string {
	for _, name := range []string{"llvm-symbolizer-19", "llvm-symbolizer"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	return ""
}

// Notes implements Symbolizer.
func (r *Resolver) Notes() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.notes...)
}

// Close ends the symbolizer process.
func (r *Resolver) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.llvm == nil {
		return nil
	}
	err := r.llvm.close()
	r.llvm = nil
	return err
}

// Again is a Resolver for another trace of a program with the same files: those that were read are not read
// again. Nothing else may use r any more.
func (r *Resolver) Again() *Resolver {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := &Resolver{where: r.where, servers: r.servers, llvm: r.llvm, objects: r.objects, cache: r.cache, notes: r.notes, noted: r.noted, unitOf: map[unit]int{}}
	if len(next.cache) > mostCached {
		next.cache = map[cacheKey][]Frame{}
	}
	return next
}

// mostCached bounds what a Resolver of many traces keeps.
const mostCached = 500_000

func (r *Resolver) note(s string) {
	if !r.noted[s] {
		r.noted[s] = true
		r.notes = append(r.notes, s)
	}
}

// Symbolize implements Symbolizer: the places not seen before go to the
// process in one batch.
func (r *Resolver) Symbolize(places []Place) [][]Frame {
	r.mu.Lock()
	defer r.mu.Unlock()
	var missing []cacheKey
	for _, p := range places {
		if isScript(p) {
			continue
		}
		k, ok := r.key(p)
		if !ok || k.object.file == "" {
			continue
		}
		if _, seen := r.cache[k]; !seen {
			r.cache[k] = nil
			missing = append(missing, k)
		}
	}
	r.resolve(missing)
	out := make([][]Frame, len(places))
	for i, p := range places {
		out[i] = r.frames(p)
	}
	return out
}

func (r *Resolver) key(p Place) (cacheKey, bool) {
	if p.Module == nil {
		return cacheKey{}, false
	}
	return cacheKey{r.object(p.Module), p.PC - p.Module.Bias}, true
}

func (r *Resolver) frames(p Place) []Frame {
	if isScript(p) {
		return scriptFrames(p)
	}
	k, ok := r.key(p)
	if !ok {
		return []Frame{{Offset: p.PC}}
	}
	if f := r.cache[k]; len(f) > 0 {
		return f
	}
	return []Frame{{Module: p.Module.Path, Offset: k.offset}}
}

// resolve fills the cache. When the process fails, what it has not answered
// comes from the symbol tables, and it is not asked again.
func (r *Resolver) resolve(keys []cacheKey) {
	keys = slices.DeleteFunc(keys, r.byTable)
	if len(keys) == 0 {
		return
	}
	done := 0
	if r.llvm != nil {
		var err error
		done, err = r.llvm.ask(keys, r.cache)
		if err != nil {
			r.note(fmt.Sprintf("%s failed (%v): functions come from symbol tables, without lines", filepath.Base(r.llvm.program), err))
			r.llvm.abandon()
			r.llvm = nil
		}
	}
	for i, k := range keys {
		if i >= done || len(r.cache[k]) == 0 {
			f, ok := k.object.lookup(k.offset)
			if !ok {
				f, ok = k.object.slot(k.offset)
			}
			if ok {
				r.cache[k] = []Frame{f}
			}
		}
	}
}

// byTable answers from the table of places where that is all there is.
func (r *Resolver) byTable(k cacheKey) bool {
	if err := k.object.open(); err != nil {
		r.note(fmt.Sprintf("%s: %v", k.object.file, err))
	}
	if k.object.debug && r.llvm != nil {
		return false
	}
	if r.cache[k] = k.object.atPlace(k.offset); len(r.cache[k]) > 0 {
		return true
	}
	r.ask(k.object)
	return false
}

// ask looks for debug information elsewhere, once.
func (r *Resolver) ask(o *object) {
	if o.asked || o.debug || r.llvm == nil || o.installed() {
		return
	}
	o.asked = true
	file, err := r.servers.find(o.buildID)
	if err != nil && !errors.Is(err, errNoServer) {
		r.note("debuginfod: " + printable(err.Error(), 300))
	}
	if file != "" && safePath(file) {
		o.file, o.debug, o.loaded = file, true, false
	}
}

// object looks at a file once and says why it is of no use, if so.
func (r *Resolver) object(m *trace.Module) *object {
	k := objectKey{m.Path, m.BuildID}
	o := r.objects[k]
	if o == nil {
		o = &object{path: m.Path, buildID: strings.ToLower(m.BuildID)}
		r.objects[k] = o
		var err error
		o.file, err = r.where.locate(m.Path, m.BuildID)
		if err != nil && !errors.Is(err, errNoFile) {
			r.note(err.Error())
		}
	}
	return o
}
