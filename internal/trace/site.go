package trace

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Sites are places of the program as data flow sees them: what the value of a
// store depends on, what a call hands over, what decides whether either happens
// (docs/trace-language.md, Flow). They are numbered from 1, in the order of the
// code: those of a function follow its SiteFunction.

// SiteKind says what a site does.
type SiteKind uint8

const (
	SiteFunction SiteKind = iota // a function begins; it has a name
	SiteRead
	SiteWrite
	SiteCall   // control goes to a function, whose name is known unless it is called by pointer
	SiteBack   // it comes back, with a result; Value is the call
	SiteReturn // the function gives back a value
)

var siteKindNames = [...]string{"function", "read", "write", "call", "back", "return"}

func (k SiteKind) String() string { return siteKindNames[k] }

// Dep is what a value depends on: the site of a read or of a call's result (>0),
// or an argument of the function (<0: argument -1-d). A site that is none of
// the trace's says nothing.
type Dep int32

// Site is one of them. Address: of a read or write. Control: what decides that
// it is come to. Args: of a call, one by one.
type Site struct {
	Kind                    SiteKind
	Name                    string
	Value, Address, Control []Dep
	Args                    [][]Dep

	layout siteLayout
}

// Span is some bytes.
type Span struct{ Addr, Size uint64 }

// maxObjects bounds what one flow hands over by pointer, maxDeps a list of deps.
const (
	maxObjects = 64
	maxDeps    = 64
	maxSites   = 1 << 28
)

// siteRef decodes a site's number.
func (t *threadReader) siteRef() SiteID {
	t.site += uint64(t.zigzag())
	if t.site == 0 || t.site >= uint64(len(t.r.tables.Sites)) {
		t.bad = true
		return 0
	}
	return SiteID(t.site)
}

func (t *threadReader) objectsField(op *Op) error {
	n := t.uvarint()
	if n > maxObjects {
		return t.fault("found %d objects, expected at most %d", n, maxObjects)
	}
	for range n {
		t.addr += uint64(t.zigzag())
		o := Span{t.addr, t.uvarint()}
		if o.Size > maxSize {
			return t.fault("found an object of %d bytes, expected at most 2^48", o.Size)
		}
		op.Objects = append(op.Objects, o)
	}
	return nil
}

// defineSite decodes: kind, layout, three lists of deps, then a list for each argument.
// A dep is twice an argument's number and 1, or twice the zigzag difference of
// its site to this one.
func (t *threadReader) defineSite(id uint64, name, b string) error {
	tab := t.r.tables
	if id != uint64(len(tab.Sites)) || id >= maxSites {
		return t.fault("found site %d, expected number %d", id, len(tab.Sites))
	}
	d := siteDecoder{b: b, id: int64(id)}
	s := Site{Name: name}
	if kind := d.number(); kind < uint64(len(siteKindNames)) {
		s.Kind = SiteKind(kind)
	} else {
		d.bad = true
	}
	s.layout = d.layout(s.Kind)
	s.Value, s.Address, s.Control = d.list(), d.list(), d.list()
	for n := d.number(); n > 0 && !d.bad; n-- {
		if s.Args = append(s.Args, d.list()); len(s.Args) > maxDeps {
			d.bad = true
		}
	}
	if d.bad || d.b != "" {
		return t.fault("site %d is cut off or says what no site can", id)
	}
	if !t.r.defineSite(s) {
		return t.fault("site %d was not there before", id)
	}
	return nil
}

type siteDecoder struct {
	b   string
	id  int64
	bad bool
}

func (d *siteDecoder) number() uint64 {
	var x uint64
	for i := 0; i < len(d.b) && i < 5; i++ {
		x |= uint64(d.b[i]&0x7f) << (7 * i)
		if d.b[i] < 0x80 {
			d.b = d.b[i+1:]
			return x
		}
	}
	d.bad = true
	return 0
}

// long is a number of up to 64 bits.
func (d *siteDecoder) long() uint64 {
	x, n := binary.Uvarint([]byte(d.b[:min(len(d.b), binary.MaxVarintLen64)]))
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.b = d.b[n:]
	return x
}

func (d *siteDecoder) list() []Dep {
	n := d.number()
	if n > maxDeps || d.bad {
		d.bad = true
		return nil
	}
	var out []Dep
	for range n {
		x := d.number()
		dep := -1 - int64(x>>1)
		if x&1 == 0 {
			dep = d.id + int64(unzigzag(x>>1))
			if dep <= 0 || dep >= maxSites {
				d.bad = true
			}
		}
		out = append(out, Dep(dep))
	}
	return out
}

// encode is what defineSite decodes, of a site that is reported by itself.
func (s *Site) encode(id int) string {
	var b []byte
	list := func(deps []Dep) {
		b = binary.AppendUvarint(b, uint64(len(deps)))
		for _, d := range deps {
			if d < 0 {
				b = binary.AppendUvarint(b, uint64(-1-d)<<1|1)
			} else {
				b = binary.AppendUvarint(b, zigzag(uint64(int64(d)-int64(id)))<<1)
			}
		}
	}
	b = append(b, byte(s.Kind))
	b = append(b, noLayout[s.Kind]...)
	list(s.Value)
	list(s.Address)
	list(s.Control)
	b = binary.AppendUvarint(b, uint64(len(s.Args)))
	for _, a := range s.Args {
		list(a)
	}
	return string(b)
}

func (t *threadWriter) siteRef(id SiteID) {
	t.buf = binary.AppendVarint(t.buf, int64(uint64(id)-t.site))
	t.site = uint64(id)
}

