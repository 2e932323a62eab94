// Command sparse-instrument is the step of sparse-cc that needs LLVM: it puts
// the recorder's calls into a file of bitcode, in place.
//
//	sparse-instrument [-ignorelist FILE]… [-lto] [-values] [-flow] [-asan [-asan-option OPTION]…] BITCODE
//
// It is a program of its own so that the compilers' front, which every link
// and every --version goes through, does not wait for libLLVM. The front finds
// it beside libsparserec.so; nobody needs to call it by hand.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stderr)) }

// request is what the arguments ask for.
type request struct {
	bitcode string
	lists   []string
	lto     bool     // what comes out is optimised again
	values  bool     // stores tell what they store
	flow    bool     // how data flows is reported
	asan    bool     // AddressSanitizer's pass comes behind
	with    []string // that pass's options
	dir     string
}

func run(args []string, stderr io.Writer) int {
	r, err := parse(args)
	if err == nil {
		r.dir, err = os.Getwd()
	}
	if err == nil {
		err = instrument(r)
	}
	if err != nil {
		fmt.Fprintln(stderr, "sparse-instrument: error:", err)
		return 1
	}
	return 0
}

func parse(args []string) (r request, err error) {
	for ; len(args) > 1; args = args[1:] {
		switch args[0] {
		case "-lto":
			r.lto = true
		case "-values":
			r.values = true
		case "-flow":
			r.flow = true
		case "-asan":
			r.asan = true
		case "-asan-option":
			r.with = append(r.with, args[1])
			args = args[1:]
		case "-ignorelist":
			r.lists = append(r.lists, args[1])
			args = args[1:]
		default:
			return r, fmt.Errorf("unknown argument %q", args[0])
		}
	}
	if len(args) != 1 || args[0] == "" {
		return r, errors.New("expected [-ignorelist FILE]… [-lto] [-values] [-flow] [-asan [-asan-option OPTION]…] BITCODE")
	}
	r.bitcode = args[0]
	return r, nil
}
