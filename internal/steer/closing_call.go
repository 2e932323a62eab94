package steer

import (
	"cmp"
	"context"
	"encoding/xml"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"sparseracer/sparsehb"
)

// A race that no person brings about, for a modal dialog is in the way, may be brought
// about by a call (sparsehb.ByCall). Which calls close a window or the program, the
// program itself says on its bus: methods without arguments that are called close or quit.
// One run, which nothing steers, is made to ask it.

const (
	closingMost  = 4               // calls that are tried
	closingWait  = 5 * time.Second // for the program to have something on its bus
	closingAgain = 100 * time.Millisecond
	objectsMost  = 500
)

// byCall are the calls by which the races are tried that need one: the user's, or those
// that the program offers.
func byCall(ctx context.Context, p *program, argv []string, opt Options, races []Prediction) ([]Call, error) {
	asks := slices.ContainsFunc(races, func(r Prediction) bool { return r.Race != nil && r.Race.By == sparsehb.ByCall })
	if opt.CloseBy.Path != "" || !asks || opt.Driver != "" {
		return nil, nil
	}
	var found []Call
	run := opt.RunOptions
	run.asks = func(ctx context.Context, c *caller) { found = c.closing(ctx) }
	_, err := runProgram(ctx, Unsteered(kept(opt.Env)), p, argv, run)
	return found, err
}

// whileStarting ends when the program has waited for so long: what it works until it is on its bus does not count, until it is as much
// again.
func (c *caller) whileStarting(ctx context.Context, wait time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	limit := runLimit{timeout: wait, last: time.Now()}
	go func() {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case now := <-tick.C:
				if limit.isOver(now, waited(c.group), isBusy(c.group)) {
					cancel()
				}
			}
		}
	}()
	return ctx, cancel
}

// closing asks the program until it offers something, or for so long.
func (c *caller) closing(ctx context.Context) []Call {
	ctx, cancel := c.whileStarting(ctx, closingWait)
	defer cancel()
	conn, err := c.bus.connect(dbus.WithContext(ctx))
	if err != nil {
		return nil
	}
	defer conn.Close()
	for {
		if to, err := c.program(ctx, conn, ""); err == nil {
			if found := closingOf(ctx, conn, to); len(found) > 0 {
				return found
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(closingAgain):
		}
	}
}

// node is what org.freedesktop.DBus.Introspectable says of an object.
type node struct {
	Nodes []struct {
		Name string `xml:"name,attr"`
	} `xml:"node"`
	Interfaces []struct {
		Name    string `xml:"name,attr"`
		Methods []struct {
			Name string `xml:"name,attr"`
			Args []struct {
				Direction string `xml:"direction,attr"`
			} `xml:"arg"`
		} `xml:"method"`
	} `xml:"interface"`
}

// closingOf looks through the objects of a connection. What closes a window comes before
// what ends the program.
func closingOf(ctx context.Context, conn *dbus.Conn, to string) []Call {
	var found []Call
	list := []string{"/"}
	for i := 0; i < len(list) && i < objectsMost; i++ {
		var text string
		var n node
		if conn.Object(to, dbus.ObjectPath(list[i])).CallWithContext(ctx, "org.freedesktop.DBus.Introspectable.Introspect", 0).Store(&text) != nil ||
			xml.Unmarshal([]byte(text), &n) != nil {
			continue
		}
		found = append(found, n.closing(list[i])...)
		for _, below := range n.Nodes {
			if next := path.Join(list[i], below.Name); dbus.ObjectPath(next).IsValid() {
				list = append(list, next)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Call) int { return cmp.Compare(a.rank(), b.rank()) })
	return found[:min(len(found), closingMost)]
}

func (n *node) closing(at string) []Call {
	var found []Call
	for _, i := range n.Interfaces {
		for _, m := range i.Methods {
			takes := 0
			for _, a := range m.Args {
				if a.Direction != "out" {
					takes++
				}
			}
			c := Call{at, i.Name + "." + m.Name}
			if _, err := ParseCall(c.Path + " " + c.Member); err == nil && takes == 0 && c.rank() < 2 && !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	return found
}

// rank: 0 closes, 1 quits, 2 does something else.
func (c Call) rank() int {
	switch name := strings.ToLower(c.Member[strings.LastIndexByte(c.Member, '.')+1:]); name {
	case "close":
		return 0
	case "quit":
		return 1
	}
	return 2
}
