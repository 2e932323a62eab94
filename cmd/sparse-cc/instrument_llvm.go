//go:build llvm19

package main

import "sparseracer/llvmpass"

func instrument(bitcode string) error { return llvmpass.InstrumentFile(bitcode) }
