package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes files of a run.
func put(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func output(test, text string) string {
	return `{"Action":"output","Test":"` + test + `","Output":"` + text + `\n"}` + "\n"
}

func ended(how string, names ...string) (all string) {
	for _, test := range names {
		all += `{"Action":"` + how + `","Test":"` + test + `"}` + "\n"
	}
	return all
}

const (
	menu5, menu6 = "TestSamples/qt5/menu", "TestSamples/qt6/menu"
	viewer5      = "TestSamples/qt5/viewer"
)

func TestTable(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"old/versions":     "versions: Old, libqt5core5a 5.15.8\n",
		"old/demo5.status": "0 61\n",
		"old/deb.status":   "2 5\n",
		"old/test.status":  "1 600\n",
		"old/stock.status": "0 30\n",
		"old/stock.log":    "| program | status |\n| kwrite 22.12.3 | 0, 0 | the same, 0 lines | 3 | 2 | 4 | 1 | 1.0, 2.0 | 3.0, 4.0 |\n",
		"old/test.json": output(menu5+"/race", "x.go:1: race 0123456789ab with Qt 5.15.8") + output(menu6+"/race", "race 0123456789ab with Qt 6.4.2") +
			output(viewer5+"/race", "race aaaaaaaaaaaa with Qt 5.15.8") +
			ended("pass", menu5+"/race", menu5+"/twin", menu6+"/race", viewer5+"/race", "TestX") + ended("fail", menu6+"/twin", viewer5+"/twin") + ended("skip", "TestY") +
			output("TestTrixie", "demo: proved on Qt 6.8.2"),
		"new/versions":  "versions: New\n",
		"new/test.json": output(menu5+"/race", "race cccccccccccc with Qt 5.15.15") + ended("fail", menu5+"/race"),
	})
	var out, faults strings.Builder
	if code := run([]string{"-from", dir, "old", "new"}, &out, &faults); code != 0 {
		t.Fatalf("%d: %s", code, &faults)
	}
	for _, want := range []string{
		"| demo on Qt 6 |  |  |\n| demo on Qt 5 | proved, 1m1s |  |\n| package | **status 2**, 5s |  |\n",
		"| samples on Qt 5 | Qt 5.15.8: 2 of 2 proved, 1 of 2 twins silent | Qt 5.15.15: 0 of 1 proved, 0 of 0 twins silent |\n",
		"| samples on Qt 6 | Qt 6.4.2: 1 of 1 proved, 0 of 1 twins silent |  |\n| samples on GLib |  |  |\n",
		"| all tests | 5 passed, 2 failed, 1 skipped, 10m0s | 0 passed, 1 failed, 0 skipped |\n",
		"| kwrite as installed | kwrite 22.12.3: 4 predicted, 1 proved, 30s |  |\n",
		"| old | Old, libqt5core5a 5.15.8 |\n| new | New |\n",
		"| race of | Qt 5.15.8 | Qt 5.15.15 | Qt 6.4.2 |\n| --- | --- | --- | --- |\n" +
			"| menu | 0123456789ab | cccccccccccc | equal |\n| viewer | aaaaaaaaaaaa |  |  |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("expected\n%sin\n%s", want, &out)
		}
	}
}

// TestChosen: what chosen said in a suite, alone or as a part of a run on another machine.
func TestChosen(t *testing.T) {
	dir := t.TempDir()
	const inside = "TestTrixie/cmd/sparseracer/"
	put(t, dir, map[string]string{
		"x/versions":    "versions: X\n",
		"x/within.json": output(inside+menu6+"/race", "race 0123456789ab with Qt 6.8.2") + ended("pass", inside+menu6+"/race", menu5+"/race") + output("TestTrixie", "demo: proved on Qt 6.8.2"),
		"y/versions":    "versions: Y\n",
		"y/chosen.json": "demo: proved on Qt 5.15.19\n" + output(menu6+"/race", "race 0123456789ab with Qt 6.11.2") + ended("pass", menu6+"/race", menu6+"/twin"),
	})
	var out, faults strings.Builder
	if code := run([]string{"-from", dir, "x", "y"}, &out, &faults); code != 0 {
		t.Fatalf("%d: %s", code, &faults)
	}
	for _, want := range []string{
		"| demo on Qt 6 | proved |  |\n| demo on Qt 5 |  | proved |\n", "| all tests |  |  |\n",
		"| samples on Qt 5 |  |  |\n| samples on Qt 6 | Qt 6.8.2: 1 of 1 proved, 0 of 0 twins silent | Qt 6.11.2: 1 of 1 proved, 1 of 1 twins silent |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("expected\n%sin\n%s", want, &out)
		}
	}
}

func TestFaults(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"bad/versions": "x", "bad/deb.status": "fine"})
	for args, want := range map[string]string{"": "usage: ", "none": "none/versions: no such file", "bad": "expected a status and seconds"} {
		var out, faults strings.Builder
		if code := run(append([]string{"-from", dir}, strings.Fields(args)...), &out, &faults); code != 2 || !strings.Contains(faults.String(), want) || out.Len() > 0 {
			t.Errorf("%q: %d, %q, expected %q", args, code, &faults, want)
		}
	}
}
