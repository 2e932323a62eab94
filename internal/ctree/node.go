// Package ctree reads clang's syntax tree of C++ sources, by compile_commands.json.
//
// The rules it keeps:
//   - clang runs as a process and only parses: nothing of the project is built or run.
//   - A tree of Qt's headers is hundreds of megabytes of JSON. File reads it as a stream and keeps
//     what the caller owns; memory is that of the largest declaration.
//   - A place is a file and an offset in it, as clang counts them.
package ctree

import (
	"path/filepath"
	"slices"
)

// Node is one of clang's syntax tree, as -ast-dump=json writes it.
type Node struct {
	ID                           string
	Kind, Name, Opcode, CastKind string
	StorageClass, ValueCategory  string
	Loc                          Location
	Range                        struct{ Begin, End Location }
	Type                         Type
	IsArrow, HasElse             bool
	IsImplicit, Nrvo             bool
	ReferencedDecl               *Node
	ReferencedMemberDecl         string
	ParentDeclContextID          string
	PreviousDecl                 string
	Bases                        []Base
	Path                         []struct{ Name string } // of a cast: the classes that it goes through
	Inner                        []*Node
	Parent                       *Node `json:"-"`
	Foreign                      bool  `json:"-"` // it is not in its function's file
}

// Type is one as clang writes it.
type Type struct{ QualType, DesugaredQualType string }

// Base is one of a class.
type Base struct{ Type Type }

// Location is where a token begins. clang leaves a file out that is the one of before.
type Location struct {
	Offset, TokLen            int
	File                      string
	SpellingLoc, ExpansionLoc *Location
}

// InMacro: a macro made it.
func (l *Location) InMacro() bool { return l.SpellingLoc != nil || l.ExpansionLoc != nil }

// Written is where a reader of the file finds it: for what a macro made, where that is used.
func (l *Location) Written() *Location {
	if l.ExpansionLoc != nil {
		return l.ExpansionLoc
	}
	return l
}

// settle gives each place its file and each node its parent.
func (n *Node) settle(parent *Node, file *string, dir string) {
	n.Parent = parent
	for _, l := range []*Location{&n.Loc, &n.Range.Begin, &n.Range.End} {
		for _, part := range []*Location{l.SpellingLoc, l.ExpansionLoc, l} {
			if part == nil {
				continue
			}
			if part.File != "" {
				*file = part.File
			}
			part.File = *file
			if !filepath.IsAbs(part.File) && part.File != "" {
				part.File = filepath.Join(dir, part.File)
			}
		}
	}
	for _, c := range n.Inner {
		if c != nil {
			c.settle(n, file, dir)
		}
	}
}

// Walk visits nodes in the order of the source; false leaves out what is below.
func (n *Node) Walk(visit func(*Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, c := range n.Inner {
		c.Walk(visit)
	}
}

// Begin is the offset of its first byte, where a macro made it: of the macro's name.
func (n *Node) Begin() int { return n.Range.Begin.Written().Offset }

// End is the offset behind its last byte, where a macro made it: behind the macro's name.
func (n *Node) End() int { return n.Range.End.Written().Offset + n.Range.End.Written().TokLen }

// Fixed: it stands in the file as it is, in no macro.
func (n *Node) Fixed() bool {
	return !n.Foreign && !n.Range.Begin.InMacro() && !n.Range.End.InMacro() && n.End() > n.Begin()
}

// Plain is an expression without casts and brackets around it.
func (n *Node) Plain() *Node {
	for len(n.Inner) == 1 && n.Inner[0] != nil && slices.Contains([]string{"ImplicitCastExpr", "ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr", "CXXBindTemporaryExpr", "CStyleCastExpr", "CXXConstructExpr"}, n.Kind) {
		n = n.Inner[0]
	}
	return n
}
