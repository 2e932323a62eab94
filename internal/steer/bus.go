package steer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"

	"sparseracer/internal/steering"
)

// bus is a D-Bus of a run's own: a daemon that starts no services, unless it is asked to, and knows the
// program and us alone. Nothing that is called there reaches the user's desktop.
type bus struct {
	address string
	daemon  *exec.Cmd
	mu      sync.Mutex
	ours    map[string]bool       // connections
	senders map[string]*dbus.Conn // of signals, by the names that they own
}

const busConfiguration = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
%s</busconfig>
`

// WithServices in a program's environment has its bus start the services of this machine for whoever calls them, as
// the user's own bus does. They run for the run alone.
const WithServices = "SPARSERACER_SERVICES=1"

// serviceEnviron is that of the program without what has it recorded, steered or played to.
func serviceEnviron(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return name == "LD_PRELOAD" || strings.HasPrefix(name, "SPARSERACER_") || strings.HasPrefix(name, "SESSION_") || strings.HasSuffix(name, "SAN_OPTIONS")
	})
}

// connect makes a connection of ours.
func (b *bus) connect(options ...dbus.ConnOption) (*dbus.Conn, error) {
	conn, err := dbus.Connect(b.address, options...)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range conn.Names() {
		b.ours[name] = true
	}
	return conn, nil
}

func (b *bus) isOurs(name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ours[name]
}

// startBus starts one below dir for a program with that environment; stop ends it.
func startBus(dir string, env []string) (*bus, error) {
	configuration, services := filepath.Join(dir, "bus.conf"), ""
	if slices.Contains(env, WithServices) {
		services = "  <standard_session_servicedirs/>\n"
	}
	if err := os.WriteFile(configuration, fmt.Appendf(nil, busConfiguration, services), 0o600); err != nil {
		return nil, err
	}
	b := &bus{ours: map[string]bool{}, daemon: exec.Command("dbus-daemon", "--config-file="+configuration, "--nofork", "--nopidfile", "--print-address=1")}
	b.daemon.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if services != "" {
		b.daemon.Env = serviceEnviron(env)
	}
	out, err := b.daemon.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.daemon.Start(); err != nil {
		return nil, fmt.Errorf("a D-Bus for the run alone: %w", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n') // when it listens
	if b.address = strings.TrimSpace(line); err != nil || b.address == "" {
		b.stop()
		return nil, errors.New("a D-Bus for the run alone: dbus-daemon does not start")
	}
	return b, nil
}

// StartSession starts a D-Bus for several runs with that environment; its files go into dir.
func StartSession(dir string, env []string) (address string, stop func(), err error) {
	b, err := startBus(dir, env)
	if err != nil {
		return "", nil, err
	}
	return b.address, b.stop, nil
}

// claim owns the names by which a schedule's signals are sent, before the program looks
// who has them.
func (b *bus) claim(s *Schedule) error {
	b.senders = map[string]*dbus.Conn{}
	for _, d := range s.Directives {
		if d.Input == nil || d.Input.Kind != signalKind || b.senders[d.Input.Service] != nil {
			continue
		}
		conn, err := b.connect()
		if err != nil {
			return err
		}
		b.senders[d.Input.Service] = conn
		if name := d.Input.Service; name != "" {
			if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
				return fmt.Errorf("the sender %s of a D-Bus signal: %w", name, err)
			}
		}
	}
	return nil
}

func (b *bus) stop() {
	if b != nil {
		for _, conn := range b.senders {
			conn.Close()
		}
		b.daemon.Process.Signal(syscall.SIGTERM) // it takes its socket away
		b.daemon.Wait()
		syscall.Kill(-b.daemon.Process.Pid, syscall.SIGKILL) // services that have not gone with it
	}
}

// caller makes the calls of a schedule when the runtime asks for them.
type caller struct {
	bus    *bus
	s      *Schedule
	group  int // of processes: the program's
	asked  int // words of the runtime that were answered
	failed chan error
}

// fault is why a call could not be made, nil without one.
func (c *caller) fault() error {
	if !c.hasFailed() {
		return nil
	}
	return <-c.failed
}

func (c *caller) hasFailed() bool { return c != nil && len(c.failed) > 0 }

// busRetry is how often is looked whether the program is on the bus.
const busRetry = 20 * time.Millisecond

// answer makes the calls that the verdict file asks for and that were not made yet.
func (c *caller) answer(ctx context.Context, verdict string) {
	if c == nil {
		return
	}
	asked := 0
	for line := range strings.Lines(readSome(verdict)) {
		label, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), steering.VerdictCall+" ")
		if !ok || !strings.HasSuffix(line, "\n") {
			continue
		}
		if asked++; asked <= c.asked {
			continue
		}
		c.asked = asked
		i := slices.IndexFunc(c.s.Directives, func(d Directive) bool {
			return d.Input != nil && d.Input.byBus() && d.Input.Event == label
		})
		if i < 0 {
			continue
		}
		go func(in *Input) {
			if err := c.call(ctx, in); err != nil {
				select {
				case c.failed <- fmt.Errorf("the call %s could not be made: %w", in.called(), err):
				default:
				}
			}
		}(c.s.Directives[i].Input)
	}
}

// call sends it, and does not wait for the reply: the handler may spin a loop.
func (c *caller) call(ctx context.Context, in *Input) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(in.TimeoutMS)*time.Millisecond)
	defer cancel()
	conn, err := c.bus.connect(dbus.WithContext(ctx))
	if err != nil {
		return err
	}
	defer conn.Close()
	service := in.Service
	if in.Kind == signalKind {
		service = ""
	}
	to, err := c.program(ctx, conn, service)
	if err != nil {
		return err
	}
	var args []any
	for _, a := range in.Args {
		v, err := argument(a)
		if err != nil {
			return err
		}
		args = append(args, v)
	}
	if in.Kind == signalKind {
		conn = c.bus.senders[in.Service]
		if err := conn.Send(signalTo(to, in, args), nil).Err; err != nil {
			return err
		}
		return conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetId", 0).Err
	}
	conn.Object(to, dbus.ObjectPath(in.Path)).Go(in.Member, dbus.FlagNoReplyExpected, nil, args...)
	// A second round trip: the daemon has taken the call by then.
	return conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetId", 0).Err
}

// signalTo is for the program alone: it need not have told the daemon yet that it wants
// such signals.
func signalTo(to string, in *Input, args []any) *dbus.Message {
	dot := strings.LastIndexByte(in.Member, '.')
	m := &dbus.Message{Type: dbus.TypeSignal, Body: args, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldDestination: dbus.MakeVariant(to), dbus.FieldPath: dbus.MakeVariant(dbus.ObjectPath(in.Path)),
		dbus.FieldInterface: dbus.MakeVariant(in.Member[:dot]), dbus.FieldMember: dbus.MakeVariant(in.Member[dot+1:]),
	}}
	if len(args) > 0 {
		m.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(args...))
	}
	return m
}

// program finds whom to call: the service, or the first connection that a process of
// the program made. It waits until there is one.
func (c *caller) program(ctx context.Context, conn *dbus.Conn, service string) (string, error) {
	for {
		var names []string
		if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListNames", 0).Store(&names); err != nil {
			return "", errNotOnBus(ctx, err)
		}
		if service != "" && slices.Contains(names, service) {
			return service, nil
		}
		for _, name := range names {
			var pid uint32
			if service != "" || !strings.HasPrefix(name, ":") || slices.Contains(conn.Names(), name) ||
				conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetConnectionUnixProcessID", 0, name).Store(&pid) != nil {
				continue
			}
			if group, err := syscall.Getpgid(int(pid)); err == nil && group == c.group {
				return name, nil
			}
		}
		select {
		case <-ctx.Done():
			return "", errNotOnBus(ctx, ctx.Err())
		case <-time.After(busRetry):
		}
	}
}

func errNotOnBus(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("the program is not on the bus")
	}
	return err
}
