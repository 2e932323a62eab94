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
	"sparseracer/internal/selftest"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

// Operations come from Qt in one of two ways: hooks on the stock library, or a
// QtCore that was built from patched source. The runtime behind both is one.

func (t *tool) qtCommand() *cobra.Command {
	c := &cobra.Command{Use: "qt", Short: "Which hooks the installed Qt supports; the patched QtCore"}
	c.AddCommand(t.qtBuildCommand(), t.qtTestCommand(), &cobra.Command{
		Use:   "status",
		Short: "Say for each hook on the installed Qt whether it can be placed, and which patched QtCore there is",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.qtStatus(c.Context())
		},
	})
	refuseUnknownParts(c)
	return c
}

// qtStatus asks the hooks about every Qt that is installed.
func (t *tool) qtStatus(ctx context.Context) error {
	dir, done, err := install.PreloadDir()
	if err != nil {
		return err
	}
	defer done()
	found := selftest.Installed(selftest.Qt)
	for _, q := range found {
		out, err := install.AskHooks(ctx, dir, q.Core(), q.File(1))
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s\n", q.Core())
		r, err := selftest.Ask(ctx, t.env, q)
		if err != nil {
			return err
		}
		if t.writeStatus(out, r); strings.Contains(out, "missing") || strings.Contains(out, "refused") || !r.AllSeen() {
			t.code = exitError
		}
		if err := t.patchStatus(ctx, dir, q); err != nil {
			return err
		}
	}
	if len(found) == 0 {
		return noQt()
	}
	if t.code != exitClean {
		fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app, all the same; races around what is missing are not seen")
		return nil
	}
	fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app")
	return nil
}

func noQt() error {
	return fmt.Errorf("neither libQt5Core.so.5 nor libQt6Core.so.6 is in %s: no Qt to hook", strings.Join(system.SearchedFolders(), ", "))
}

// writeStatus writes what the hooks say of themselves, but of those that see nothing
// what the self-test says of them.
func (t *tool) writeStatus(hooks string, r *selftest.Result) {
	var rest []selftest.Unseen
	for _, u := range r.Unseen {
		line := u.Hook + steering.StatusPlaced + "\n"
		if !strings.Contains("\n"+hooks, "\n"+line) {
			rest = append(rest, u)
			continue
		}
		hooks = strings.Replace(hooks, line, u.Hook+" missing: "+u.What+", and it did not see it\n", 1)
	}
	fmt.Fprint(t.stdout, hooks)
	for _, u := range rest {
		if !strings.Contains(hooks, u.Hook+" missing") {
			fmt.Fprintf(t.stdout, "%s missing: %s\n", u.Hook, u.What)
		}
	}
	t.writeTested(r)
}

func (t *tool) qtTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Try what the hooks see of each installed Qt: selftest qt",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.selftest(c.Context(), selftest.Qt)
		},
	}
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
func (t *tool) patchStatus(ctx context.Context, dir string, stock selftest.Library) error {
	b, err := install.PatchedQts(t.env)
	if err != nil {
		fmt.Fprintf(t.stdout, "patched QtCore: %v\n", err)
		return nil
	}
	i := slices.IndexFunc(qtbuild.All, func(q qtbuild.Qt) bool { return q.Library == filepath.Base(stock.Core()) })
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
	out, err := install.AskHooks(ctx, dir, filepath.Join(linked, filepath.Base(path)), stock.File(1))
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s\n%s", path, out)
	return nil
}
