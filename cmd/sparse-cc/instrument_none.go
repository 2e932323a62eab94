//go:build !llvm19

package main

import "errors"

func instrument(string) error {
	return errors.New("this compiler was built without LLVM; build it with -tags=llvm19")
}
