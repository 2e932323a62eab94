// Package browser is for tests of pages: Debian's chromium opens one and uses it as a person does, on a desk and
// on a phone, in light and dark.
package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"sparseracer/internal/needs"
)

// Screenshots is where the browser tests leave pictures of what they saw.
var Screenshots = flag.String("screenshots", "", "folder for pictures of the page")

// Tab is a page in a real browser.
type Tab struct {
	*testing.T
	context.Context
	mu      sync.Mutex
	console []string
}

// Open starts Debian's chromium. As root it runs without its sandbox: what it
// opens is ours.
func Open(t *testing.T) *Tab {
	t.Helper()
	path := needs.Tool(t, "chromium")
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1366, 768))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &Tab{T: t, Context: ctx}
	b.Do(chromedp.EmulateViewport(1366, 768))
	b.Scheme("light")
	go func() {
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.console = append(b.console, fmt.Sprintf("%v: %s", m.Type, m.Text))
			b.mu.Unlock()
		}
	}()
	return b
}

func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.Context, actions...); err != nil {
		b.Fatal(err)
	}
}

// Scheme is what the system prefers: light or dark.
func (b *Tab) Scheme(name string) {
	b.Helper()
	if _, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}); err != nil {
		b.Fatal(err)
	}
}

// Is evaluates an expression of JavaScript.
func Is[T any](b *Tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.Context, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Until waits for an expression to become true.
func (b *Tab) Until(expression string) {
	b.Helper()
	for begun := time.Now(); !Is[bool](b, "!!("+expression+")"); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > 90*time.Second {
			b.Picture("stuck")
			b.Fatalf("never true: %s\npage: %s", expression, Is[string](b, "document.body.innerText"))
		}
	}
}

// Key types what a person would; text fields get it if they have the focus.
func (b *Tab) Key(keys string) {
	b.Helper()
	b.Do(chromedp.KeyEvent(keys))
}

// Search types into the search field, which a key leads to.
func (b *Tab) Search(text string) {
	b.Helper()
	b.Key("/")
	b.Until(`document.activeElement.matches("input[type=search]")`)
	// The protocol sends the key's character on its own, after the key that the
	// page has taken: it lands in the field here, never by a person's hand.
	Is[any](b, `document.activeElement.value = ""`)
	b.Key(text)
}

// Picture leaves a picture of what is shown.
func (b *Tab) Picture(name string) {
	b.Helper()
	if *Screenshots == "" {
		return
	}
	png, err := chromedp.Run(b.Context, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.MkdirAll(*Screenshots, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(*Screenshots, name+".png"), png, 0o644)
	}
	if err != nil {
		b.Error(err)
	}
}

// Console is what the page and the browser said so far.
func (b *Tab) Console() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.console)
}

// Quiet fails for whatever the page complained about.
func (b *Tab) Quiet() {
	b.Helper()
	for _, line := range b.Console() {
		b.Errorf("the browser says %s", line)
	}
}
