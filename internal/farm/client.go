package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Client asks a farm's server.
type Client struct {
	base  url.URL
	token string
	http  http.Client
}

// NewClient takes the address as the server printed it, with the token in it; the token may come
// apart from it.
func NewClient(address, token string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q: expected the address that sparseracer farm printed, http://HOST:PORT/?token=TOKEN", address)
	}
	if t := u.Query().Get("token"); t != "" {
		token = t
	}
	if token == "" {
		return nil, fmt.Errorf("%q: the token is missing: expected http://HOST:PORT/?token=TOKEN", address)
	}
	return &Client{base: url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimSuffix(u.Path, "/")}, token: token}, nil
}

// Refused is what the server said no with.
type Refused struct {
	Code int
	Text string
}

func (r *Refused) Error() string { return r.Text }

// do sends a request and reads a JSON answer into out, unless that is nil.
func (c *Client) do(ctx context.Context, method, path string, body io.Reader, out any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.base.String()+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set(ProtocolHeader, fmt.Sprint(Protocol))
	a, err := c.http.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, in which a token may be
		}
		return fmt.Errorf("the farm at %s does not answer: %w", c.base.Host, err)
	}
	defer a.Body.Close()
	if a.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(a.Body, MostName))
		return &Refused{a.StatusCode, fmt.Sprintf("the farm at %s: %s", c.base.Host, strings.TrimSpace(string(text)))}
	}
	if out == nil {
		return nil
	}
	if err := json.NewDecoder(io.LimitReader(a.Body, 64*MostJSON)).Decode(out); err != nil {
		return fmt.Errorf("the farm at %s: its answer cannot be read: %w", c.base.Host, err)
	}
	return nil
}

func (c *Client) ask(ctx context.Context, path string, in, out any) error {
	data, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPost, path, bytes.NewReader(data), out)
}

// Lacks are the files, of those that are named, that the farm has not yet. Those that it has
// come back with their sums.
func (c *Client) Lacks(ctx context.Context, files []File) (lacks []File, err error) {
	err = c.ask(ctx, "/api/lacks", files, &lacks)
	return lacks, err
}

// Send puts a file into the store, compressed on the way, and gives its name. With a build-id, which it must
// have, it can be found by that, too.
func (c *Client) Send(ctx context.Context, name, id string) (Sum, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return c.SendFrom(ctx, f, id)
}

// SendFrom puts what is read into the store.
func (c *Client) SendFrom(ctx context.Context, f io.Reader, id string) (Sum, error) {
	in, out := io.Pipe()
	go func() {
		z, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
		if err == nil {
			_, err = io.Copy(z, f)
		}
		if err == nil {
			err = z.Close()
		}
		out.CloseWithError(err)
	}()
	var got struct{ Sum Sum }
	err := c.do(ctx, http.MethodPut, "/api/blobs?build-id="+url.QueryEscape(id), in, &got)
	in.CloseWithError(io.ErrClosedPipe) // if the server did not read to the end
	return got.Sum, err
}

// SendFiles sends those of a program that the farm lacks.
func (c *Client) SendFiles(ctx context.Context, lists ...*Files) error {
	var all, lacks []File
	asked := map[File]bool{}
	for _, l := range lists {
		for _, f := range l.Files {
			if !asked[f] {
				asked[f] = true
				all = append(all, f)
			}
		}
	}
	for part := range slices.Chunk(all, MostFiles) {
		some, err := c.Lacks(ctx, part)
		if err != nil {
			return err
		}
		lacks = append(lacks, some...)
	}
	sent := map[string]bool{}
	for _, f := range lacks {
		if sent[f.Path] {
			continue
		}
		if _, err := c.Send(ctx, f.Path, f.BuildID); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		sent[f.Path] = true
	}
	return nil
}

// Submit hands recordings in, at most MostTraces; their files are there.
func (c *Client) Submit(ctx context.Context, s ...Submission) error {
	return c.ask(ctx, "/api/submit", s, nil)
}

// Analyzed is what is known of a trace.
func (c *Client) Analyzed(ctx context.Context, trace Sum) (a Analyzed, err error) {
	err = c.do(ctx, http.MethodGet, "/api/traces/"+string(trace), nil, &a)
	return a, err
}

