package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/ctree"
)

// sources are those of a program, with how each is compiled.
type sources struct {
	dir, build string
	commands   []ctree.Command
	reader     ctree.Reader
}

// sourcesOf are those of --source and --build.
func (t *tool) sourcesOf(source, build string) (*sources, error) {
	dir, err := filepath.Abs(source)
	if err != nil {
		return nil, err
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return nil, fmt.Errorf("--source=%s: no such folder; expected that of the program's sources", source)
	}
	if build == "" {
		build = dir
		if _, err := os.Stat(filepath.Join(dir, "build", "compile_commands.json")); err == nil {
			build = filepath.Join(dir, "build")
		}
	}
	commands, err := ctree.ReadCommands(build)
	if err != nil {
		return nil, err
	}
	clang := t.getenv("SPARSE_CLANG")
	if clang == "" {
		clang = "clang-19"
	}
	if build, err = filepath.Abs(build); err != nil {
		return nil, err
	}
	dir = asCommands(dir, commands)
	return &sources{dir: dir, build: build, commands: commands, reader: ctree.Reader{Clang: clang, Env: t.env}}, nil
}

// asCommands is the folder of the sources by the name that the commands have for it: one of the two
// may go by a symbolic link.
func asCommands(dir string, commands []ctree.Command) string {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return dir
	}
	for _, c := range commands {
		if strings.HasPrefix(c.File, dir+"/") {
			return dir
		}
	}
	for _, c := range commands {
		for d := filepath.Dir(c.File); len(d) > 1; d = filepath.Dir(d) {
			if to, err := filepath.EvalSymlinks(d); err == nil && to == real {
				return d
			}
		}
	}
	return dir
}
