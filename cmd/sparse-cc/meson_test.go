//go:build llvm19

package main

import (
	"testing"

	"sparseracer/internal/needs"
)

const mesonBuild = `project('p', 'c', 'cpp', default_options: ['buildtype=debugoptimized', 'b_lundef=true'])
assert(meson.get_compiler('c').get_id() == 'clang')
assert(meson.get_compiler('cpp').has_header('vector'))
half = shared_library('half', 'half.c')
executable('prog', 'use.c', 'plus.s', 'minus.S', link_with: half)
`

// TestMeson: its checks of the compiler and of the linker, which it asks for no
// undefined symbols in libraries (b_lundef, its default).
func TestMeson(t *testing.T) {
	t.Parallel()
	needs.Tool(t, "meson")
	cc, cxx, dir := needCompiler(t, "sparse-cc"), needCompiler(t, "sparse-c++"), sources(t)
	put(t, dir, "meson.build", mesonBuild)
	must(t, dir, "env", "CC="+cc, "CXX="+cxx, "meson", "setup", "build")
	must(t, dir, "meson", "compile", "-C", "build")
	o := must(t, dir, "build/prog")
	if n := counted(t, o); o.stdout != "23\n" || n[0] == 0 || n[4] == 0 {
		t.Errorf("prints %q, counts %s", o.stdout, o.stderr)
	}
}
