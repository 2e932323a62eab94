package work

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"sparseracer/internal/farm"
	"sparseracer/internal/farm/farmtest"
	"sparseracer/internal/farm/store"
)

// archive is one of files with the content "x".
func archive(t *testing.T, list ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range list {
		if h.Typeflag == tar.TypeReg {
			h.Size = 1
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			if _, err := w.Write([]byte("x")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unpacked(t *testing.T, data []byte) (dir string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "in")
	path := dir + ".tar"
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, unpack(t.Context(), path, dir)
}

// TestUnpack: an archive comes out as it went in, however it is compressed; owners, devices and the rights of others are
// left out.
func TestUnpack(t *testing.T) {
	data := archive(t, tar.Header{Name: "./usr/bin/", Typeflag: tar.TypeDir, Mode: 0o555}, tar.Header{Name: "bin", Linkname: "usr/bin", Typeflag: tar.TypeSymlink},
		tar.Header{Name: "./bin/app", Typeflag: tar.TypeReg, Mode: 0o4755}, tar.Header{Name: "/usr/bin/same", Linkname: "./bin/app", Typeflag: tar.TypeLink},
		tar.Header{Name: "dev/null", Typeflag: tar.TypeChar, Mode: 0o666}, tar.Header{Name: "etc/alternative", Linkname: "/usr/bin/app", Typeflag: tar.TypeSymlink},
		tar.Header{Name: "twice", Typeflag: tar.TypeReg, Mode: 0o600}, tar.Header{Name: "twice", Typeflag: tar.TypeReg, Mode: 0o644})
	var zipped, packed bytes.Buffer
	g := gzip.NewWriter(&zipped)
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	g.Write(data)
	z.Write(data)
	if g.Close() != nil || z.Close() != nil {
		t.Fatal("compressing")
	}
	for name, data := range map[string][]byte{"plain": data, "gzip": zipped.Bytes(), "zstd": packed.Bytes()} {
		dir, err := unpacked(t, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		st, err := os.Stat(filepath.Join(dir, "usr/bin/same"))
		if err != nil || st.Mode() != 0o755 || st.Size() != 1 {
			t.Errorf("%s: %v, %v", name, st, err)
		}
		if to, err := os.Readlink(filepath.Join(dir, "etc/alternative")); err != nil || to != "/usr/bin/app" {
			t.Errorf("%s: %s, %v", name, to, err)
		}
		if _, err := os.Lstat(filepath.Join(dir, "dev/null")); !os.IsNotExist(err) {
			t.Errorf("%s: a device: %v", name, err)
		}
		if st, err := os.Stat(filepath.Join(dir, "twice")); err != nil || st.Mode() != 0o644 {
			t.Errorf("%s: %v, %v", name, st, err)
		}
	}
}

// TestUnpackHostile: nothing of an archive comes to lie outside; what is no archive is the task's fault.
func TestUnpackHostile(t *testing.T) {
	file := func(name string) tar.Header { return tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644} }
	link := func(name, to string) tar.Header {
		return tar.Header{Name: name, Linkname: to, Typeflag: tar.TypeSymlink}
	}
	for name, c := range map[string]struct {
		data []byte
		fine bool
	}{
		"up":               {archive(t, file("../../evil")), true}, // as from the root: there is nothing above
		"absolute":         {archive(t, file("/evil")), true},
		"through a link":   {archive(t, link("out", ".."), file("out/evil")), false},
		"an absolute link": {archive(t, link("out", "/"), file("out/evil")), false},
		"a deep link":      {archive(t, link("a/out", "../../.."), file("a/out/evil")), false},
		"a hard link":      {archive(t, tar.Header{Name: "x", Linkname: "../../in.tar", Typeflag: tar.TypeLink}), false},
		"over a link":      {archive(t, link("x", "../evil"), file("x")), true},
		"a file's child":   {archive(t, file("a"), file("a/b")), false},
		"nothing":          {nil, false},
		"no archive":       {[]byte(strings.Repeat("no archive", 1000)), false},
		"cut":              {archive(t, file("a"))[:512], false},
		"broken gzip":      {[]byte("\x1f\x8b\x08broken"), false},
		"broken zstd":      {[]byte("\x28\xb5\x2f\xfdbroken and so on"), false},
	} {
		dir, err := unpacked(t, c.data)
		if c.fine != (err == nil) || err != nil && !isTask(err) {
			t.Errorf("%s: %v", name, err)
		}
		list, _ := os.ReadDir(filepath.Dir(dir))
		if len(list) != 2 {
			t.Errorf("%s: %v lie beside it", name, list)
		}
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && d.Name() == "in.tar" {
				t.Errorf("%s: a link to what lies outside", name)
			}
			return nil
		})
	}
	for _, gone := range []string{"/evil", "/tmp/evil"} {
		if _, err := os.Lstat(gone); err == nil {
			t.Errorf("%s was made", gone)
		}
	}
}

// TestImages: a build is run in its image, which is unpacked once, also of another worker's job; where there are no
// namespaces, and where it is no image, the verdict says so.
func TestImages(t *testing.T) {
	const answers = `
case $task in
*'"kind":"rights"'*) echo '{"rights":0}';;
*'"kind":"analyze"'*) echo '{"races":[{"id":"r","kind":"use-free","summary":"a","verdict":"predicted"}]}';;
*'"kind":"confirm"'*)
	root=$(echo "$task" | grep -o '"root":"[^"]*"' | cut -d '"' -f 4)
	shown=$(echo "$task" | grep -o '"show":\["[^"]*"' | cut -d '"' -f 4)
	echo '{"verdicts":[{"id":"r","verdict":"confirmed","reason":"'"$(cat "$root/marker") $(ls "$shown/nowhere")"'","proven":2,"runs":2}]}';;
esac`
	kinds(t, func(t *testing.T, db, blobs string, _ *farmtest.Postgres) {
		s, q := open(t, db, blobs)
		start(t, s, Options{Slots: 2, Tool: farmtest.Tool(t, answers), Poll: 20 * time.Millisecond, Sandbox: SandboxAuto})
		verdict := func(name string, data []byte) store.Verdict {
			b := build(t, s, "#!/bin/sh\nexit 0\n")
			sum, err := s.Put(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			b.Image = sum
			key, err := b.Key()
			if err != nil {
				t.Fatal(err)
			}
			submit(t, s, q, name, "r1", b)
			var found store.Verdict
			farmtest.Await(t, name, func() (bool, error) {
				list, err := s.Verdicts(t.Context(), "r")
				for _, v := range list {
					if v.Build == key {
						found = v
					}
				}
				return found.Verdict != "", err
			})
			return found
		}
		image := archive(t, tar.Header{Name: "marker", Typeflag: tar.TypeReg, Mode: 0o644})
		if v := verdict("one", image); v.Reason != "x app" || v.Verdict != "confirmed" {
			t.Errorf("%+v", v)
		}
		if v := verdict("two", []byte("no archive at all")); v.Verdict != farm.NotRun || !strings.Contains(v.Reason, "expected an archive of tar") {
			t.Errorf("%+v", v)
		}
	})
	w := &worker{opt: Options{Cache: t.TempDir()}}
	if _, err := w.image(t.Context(), farm.SumOf(nil)); !isTask(err) || !strings.Contains(err.Error(), "which needs namespaces") {
		t.Errorf("without namespaces: %v", err)
	}
}

// TestImageLibraries: libraries that an image lacks go with what they belong to when a cache is cleaned, and what an image
// hides is not taken for its own.
func TestImageLibraries(t *testing.T) {
	cache := t.TempDir()
	key := strings.Repeat("a", 64)
	for _, dir := range []string{"files/" + key, "files/" + key + libraryFolder, "files/" + key + ".i" + libraryFolder, "images/i"} {
		path := filepath.Join(cache, dir)
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "f"), make([]byte, 8192), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := clean(cache, 1); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"files", "images"} {
		if list, err := os.ReadDir(filepath.Join(cache, dir)); err != nil || len(list) != 0 {
			t.Errorf("%s: %v, %v", dir, list, err)
		}
	}
	for path, want := range map[string]bool{"/tmp/app": true, "/tmpfiles/app": false, "/run/a": true, "/usr/bin/app": false, "/var/tmp/x": true} {
		if hidden(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}