// defineSites writes the sites up to a number.
func (b *binaryWriter) defineSites(t *threadWriter, upTo SiteID) error {
	sites := b.r.Tables().Sites
	for ; b.sites < len(sites) && b.sites <= int(upTo); b.sites++ {
		s := &sites[b.sites]
		if err := b.intern(t, s.Name); err != nil {
			return err
		}
		body := s.encode(b.sites)
		if err := b.reserve(t, 64+len(body)); err != nil {
			return err
		}
		b.sequenced(t, defSite, 0)
		t.buf = binary.AppendUvarint(t.buf, uint64(b.sites))
		t.buf = binary.AppendUvarint(t.buf, b.strings.find(s.Name))
		t.buf = binary.AppendUvarint(t.buf, uint64(len(body)))
		t.buf = append(t.buf, body...)
	}
	return nil
}

// defineSites is the same as text.
func (t *textWriter) defineSites(upTo int) {
	sites := t.r.Tables().Sites
	for ; t.sites < len(sites) && t.sites <= upTo; t.sites++ {
		s := &sites[t.sites]
		fmt.Fprintf(t.w, "# site: %d %s", t.sites, s.Kind)
		if s.Name != "" {
			fmt.Fprintf(t.w, " name=%s", quoteWord(s.Name))
		}
		list := func(key string, deps []Dep, always bool) {
			if len(deps) > 0 || always {
				fmt.Fprintf(t.w, " %s=%s", key, depsText(deps))
			}
		}
		list("value", s.Value, false)
		list("address", s.Address, false)
		list("control", s.Control, false)
		for _, a := range s.Args {
			list("arg", a, true)
		}
		fmt.Fprintln(t.w)
	}
}

func depsText(deps []Dep) string {
	words := make([]string, len(deps))
	for i, d := range deps {
		words[i] = strconv.Itoa(int(d))
		if d < 0 {
			words[i] = "a" + strconv.Itoa(int(-1-d))
		}
	}
	return strings.Join(words, ",")
}

// directSite reads `N KIND [name=…] [value=3,a0] [address=…] [control=…] [arg=…]…`.
func (p *textParser) directSite(text string) error {
	number, rest, _ := strings.Cut(text, " ")
	if want := len(p.m.T.Sites); number != strconv.Itoa(want) || want >= maxSites {
		return fmt.Errorf("found site %q, expected number %d", clip(number), want)
	}
	kind, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	var s Site
	for s.Kind = 0; s.Kind.String() != kind; s.Kind++ {
		if int(s.Kind) == len(siteKindNames)-1 {
			return fmt.Errorf("found %q, expected function, read, write, call, back or return", clip(kind))
		}
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		key, after, ok := strings.Cut(rest, "=")
		if !ok {
			return fmt.Errorf("found %q, expected key=value", clip(rest))
		}
		var value string
		if value, rest = cutWord(after); key == "name" {
			if name, err := strconv.Unquote(value); err == nil {
				value = name
			}
			s.Name = value
			continue
		}
		deps, err := parseDeps(value)
		if err != nil {
			return err
		}
		switch key {
		case "value":
			s.Value = deps
		case "address":
			s.Address = deps
		case "control":
			s.Control = deps
		case "arg":
			if s.Args = append(s.Args, deps); len(s.Args) > maxDeps {
				return fmt.Errorf("more than %d arguments", maxDeps)
			}
		default:
			return fmt.Errorf("found %s=, expected name, value, address, control or arg", clip(key))
		}
	}
	p.m.T.Sites = append(p.m.T.Sites, s)
	return nil
}

// cutWord cuts at the first blank that is not quoted.
func cutWord(s string) (word, rest string) {
	if q, err := strconv.QuotedPrefix(s); err == nil {
		return q, s[len(q):]
	}
	word, rest, _ = strings.Cut(s, " ")
	return word, rest
}

func parseDeps(s string) ([]Dep, error) {
	if s == "" {
		return nil, nil
	}
	var out []Dep
	for _, w := range strings.Split(s, ",") {
		digits, isArgument := strings.CutPrefix(w, "a")
		n, err := strconv.ParseUint(digits, 10, 28)
		if err != nil || n == 0 && !isArgument {
			return nil, fmt.Errorf("found %q, expected the number of a site or a and that of an argument", clip(w))
		}
		d := Dep(n)
		if isArgument {
			d = -1 - d
		}
		if out = append(out, d); len(out) > maxDeps {
			return nil, fmt.Errorf("more than %d sites in a list", maxDeps)
		}
	}
	return out, nil
}

// parseFlow reads `flow(SITE, x:n, …)`; n of 0 is an unknown size.
func (p *textParser) parseFlow(op *Op, args [][]byte) error {
	site, err := strconv.ParseUint(string(args[0]), 10, 32)
	if err != nil || site == 0 || site >= uint64(len(p.m.T.Sites)) {
		return fmt.Errorf("found site %q, expected the number of a `# site:` line above", clip(string(args[0])))
	}
	op.Site = SiteID(site)
	for _, a := range args[1:] {
		s := string(a)
		if key, value, ok := strings.Cut(s, "="); ok {
			if key = strings.TrimSpace(key); key != "thread" {
				return fmt.Errorf("found %s=, expected thread", clip(key))
			}
			if err := p.parseAttr(op, key, strings.TrimSpace(value)); err != nil {
				return err
			}
			continue
		}
		colon := strings.LastIndexByte(s, ':')
		if colon < 0 || len(op.Objects) >= maxObjects {
			return fmt.Errorf("found %q, expected location:size, at most %d of them", clip(s), maxObjects)
		}
		x, err := p.location(s[:colon])
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(s[colon+1:], 10, 64)
		if err != nil || n > maxSize {
			return fmt.Errorf("found size %q, expected a number of bytes up to 2^48", clip(s[colon+1:]))
		}
		op.Objects = append(op.Objects, Span{x, n})
	}
	return nil
}
