package qtbuild

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// fetch gets the source package of the installed library, by package lists of its
// own beside the system's, and unpacks it with Debian's patches applied.
func (b *Builder) fetch(ctx context.Context, in *Installed, work string) (tree string, err error) {
	options, err := aptOptions(filepath.Join(work, "apt"))
	if err != nil {
		return "", err
	}
	b.tell("reading the list of source packages", 0)
	if err := run(ctx, work, "the list of source packages", append(append([]string{"apt-get"}, options...), "update", "-qq")...); err != nil {
		return "", err
	}
	b.tell("fetching "+in.source+" "+in.Source, 0)
	get := append(append([]string{"apt-get"}, options...), "source", "-qq", "--download-only", in.source+"="+in.Source)
	if err := run(ctx, work, "fetching "+in.source+" "+in.Source, get...); err != nil {
		return "", fmt.Errorf("%w\n(an older version leaves the archive when a newer one comes: then bring %s up to date first)", err, in.binary)
	}
	b.tell("unpacking", 0)
	tree = filepath.Join(work, "source")
	return tree, unpack(ctx, work, tree)
}

// change makes ours of the sources.
func (b *Builder) change(ctx context.Context, in *Installed, tree string) error {
	if b.Change != nil {
		return b.Change.Make(tree)
	}
	return in.applyPatch(ctx, tree)
}

// aptOptions make apt-get use folders of ours, and the system's archives with their
// sources. Nothing of apt's own is written, so that no rights are needed.
func aptOptions(dir string) ([]string, error) {
	for _, d := range []string{"parts", "lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, err
		}
	}
	if err := sourceLists("/etc/apt", filepath.Join(dir, "parts")); err != nil {
		return nil, err
	}
	return []string{"-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + dir + "/parts",
		"-o", "Dir::State::lists=" + dir + "/lists", "-o", "Dir::Cache=" + dir + "/cache", "-o", "APT::Sandbox::User="}, nil
}

// sourceLists writes the system's list of archives again, with sources only.
func sourceLists(etc, to string) error {
	var lists []string
	for _, pattern := range []string{"sources.list", "sources.list.d/*.list", "sources.list.d/*.sources"} {
		found, err := filepath.Glob(filepath.Join(etc, pattern))
		if err != nil {
			return err
		}
		lists = append(lists, found...)
	}
	written := 0
	for _, name := range lists {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := asSources(string(data), strings.HasSuffix(name, ".sources"))
		if text == "" {
			continue
		}
		written++
		if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	if written == 0 {
		return fmt.Errorf("%s names no archive of packages to fetch the source from", etc)
	}
	return nil
}

// asSources turns a list of archives of either form into one of their sources.
func asSources(list string, deb822 bool) string {
	var out strings.Builder
	seen := map[string]bool{}
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case deb822 && strings.HasPrefix(strings.ToLower(line), "types:"):
			line = "Types: deb-src"
		case deb822:
		case strings.HasPrefix(line, "deb ") || strings.HasPrefix(line, "deb-src "):
			_, rest, _ := strings.Cut(line, " ")
			line = "deb-src " + rest
			if seen[line] {
				continue
			}
			seen[line] = true
		default:
			continue
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// unpack checks the files that apt-get fetched against the .dsc, unpacks them and
// applies Debian's patches. (dpkg-source does the same; it is one package less.)
func unpack(ctx context.Context, work, tree string) error {
	dsc, err := only(filepath.Join(work, "*.dsc"))
	if err != nil {
		return err
	}
	sums, err := checksums(dsc)
	if err != nil {
		return err
	}
	if err := os.Mkdir(tree, 0o755); err != nil {
		return err
	}
	for _, part := range []string{".orig.tar.", ".debian.tar."} {
		archive, err := only(filepath.Join(work, "*"+part+"?z"))
		if err != nil {
			return err
		}
		if err := matches(archive, sums[filepath.Base(archive)]); err != nil {
			return err
		}
		args := []string{"tar", "-xf", archive, "-C", tree, "--no-same-owner"}
		if part == ".orig.tar." {
			args = append(args, "--strip-components=1")
		}
		if err := run(ctx, work, "unpacking", args...); err != nil {
			return err
		}
	}
	return applySeries(ctx, tree)
}

// checksums reads the SHA-256 sums of a .dsc.
func checksums(dsc string) (map[string]string, error) {
	data, err := os.ReadFile(dsc)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	within := false
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, " ") {
			within = strings.HasPrefix(line, "Checksums-Sha256:")
			continue
		}
		if f := strings.Fields(line); within && len(f) == 3 {
			sums[f[2]] = f[0]
		}
	}
	if len(sums) == 0 {
		return nil, fmt.Errorf("%s: no SHA-256 sums in it", dsc)
	}
	return sums, nil
}

func matches(file, sum string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != sum {
		return fmt.Errorf("%s: its SHA-256 is %s, the .dsc says %q", filepath.Base(file), got, sum)
	}
	return nil
}

// applySeries applies Debian's patches.
func applySeries(ctx context.Context, tree string) error {
	series, err := os.Open(filepath.Join(tree, "debian/patches/series"))
	if err != nil {
		return err
	}
	defer series.Close()
	for s := bufio.NewScanner(series); s.Scan(); {
		name := strings.TrimSpace(s.Text())
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(tree, "debian/patches", name))
		if err != nil {
			return err
		}
		if err := apply(ctx, tree, "Debian's patch "+name, data); err != nil {
			return err
		}
	}
	return nil
}

func (q Qt) applyPatch(ctx context.Context, tree string) error {
	data, err := q.patch()
	if err != nil {
		return err
	}
	return apply(ctx, tree, "our patch of QtCore "+q.Version, data)
}

// apply runs patch; a hunk that does not fit exactly where it belongs fails.
func apply(ctx context.Context, tree, step string, data []byte) error {
	file := filepath.Join(tree, ".patch-to-apply")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return err
	}
	defer os.Remove(file)
	return run(ctx, tree, step, "patch", "-s", "-p1", "--fuzz=0", "-i", file)
}
