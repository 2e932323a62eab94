package steer

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
)

// monitor notes what a program says on the bus of its run.
type monitor struct {
	conn  *dbus.Conn
	stop  chan struct{} // nobody wants to know more
	done  chan struct{} // nothing comes any more
	mu    sync.Mutex
	lines []string
	seen  chan struct{} // our last call came
}

const (
	messagesMax = 10_000 // of one run
	// lastMessages is how long what the program said last may take to come.
	lastMessages = 5 * time.Second
)

// listen hears all that is said from now on, but for the daemon and us.
func (b *bus) listen() (*monitor, error) {
	conn, err := dbus.Connect(b.address)
	if err != nil {
		return nil, err
	}
	m := &monitor{conn: conn, stop: make(chan struct{}), done: make(chan struct{}), seen: make(chan struct{}, 1)}
	messages := make(chan *dbus.Message, messagesMax)
	err = conn.BusObject().Call("org.freedesktop.DBus.Monitoring.BecomeMonitor", 0, []string{}, uint32(0)).Err
	if err != nil {
		conn.Close()
		return nil, err
	}
	conn.Eavesdrop(messages)
	go m.take(b, messages)
	return m, nil
}

// take notes messages until the connection or the run is over. The channel is the
// connection's to close.
func (m *monitor) take(b *bus, messages <-chan *dbus.Message) {
	defer close(m.done)
	for {
		select {
		case <-m.stop:
			return
		case message, ok := <-messages:
			if !ok {
				return
			}
			m.note(b, message)
		}
	}
}

// note keeps a message of the program's.
func (m *monitor) note(b *bus, message *dbus.Message) {
	sender, _ := message.Headers[dbus.FieldSender].Value().(string)
	to, _ := message.Headers[dbus.FieldDestination].Value().(string)
	const daemon = "org.freedesktop.DBus"
	switch {
	case b.isOurs(sender):
		if member, _ := message.Headers[dbus.FieldMember].Value().(string); member == endOfRun {
			select {
			case m.seen <- struct{}{}:
			default:
			}
		}
	case sender == daemon || to == daemon || sender == "":
	default:
		m.mu.Lock()
		if len(m.lines) < messagesMax {
			m.lines = append(m.lines, messageText(message, to))
		}
		m.mu.Unlock()
	}
}

// messageText is a message in words that another run has, too: connections are
// numbered as they come.
func messageText(message *dbus.Message, to string) string {
	header := func(f dbus.HeaderField) string {
		switch v := message.Headers[f].Value().(type) {
		case string:
			return v
		case dbus.ObjectPath:
			return string(v)
		}
		return ""
	}
	words := []string{map[dbus.Type]string{dbus.TypeMethodCall: "call", dbus.TypeMethodReply: "reply", dbus.TypeError: "error", dbus.TypeSignal: "signal"}[message.Type]}
	if to != "" && !strings.HasPrefix(to, ":") {
		words = append(words, to)
	}
	words = append(words, header(dbus.FieldPath), header(dbus.FieldInterface), header(dbus.FieldMember), header(dbus.FieldErrorName))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	for _, v := range message.Body {
		words = append(words, fmt.Sprintf("%q", dbus.MakeVariant(v).String()))
	}
	return strings.Join(words, " ")
}

// endOfRun is a call of ours that comes behind all that the program said; that there is
// no such method does not matter.
const endOfRun = "EndOfRun"

// messages are those of a run that is over.
func (m *monitor) messages(b *bus) []string {
	if m == nil {
		return nil
	}
	if conn, err := b.connect(); err == nil {
		conn.BusObject().Call("org.freedesktop.DBus."+endOfRun, 0)
		select {
		case <-m.seen:
		case <-m.done:
		case <-time.After(lastMessages):
		}
		conn.Close()
	}
	m.conn.Eavesdrop(nil) // it would close what it still sends to
	close(m.stop)
	m.conn.Close()
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.lines)
}
