package steer

import (
	"context"
	"os"
	"slices"
	"testing"

	"sparseracer/internal/needs"

	"github.com/godbus/dbus/v5"
)

const speaks = "STEER_TEST_SPEAKS_ON_BUS" // the tests are the program that TestOwnBus runs

// speak is what that program does.
func speak() error {
	conn, err := dbus.Connect(os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.Emit("/app", "org.app.Changed", "a \"b\"\n", uint32(7)); err != nil {
		return err
	}
	conn.Object("org.nobody.Here", "/there").Call("org.nobody.Do", 0, []string{"x"}) // nobody answers
	return conn.Emit("/app", "org.app.Last")
}

// TestOwnBus: what a program says on the bus of its run is noted, in its order and in
// words that another run has, too; the user's own bus is out of its reach.
func TestOwnBus(t *testing.T) {
	needs.Tool(t, "dbus-daemon")
	b := programs(t)
	env := append(os.Environ(), speaks+"=1", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	want := []string{
		`signal /app org.app Changed "\"a \\\"b\\\"\\n\"" "@u 7"`,
		`call org.nobody.Here /there org.nobody Do "[\"x\"]"`,
		`signal /app org.app Last`,
	}
	for range 3 {
		o, err := Run(context.Background(), Unsteered(nil), []string{os.Args[0]},
			RunOptions{Env: env, Lib: b.lib, Scratch: t.TempDir(), OwnBus: true})
		if err != nil {
			t.Fatal(err)
		}
		if o.ExitCode != 0 || !slices.Equal(o.Messages, want) {
			t.Errorf("exit %d: %q, expected %q\n%s", o.ExitCode, o.Messages, want, o.Output)
		}
	}
}
