package symbols

import (
	"debug/elf"
	"slices"

	"sparseracer/internal/callee"
	"sparseracer/internal/sites"
	"sparseracer/internal/trace"
)

// Origin is what the compiler noted of an access or a call.
type Origin = sites.Origin

// unit is what the numbers of origins are of: a module of an object.
type unit struct {
	object *object
	module int
}

// Origin gives what is known of the instruction that ends at p.PC, and the unit that its
// numbers are of; nil if that is nothing. It is one of files that our compilers linked.
func (r *Resolver) Origin(p Place) (in int, o *Origin) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, found := r.origin(p)
	if found == nil {
		return 0, nil
	}
	u := unit{k.object, found.Module}
	return r.numberOf(u), found
}

func (r *Resolver) numberOf(u unit) int {
	n, known := r.unitOf[u]
	if !known {
		n = len(r.units)
		r.unitOf[u], r.units = n, append(r.units, u)
	}
	return n
}

// Numbered is the origin of a number, nil if there is none.
func (r *Resolver) Numbered(in, number int) *Origin {
	r.mu.Lock()
	defer r.mu.Unlock()
	if in < 0 || in >= len(r.units) {
		return nil
	}
	return r.units[in].object.places.Numbered(r.units[in].module, number)
}

func (r *Resolver) origin(p Place) (k cacheKey, o *Origin) {
	k, ok := r.key(p)
	if !ok || k.object.file == "" || k.object.open() != nil || k.object.places == nil {
		return k, nil
	}
	if found, ok := k.object.places.Origin(k.offset); ok {
		return k, &found
	}
	return k, nil
}

// Looks: the function that the program calls next looks at what it is handed a pointer to,
// the use of which was recorded at p. Modules are those of the program.
func (r *Resolver) Looks(modules []trace.Module, p Place) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, o := r.origin(p)
	if o == nil || o.Flags&sites.Pointer == 0 {
		return false
	}
	at, ok := k.object.places.CallAfter(o.Module, o.Number)
	if !ok {
		return false
	}
	i := r.inProgram(modules, k.object)
	return i >= 0 && r.code.Call(i, at, o.Register()) == callee.Looks
}

// IsOwn: the call of a number calls a function that our compilers made, in one of the modules.
func (r *Resolver) IsOwn(modules []trace.Module, in, number int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if in < 0 || in >= len(r.units) {
		return false
	}
	u := r.units[in]
	at, ok := u.object.places.CallAfter(u.module, number-1)
	if !ok {
		return false
	}
	i := r.inProgram(modules, u.object)
	return i >= 0 && r.code.IsOwn(i, at)
}

// Called is the function that the call of a number calls, with the unit of its numbers; nil
// if that is not one that our compilers made, in one of the modules.
func (r *Resolver) Called(modules []trace.Module, in, number int) (unitOf int, function *Origin) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if in < 0 || in >= len(r.units) {
		return 0, nil
	}
	u := r.units[in]
	at, ok := u.object.places.CallAfter(u.module, number-1)
	if !ok {
		return 0, nil
	}
	i := r.inProgram(modules, u.object)
	if i < 0 {
		return 0, nil
	}
	file, addr, ok := r.code.Called(i, at)
	if !ok {
		return 0, nil
	}
	o := r.object(&modules[file])
	if function = o.places.FunctionAt(addr); function == nil {
		return 0, nil
	}
	return r.numberOf(unit{o, function.Module}), function
}

// inProgram is the number of a file among those of the modules, -1 if it is none.
func (r *Resolver) inProgram(modules []trace.Module, o *object) int {
	if r.code == nil {
		r.code = r.program(modules)
	}
	return slices.IndexFunc(modules, func(m trace.Module) bool { return r.object(&m) == o })
}

// program are the files with the code of the modules.
func (r *Resolver) program(modules []trace.Module) *callee.Program {
	files := make([]*callee.File, len(modules))
	for i := range modules {
		o := r.object(&modules[i])
		files[i] = &callee.File{Path: o.code()}
		files[i].Recorded = o.file != "" && o.open() == nil && o.places != nil
	}
	return callee.New(files)
}

// code is the file with the code, "" if it is not here: debug information may lie apart from it.
func (o *object) code() string {
	for _, path := range []string{o.file, o.path} {
		if f, err := elf.Open(path); path != "" && err == nil {
			text := f.Section(".text")
			f.Close()
			if text != nil && text.Type == elf.SHT_PROGBITS && (path == o.file || checkFile(path, o.buildID) == nil) {
				return path
			}
		}
	}
	return ""
}
