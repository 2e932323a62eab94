// Package needs is what a test does that lacks a tool: it is skipped with the reason
// on a developer's machine, and fails in CI, where everything is installed.
package needs

import (
	"os"
	"os/exec"
	"testing"
)

// Missing ends a test for want of something; why says of what.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// Tool is the path of a program; a test without it ends.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	Have(t, name, err == nil)
	return path
}

// Have ends a test for want of something, named by what, unless it is there.
func Have(t testing.TB, what string, there bool) {
	t.Helper()
	if !there {
		Missing(t, what+" is missing")
	}
}
