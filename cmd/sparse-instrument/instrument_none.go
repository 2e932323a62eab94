//go:build !llvm19

package main

import "errors"

func instrument(request) error {
	return errors.New("this program was built without LLVM; build it with -tags=llvm19")
}
