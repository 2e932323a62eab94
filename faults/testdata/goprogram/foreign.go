//go:build !cgo

package main

func foreign() {}
