package ctree

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// Reader is how clang is called.
type Reader struct {
	Clang string
	Env   []string
}

func (r *Reader) command(ctx context.Context, c *Command, args []string, problems *bytes.Buffer) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.Clang, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = c.Directory, r.Env, problems
	return cmd
}

func noClang(err error) error {
	return fmt.Errorf("clang reads the sources: %w (apt-get install clang-19)", err)
}

// Named asks for the declarations that a name matches.
func (r *Reader) Named(ctx context.Context, c *Command, name string) ([]*Node, error) {
	var problems bytes.Buffer
	out, err := r.command(ctx, c, c.dump(name), &problems).Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, noClang(err)
	}
	var decls []*Node
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var d Node
		if err := dec.Decode(&d); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			line, _, _ := strings.Cut(problems.String(), "\n")
			return nil, fmt.Errorf("%s: clang cannot read it: %s", c.File, line)
		}
		file := ""
		d.settle(nil, &file, c.Directory)
		decls = append(decls, &d)
	}
	return decls, nil
}

// Wanted says which of a source's declarations are kept: what stands in files that are owned, and,
// of other files, what declares one of the names. Of other classes only the name and the bases are kept.
type Wanted struct {
	Owns  func(file string) bool
	Names map[string]bool
}

// ErrErrors: clang found errors in the source; the tree lacks what they are in.
var ErrErrors = errors.New("clang finds errors in it")

// File reads a source whole. visit gets its declarations in their order. The files are those that
// are owned and that anything stands in.
func (r *Reader) File(ctx context.Context, c *Command, want Wanted, visit func(*Node)) (files []string, err error) {
	var problems bytes.Buffer
	cmd := r.command(ctx, c, append(c.Flags(), "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", c.File), &problems)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, noClang(err)
	}
	s := stream{dir: c.Directory, want: want, visit: visit, owned: map[string]bool{}}
	err = s.read(bufio.NewReaderSize(pipe, 1<<20))
	io.Copy(io.Discard, pipe)
	ended := cmd.Wait()
	for f, is := range s.owned {
		if is {
			files = append(files, filepath.Clean(f))
		}
	}
	switch {
	case ctx.Err() != nil:
		return files, ctx.Err()
	case ended != nil:
		return files, fmt.Errorf("%w: %s", ErrErrors, firstError(problems.String(), ended))
	}
	return files, err
}

// firstError is the line of clang's that says what is wrong.
func firstError(said string, ended error) string {
	for line := range strings.Lines(said) {
		if strings.Contains(line, "error: ") {
			return strings.TrimSpace(line)
		}
	}
	if line, _, _ := strings.Cut(said, "\n"); line != "" {
		return line
	}
	return ended.Error()
}

// stream cuts the dump of a translation unit at its declarations. clang puts each value on a line
// of its own, indented by its depth, and escapes line ends in strings.
type stream struct {
	dir   string
	want  Wanted
	visit func(*Node)
	owned map[string]bool // by file as clang writes it
	file  string          // that the last place was in
}

var (
	opens     = []byte("    {\n")
	closes    = []byte("    }")
	fileKey   = []byte(`"file": "`)
	nameKey   = []byte(`"name": "`)
	kindKey   = []byte(`"kind": "`)
	aMethod   = []byte(`CXXMethodDecl"`)
	aFunction = []byte(`FunctionDecl"`)
	standard  = []byte(`"name": "std"`)
	basesKey  = []byte(`"bases": [`)
	endOfList = []byte(`]`)
	typeKey   = []byte(`"qualType": "`)
	fromLine  = []byte(`"includedFrom": {`)
)

func (s *stream) read(r *bufio.Reader) error {
	var decl bytes.Buffer
	inside, keep, included := false, false, false
	function, library := false, false // what the line is about, and where
	class, inBases := Node{}, false   // of a declaration that is not kept
	start := ""
	for {
		line, err := r.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) { // a long string: its line is copied by parts
			if inside {
				decl.Write(line)
			}
			line, err = r.ReadSlice('\n')
		}
		if errors.Is(err, io.EOF) {
			if inside {
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return err
		}
		if !inside {
			if bytes.Equal(line, opens) {
				inside, start, function, library = true, s.file, false, false
				class, inBases = Node{Kind: "CXXRecordDecl"}, false
				keep = s.owns(s.file)
				decl.Reset()
				decl.Write(line)
			}
			continue
		}
		decl.Write(line)
		if len(line) <= 7 && bytes.HasPrefix(line, closes) {
			inside = false
			if keep {
				if err := s.decode(decl.Bytes(), start); err != nil {
					return err
				}
			} else if len(class.Bases) > 0 {
				s.visit(&class)
			}
			continue
		}
		word := bytes.TrimLeft(line, " ")
		switch depth := len(line) - len(word); {
		case keep:
		case depth == 6 && bytes.HasPrefix(word, nameKey):
			class.Name = unquote(word[len(nameKey)-1:])
		case depth == 6:
			inBases = bytes.HasPrefix(word, basesKey) || inBases && !bytes.HasPrefix(word, endOfList)
		case inBases && bytes.HasPrefix(word, typeKey):
			class.Bases = append(class.Bases, Base{Type: Type{QualType: unquote(word[len(typeKey)-1:])}})
		}
		switch {
		case bytes.HasPrefix(word, fileKey) && !included:
			s.file = unquote(word[len(fileKey)-1:])
			keep = keep || s.owns(s.file)
		case !keep && bytes.HasPrefix(word, kindKey):
			function = bytes.HasPrefix(word[len(kindKey):], aMethod) || bytes.HasPrefix(word[len(kindKey):], aFunction)
		case !keep && len(line)-len(word) == 6 && bytes.HasPrefix(word, standard):
			library = true // its names are those of others, and it is most of the tree
		case !keep && function && !library && bytes.HasPrefix(word, nameKey):
			end := bytes.IndexByte(word[len(nameKey):], '"')
			keep = end >= 0 && s.want.Names[string(word[len(nameKey):len(nameKey)+end])]
		}
		included = bytes.HasPrefix(word, fromLine)
	}
}

func unquote(value []byte) (out string) {
	if json.Unmarshal(bytes.TrimRight(value, ",\n"), &out) != nil {
		return ""
	}
	return out
}

func (s *stream) owns(file string) bool {
	is, known := s.owned[file]
	if !known && file != "" {
		path := file
		if !filepath.IsAbs(path) {
			path = filepath.Join(s.dir, path)
		}
		is = s.want.Owns(filepath.Clean(path))
		s.owned[file] = is
	}
	return is
}

func (s *stream) decode(text []byte, file string) error {
	var d Node
	if err := json.Unmarshal(bytes.TrimRight(text, ",\n"), &d); err != nil {
		return fmt.Errorf("clang's syntax tree: %w", err)
	}
	d.settle(nil, &file, s.dir)
	s.visit(&d)
	return nil
}
