package steer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

// TestServices: the bus of a run starts services only if it is asked to, without what is loaded into the program, and they
// go with it.
func TestServices(t *testing.T) {
	needs.Tool(t, "dbus-daemon")
	dir := t.TempDir()
	services, said := filepath.Join(dir, "data", "dbus-1", "services"), filepath.Join(dir, "said")
	script := filepath.Join(dir, "service")
	if err := os.MkdirAll(services, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string, mode os.FileMode) {
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(script, "#!/bin/sh\necho \"$$ loads${LD_PRELOAD:-} options${SPARSERACER_OPTIONS:-} home$HOME\" >"+said+".new && mv "+said+".new "+said+"\nexec sleep 600\n", 0o700)
	write(filepath.Join(services, "org.example.Files.service"), "[D-BUS Service]\nName=org.example.Files\nExec="+script+"\n", 0o600)
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=/its/home", "XDG_DATA_HOME=" + filepath.Join(dir, "data"), "LD_PRELOAD=", "SPARSERACER_OPTIONS=x"}
	for _, on := range []bool{false, true} {
		if on {
			env = append(env, WithServices)
		}
		b, err := startBus(t.TempDir(), env)
		if err != nil {
			t.Fatal(err)
		}
		if !on {
			defer b.stop()
		}
		conn, err := b.connect()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		call := conn.BusObject().Go("org.freedesktop.DBus.StartServiceByName", 0, nil, "org.example.Files", uint32(0))
		if !on {
			if err := (<-call.Done).Err; err == nil {
				t.Error("a bus that was not asked to starts a service")
			}
			continue
		}
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			if text, err := os.ReadFile(said); err == nil {
				pid, got, _ := strings.Cut(string(text), " ")
				if got != "loads options home/its/home\n" {
					t.Errorf("the service has %q", got)
				}
				b.stop()
				for cmdline := ""; ; time.Sleep(10 * time.Millisecond) { // nothing is left of one that nobody has waited for
					data, _ := os.ReadFile(filepath.Join("/proc", pid, "cmdline"))
					if cmdline = string(data); cmdline == "" {
						break
					}
					if time.Now().After(end) {
						t.Fatalf("%q has outlived its bus", cmdline)
					}
				}
				break
			}
			if time.Now().After(end) {
				t.Fatal("the service did not start")
			}
		}
	}
}
