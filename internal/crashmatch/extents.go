package crashmatch

import (
	"debug/elf"

	"sparseracer/internal/machine"
	"sparseracer/internal/symbols"
)

// extents finds where functions without names begin, so that two places in one function
// are known to be that. The files are those of this machine.
type extents struct {
	images map[string]*machine.Image // by path, nil for files of no use
	builds map[string]string         // build-ids of recorded files, by path
}

func newExtents(traces []*Trace) *extents {
	e := &extents{images: map[string]*machine.Image{}, builds: map[string]string{}}
	for _, t := range traces {
		for _, m := range t.Modules {
			e.builds[m.Path] = m.BuildID
		}
	}
	return e
}

// begin is where the function begins that has an offset of a recorded file; 0 if that is
// not known, or the file is another one by now.
func (e *extents) begin(path string, offset uint64) uint64 {
	build, recorded := e.builds[path]
	if !recorded || offset == 0 {
		return 0
	}
	image, known := e.images[path]
	if !known {
		if build == "" || symbols.BuildIDOf(path) == build {
			if f, err := elf.Open(path); err == nil {
				image = machine.Open(f)
				f.Close()
			}
		}
		e.images[path] = image
	}
	if image == nil {
		return 0
	}
	extent, ok := image.Around(offset)
	if !ok {
		return 0
	}
	return extent.Start
}

// pathOf is the path of a recorded file with a name, as reports without paths have it.
func (e *extents) pathOf(module string) string {
	if _, is := e.builds[module]; is {
		return module
	}
	for path := range e.builds {
		if library(path) == library(module) {
			return path
		}
	}
	return ""
}