// Wait asks until a trace was analyzed. told is called once if there is nobody to do it.
func (c *Client) Wait(ctx context.Context, trace Sum, told func()) (Analyzed, error) {
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		a, err := c.Analyzed(ctx, trace)
		if err != nil || a.State != Waiting {
			return a, err
		}
		if a.Workers == 0 && told != nil {
			told()
			told = nil
		}
		select {
		case <-ctx.Done():
			return a, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// Verdicts are those of so many runs that the races of a trace got with a build, brief: without details;
// workers are those that are there.
func (c *Client) Verdicts(ctx context.Context, trace, build Sum, runs int, brief bool) (list []Judged, workers int, err error) {
	var got struct {
		Verdicts []Judged
		Workers  int
	}
	path := fmt.Sprintf("/api/verdicts/%s/%s?runs=%d", trace, build, runs)
	if brief {
		path += "&brief"
	}
	err = c.do(ctx, http.MethodGet, path, nil, &got)
	return got.Verdicts, got.Workers, err
}

// Schedule is a schedule file.
func (c *Client) Schedule(ctx context.Context, sum Sum) (data json.RawMessage, err error) {
	err = c.do(ctx, http.MethodGet, "/schedule/"+string(sum), nil, &data)
	return data, err
}

// Search starts the runs of some ranges and gives the search's name.
func (c *Client) Search(ctx context.Context, s Search, ranges []Range) (Sum, error) {
	var got struct{ Search Sum }
	err := c.ask(ctx, "/api/search", struct {
		Search
		Ranges []Range `json:"ranges"`
	}{s, ranges}, &got)
	return got.Search, err
}

// Result is what the runs of a range showed, as the job wrote it.
func (c *Client) Result(ctx context.Context, search Sum, r Range, into any) error {
	return c.do(ctx, http.MethodGet, fmt.Sprintf("/api/search/%s/%d", search, r.From), nil, into)
}

// Ranges are those of a search, from..to, that are done.
func (c *Client) Ranges(ctx context.Context, search Sum, from, to int) (done []Ranged, workers int, err error) {
	var got struct {
		Done    []Ranged
		Workers int
	}
	err = c.do(ctx, http.MethodGet, fmt.Sprintf("/api/search/%s?from=%d&to=%d", search, from, to), nil, &got)
	return got.Done, got.Workers, err
}

// Proof is how the program of a race was run when that was proven.
func (c *Client) Proof(ctx context.Context, race string) (b Build, err error) {
	err = c.do(ctx, http.MethodGet, "/api/proof/"+url.PathEscape(race), nil, &b)
	return b, err
}

// Bisect starts a bisection and gives its name.
func (c *Client) Bisect(ctx context.Context, a Asked) (Sum, error) {
	var got struct{ Bisection Sum }
	err := c.ask(ctx, "/api/bisect", a, &got)
	return got.Bisection, err
}

// Bisected is what is known of a bisection.
func (c *Client) Bisected(ctx context.Context, id Sum) (b Bisected, workers int, err error) {
	var got struct {
		Bisected
		Workers int
	}
	err = c.do(ctx, http.MethodGet, "/api/bisect/"+string(id), nil, &got)
	return got.Bisected, got.Workers, err
}

// Minimise asks for a schedule without what its race does not need, as a build shows it.
func (c *Client) Minimise(ctx context.Context, schedule, build Sum) error {
	return c.ask(ctx, fmt.Sprintf("/api/minimise/%s/%s", schedule, build), struct{}{}, nil)
}

// Smaller is that schedule, once it is known.
func (c *Client) Smaller(ctx context.Context, schedule, build Sum) (m Smaller, workers int, err error) {
	var got struct {
		Smaller
		Workers int
	}
	err = c.do(ctx, http.MethodGet, fmt.Sprintf("/api/minimise/%s/%s", schedule, build), nil, &got)
	return got.Smaller, got.Workers, err
}

// Slots is how many jobs the workers do at a time.
func (c *Client) Slots(ctx context.Context) (int, error) {
	var got struct{ Slots int }
	err := c.do(ctx, http.MethodGet, "/api/farm", nil, &got)
	return got.Slots, err
}
