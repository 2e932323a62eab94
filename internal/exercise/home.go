package exercise

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// IsHome: dir is a home that WriteHome made.
func IsHome(dir string) bool {
	for _, name := range []string{"data.json", "archive.zip", "Documents/more.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// WriteHome makes a home with something to open: a few small files of common types. One that
// is there is left as it is.
func WriteHome(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part := dir + ".part" // there or not there, never half
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(filepath.Join(part, "Documents"), 0o700)); err != nil {
		return err
	}
	text := strings.Repeat("One line of text, and another one.\n", 40)
	files := map[string][]byte{
		"notes.txt":          []byte(text),
		"table.csv":          []byte("name,number\none,1\ntwo,2\nthree,3\n"),
		"page.html":          []byte("<!DOCTYPE html><html><head><title>A page</title></head><body><h1>A page</h1><p>Text.</p></body></html>\n"),
		"main.cpp":           []byte("#include <cstdio>\n\nint main()\n{\n\tstd::puts(\"hello\");\n}\n"),
		"data.json":          []byte("{\"one\": [1, 2, 3], \"two\": {\"three\": null}}\n"),
		"picture.png":        picture(),
		"archive.zip":        archive(text),
		"Documents/more.txt": []byte("more\n"),
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(part, name), data, 0o600); err != nil {
			return err
		}
	}
	return os.Rename(part, dir)
}

func picture() []byte {
	const side = 64
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	for x := range side {
		for y := range side {
			img.Set(x, y, color.RGBA{R: uint8(4 * x), G: uint8(4 * y), B: 128, A: 255})
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img) // into memory
	return out.Bytes()
}

func archive(text string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"notes.txt", "folder/more.txt"} {
		if w, err := z.Create(name); err == nil {
			_, _ = w.Write([]byte(text)) // into memory
		}
	}
	_ = z.Close()
	return out.Bytes()
}
