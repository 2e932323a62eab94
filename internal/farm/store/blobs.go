package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"sparseracer/internal/farm"
)

// ErrTooLarge refuses a blob; ErrNoBlob is one that is not there, ErrChanged one that is not what its name says.
var (
	ErrTooLarge = errors.New("it is larger than what is taken")
	ErrNoBlob   = errors.New("it is not in the store")
	ErrChanged  = errors.New("its content is not that of its name: the store is damaged")
	ErrNoZstd   = errors.New("it is not compressed by zstd")
)

func key(sum farm.Sum) string { return "blobs/" + string(sum[:2]) + "/" + string(sum) }

// mostWindow bounds the memory that a hostile stream asks for.
const mostWindow = 64 << 20

func unpacked(r io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow), zstd.WithDecoderMaxMemory(mostWindow))
}

// Take takes a stream that zstd compressed, into a file of dir first: only then is its name known.
// look, if not nil, sees the file's content while that is there.
func (s *Store) Take(ctx context.Context, dir string, in io.Reader, most int64, look func(*os.File)) (farm.Sum, error) {
	packed, err := os.CreateTemp(dir, "blob-")
	if err != nil {
		return "", err
	}
	defer os.Remove(packed.Name())
	defer packed.Close()
	var plain *os.File
	h := sha256.New()
	out := io.Writer(h)
	if look != nil {
		if plain, err = os.CreateTemp(dir, "plain-"); err != nil {
			return "", err
		}
		defer os.Remove(plain.Name())
		defer plain.Close()
		out = io.MultiWriter(h, plain)
	}
	z, err := unpacked(io.TeeReader(io.LimitReader(in, most+1), packed))
	if err != nil {
		return "", err
	}
	defer z.Close()
	n, err := io.Copy(out, io.LimitReader(z, most+1))
	switch {
	case err != nil && ctx.Err() == nil:
		return "", fmt.Errorf("%w: %w", ErrNoZstd, err)
	case err != nil:
		return "", err
	case n > most:
		return "", fmt.Errorf("%w: %d bytes", ErrTooLarge, most)
	}
	if look != nil {
		look(plain)
	}
	sum := farm.Sum(hex.EncodeToString(h.Sum(nil)))
	if _, err := packed.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	return sum, s.write(ctx, sum, packed)
}

// Put stores bytes.
func (s *Store) Put(ctx context.Context, data []byte) (farm.Sum, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return "", err
	}
	sum := farm.SumOf(data)
	defer z.Close()
	return sum, s.writeAll(ctx, sum, z.EncodeAll(data, nil))
}

// PutFile stores a file.
func (s *Store) PutFile(ctx context.Context, name string) (farm.Sum, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	return s.Put(ctx, data)
}

func (s *Store) writeAll(ctx context.Context, sum farm.Sum, packed []byte) error {
	if there, err := s.Has(ctx, sum); err != nil || there {
		return err
	}
	return s.lost(s.bucket.WriteAll(ctx, key(sum), packed, nil))
}

func (s *Store) write(ctx context.Context, sum farm.Sum, packed io.Reader) error {
	if there, err := s.Has(ctx, sum); err != nil || there {
		return err
	}
	return s.lost(s.bucket.Upload(ctx, key(sum), packed, &blob.WriterOptions{ContentType: "application/zstd"}))
}

// Has reports whether a blob is there.
func (s *Store) Has(ctx context.Context, sum farm.Sum) (bool, error) {
	if !sum.Valid() {
		return false, nil
	}
	there, err := s.bucket.Exists(ctx, key(sum))
	return there, s.lost(err)
}

// lost says which store it is about.
func (s *Store) lost(err error) error {
	if err != nil {
		return fmt.Errorf("--store %s: %w", s.blobs, err)
	}
	return nil
}

// Get copies a blob to w, and checks it; what was written before an error is no part of it.
func (s *Store) Get(ctx context.Context, sum farm.Sum, w io.Writer) error {
	if !sum.Valid() {
		return fmt.Errorf("%.80q: %w", sum, ErrNoBlob)
	}
	r, err := s.bucket.NewReader(ctx, key(sum), nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("blob %s: %w (--store %s)", sum, ErrNoBlob, s.blobs)
	}
	if err != nil {
		return s.lost(err)
	}
	defer r.Close()
	z, err := unpacked(r)
	if err != nil {
		return err
	}
	defer z.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, h), io.LimitReader(z, farm.MostBlob+1))
	if err != nil {
		return fmt.Errorf("blob %s: %w", sum, s.lost(err))
	}
	if n > farm.MostBlob || hex.EncodeToString(h.Sum(nil)) != string(sum) {
		return fmt.Errorf("blob %s: %w (--store %s)", sum, ErrChanged, s.blobs)
	}
	return nil
}

// Fetch puts a blob into a folder under its name, once, and gives the path.
func (s *Store) Fetch(ctx context.Context, sum farm.Sum, dir string) (string, error) {
	if !sum.Valid() {
		return "", fmt.Errorf("%.80q: %w", sum, ErrNoBlob)
	}
	path := filepath.Join(dir, string(sum[:2]), string(sum))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	err = s.Get(ctx, sum, f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return "", err
	}
	return path, os.Rename(f.Name(), path)
}
