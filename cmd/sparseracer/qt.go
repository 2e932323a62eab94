package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sparseracer/internal/install"
	"sparseracer/internal/qtbuild"
	"sparseracer/internal/system"
)

// Operations come from Qt in one of two ways: hooks on the stock library, or a
// QtCore that was built from patched source. The runtime behind both is one.

func (t *tool) qtCommand() *cobra.Command {
	c := &cobra.Command{Use: "qt", Short: "Which hooks the installed Qt supports; the patched QtCore"}
	c.AddCommand(t.qtBuildCommand(), &cobra.Command{
		Use:   "status",
		Short: "Say for each hook on the installed Qt whether it can be placed, and which patched QtCore there is",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.qtStatus(c.Context())
		},
	})
	return c
}

// qts are the versions of Qt that the hooks know: its core, and the library that
// window-system input comes through.
var qts = [][2]string{{"libQt5Core.so.5", "libQt5Gui.so.5"}, {"libQt6Core.so.6", "libQt6Gui.so.6"}}

// qtStatus asks the hooks about every Qt that is installed.
func (t *tool) qtStatus(ctx context.Context) error {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return err
	}
	defer done()
	found := 0
	for _, names := range qts {
		core := install.FindLibrary(names[0])
		if core == "" {
			continue
		}
		found++
		out, err := install.AskHooks(ctx, dir, core, install.FindLibrary(names[1]))
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s\n%s", core, out)
		if strings.Contains(out, "missing") || strings.Contains(out, "refused") {
			t.code = exitError
		}
		if err := t.patchStatus(ctx, dir, names); err != nil {
			return err
		}
	}
	if found == 0 {
		return fmt.Errorf("neither %s nor %s is in %s: no Qt to hook", qts[0][0], qts[1][0], strings.Join(system.SearchedFolders(), ", "))
	}
	if t.code != exitClean {
		fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app, all the same; races around what is missing are not seen")
		return nil
	}
	fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app")
	return nil
}

func (t *tool) qtBuildCommand() *cobra.Command {
	major := 5
	c := &cobra.Command{
		Use:   "build [--qt 5|6]",
		Short: "Build a patched QtCore that takes the stock one's place while recording",
		Long: `Fetches Debian's source package of the installed Qt, applies a small patch that
calls sparseracer at the places where it otherwise hooks the stock library, builds
QtCore alone and keeps it in the user's cache. Nothing of the system is changed; the
library is used by record --qt patched only. Its symbol table must be the stock
one's, else it is thrown away. Takes some minutes and 600 MB while it builds.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.qtBuild(c.Context(), major)
		},
	}
	c.Flags().IntVar(&major, "qt", 5, "major `VERSION` of Qt: 5 (5.15.8) or 6 (6.4.2)")
	return c
}

func (t *tool) qtBuild(ctx context.Context, major int) error {
	b, err := install.PatchedQts(t.env)
	if err != nil {
		return err
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		return err
	}
	path, there := b.Cached(in)
	if !there {
		var end func()
		b.Step, end = t.steps()
		path, err = b.Build(ctx, in)
		end()
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(t.stdout, "%s\nnext: sparseracer record --qt patched -- ./app\n", path)
	return nil
}

// patchStatus reports the patched library beside a stock one.
func (t *tool) patchStatus(ctx context.Context, dir string, names [2]string) error {
	b, err := install.PatchedQts(t.env)
	if err != nil {
		fmt.Fprintf(t.stdout, "patched QtCore: %v\n", err)
		return nil
	}
	i := slices.IndexFunc(qtbuild.All, func(q qtbuild.Qt) bool { return q.Library == names[0] })
	if i < 0 {
		fmt.Fprintf(t.stdout, "patched QtCore: there is no patch for this Qt\n")
		return nil
	}
	in, err := qtbuild.Find(ctx, qtbuild.All[i].Major)
	if err != nil {
		fmt.Fprintf(t.stdout, "patched QtCore: %v\n", err)
		return nil
	}
	path, there := b.Cached(in)
	if !there {
		fmt.Fprintf(t.stdout, "patched QtCore: not built; sparseracer qt build --qt %d\n", in.Major)
		return nil
	}
	linked, done, err := install.Preloadable(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer done()
	out, err := install.AskHooks(ctx, dir, filepath.Join(linked, filepath.Base(path)), install.FindLibrary(names[1]))
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s\n%s", path, out)
	return nil
}
