//go:build llvm19

package main

import (
	"sparseracer/llvmpass"
	"sparseracer/llvmpass/ignorelist"
)

func instrument(r request) error {
	list, err := ignorelist.Read(r.lists)
	if err != nil {
		return err
	}
	return llvmpass.InstrumentFile(r.bitcode, llvmpass.Options{Ignore: list, Optimised: r.lto, Values: r.values, Flow: r.flow, ASan: r.asan, ASanWith: r.with, WorkingDir: r.dir})
}
