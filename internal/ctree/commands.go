package ctree

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/regular"
)

// Command is how one source is compiled.
type Command struct {
	Directory, File string
	Args            []string
}

// ReadCommands reads compile_commands.json, of a folder or of the file itself.
func ReadCommands(path string) ([]Command, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, "compile_commands.json")
	}
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w; cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, name its folder with --build", err)
	}
	var rows []struct {
		Directory, File, Command string
		Arguments                []string
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, fmt.Errorf("%s: %w; expected what cmake, meson or bear write", path, err)
	}
	var out []Command
	for _, r := range rows {
		args := r.Arguments
		if len(args) == 0 {
			args = split(r.Command)
		}
		if len(args) < 2 {
			return nil, fmt.Errorf("%s: %s has no command", path, r.File)
		}
		file := r.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(r.Directory, file)
		}
		out = append(out, Command{Directory: r.Directory, File: filepath.Clean(file), Args: args})
	}
	return out, nil
}

// split takes a command line apart as a POSIX shell would; it runs none.
func split(line string) (out []string) {
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inWord = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if inWord {
				out = append(out, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if inWord {
		out = append(out, word.String())
	}
	return out
}

// dump are the arguments for clang that write the syntax tree of what a name matches.
func (c *Command) dump(name string) []string {
	return append(c.Flags(), "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter="+name, c.File)
}

// Flags are those of the compiler without what it writes, and without precompiled headers, which
// another compiler may have made.
func (c *Command) Flags() (out []string) {
	for i := 1; i < len(c.Args); i++ {
		switch a := c.Args[i]; {
		case a == "-o" || a == "-MF" || a == "-MT" || a == "-MQ":
			i++
		case a == "-c" || a == "-MD" || a == "-MMD" || a == "-Winvalid-pch" || a == c.File:
		case a == "-Xclang" && i+3 < len(c.Args) && c.Args[i+1] == "-include-pch":
			i += 3
		case strings.HasSuffix(a, filepath.Base(c.File)) && !strings.HasPrefix(a, "-"):
		default:
			out = append(out, a)
		}
	}
	return append(out, "-Qunused-arguments")
}
