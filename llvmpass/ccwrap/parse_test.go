package ccwrap

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseListing(t *testing.T) {
	text := "clang-19: warning: -lfoo: 'linker' input unused [-Wunused-command-line-argument]\n" +
		"Debian clang version 19.1.7\nTarget: x86_64-pc-linux-gnu\n (in-process)\n" +
		` "/usr/bin/clang" "-cc1" "-D" "A=\"x y\"" "-D" "B=\$\\" "-D" "C=line` + "\n" + ` \"break" ""` + "\n" +
		` "/usr/bin/ld" "-o" "a.out"` + "\n"
	got, err := ParseListing(text, "clang-19")
	if err != nil {
		t.Fatal(err)
	}
	want := Listing{
		Jobs: []Job{
			{[]string{"/usr/bin/clang", "-cc1", "-D", `A="x y"`, "-D", `B=$\`, "-D", "C=line\n \"break", ""}},
			{[]string{"/usr/bin/ld", "-o", "a.out"}},
		},
		Messages: "clang-19: warning: -lfoo: 'linker' input unused [-Wunused-command-line-argument]\n",
		Banner:   "Debian clang version 19.1.7\nTarget: x86_64-pc-linux-gnu\n (in-process)\n",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseListingRefuses(t *testing.T) {
	for text, want := range map[string]string{
		` "/usr/bin/clang" "-cc1`:       "argument 1 of a job has no closing quote",
		` "/usr/bin/clang" -cc1` + "\n": "expected a quoted argument",
		` "/usr/bin/clang"x` + "\n":     "expected a quoted argument",
		` "a" "b\`:                      "no closing quote",
	} {
		if _, err := ParseListing(text, "clang"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q", text, err, want)
		}
	}
}

func TestLine(t *testing.T) {
	j := Job{[]string{"/usr/bin/clang", "-cc1", "a b", `q"$\`, "", "-o", "x.o"}}
	want := ` "/usr/bin/clang" -cc1 "a b" "q\"\$\\" "" -o x.o` + "\n"
	if got := j.Line(); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

// quote writes a job as clang -### does.
func quote(args []string) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`).Replace(a) + `"`)
	}
	return b.String() + "\n"
}

// FuzzParseListing: any arguments come back, and no text makes it panic.
func FuzzParseListing(f *testing.F) {
	f.Add("plain", "a.c", "\n")
	f.Add(`quo"te`, `back\slash`, "line\n \"break")
	f.Add(" ", "", ` "x`)
	f.Fuzz(func(t *testing.T, a, b, noise string) {
		want := []string{"/clang", a, b}
		l, err := ParseListing("banner\n"+quote(want)+quote(want), "clang")
		if err != nil || len(l.Jobs) != 2 || !reflect.DeepEqual(l.Jobs[0].Args, want) || !reflect.DeepEqual(l.Jobs[1].Args, want) {
			t.Errorf("%q %q: %+v, %v", a, b, l, err)
		}
		ParseListing(noise, "clang")
	})
}
