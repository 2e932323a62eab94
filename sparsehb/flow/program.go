package flow

import (
	"sort"
	"strings"

	"sparseracer/internal/trace"
)

// program is what the sites say of all code, also of what did not run.
type program struct {
	starts  []trace.SiteID // of functions, in their order
	names   []string
	decided map[trace.SiteID][]trace.SiteID
	leaves  map[trace.SiteID]bool // calls that were asked about
}

// writers are functions of libraries that write to what outlives the program.
var writers = map[string]bool{
	"write": true, "pwrite": true, "pwrite64": true, "writev": true, "fwrite": true, "fputs": true, "fputc": true, "putc": true,
	"fprintf": true, "vfprintf": true, "__fprintf_chk": true, "__vfprintf_chk": true, "rename": true, "renameat": true,
	"unlink": true, "unlinkat": true, "remove": true, "linkat": true, "truncate": true, "ftruncate": true,
	"send": true, "sendto": true, "sendmsg": true, "sqlite3_step": true, "sqlite3_exec": true,
	"posix_spawn": true, "posix_spawnp": true, "system": true, "popen": true, "execve": true, "execv": true, "execvp": true,
	"dbus_connection_send": true, "dbus_connection_send_with_reply": true, "g_dbus_connection_call": true,
	"g_dbus_connection_emit_signal": true, "g_dbus_connection_send_message": true,
	"_ZNK15QDBusConnection4sendERK12QDBusMessage":                                        true,
	"_ZNK15QDBusConnection4callERK12QDBusMessageN5QDBus8CallModeEi":                      true,
	"_ZNK15QDBusConnection9asyncCallERK12QDBusMessagei":                                  true,
	"_ZN8QProcess5startE6QFlagsIN9QIODevice12OpenModeFlagEE":                             true,
	"_ZN8QProcess5startERK7QStringRK11QStringList6QFlagsIN9QIODevice12OpenModeFlagEE":    true,
	"_ZN8QProcess5startERK7QStringRK5QListIS0_E6QFlagsIN13QIODeviceBase12OpenModeFlagEE": true,
	"_ZN8QProcess13startDetachedEPx":                                                     true,
	"_ZN9QSettings5clearEv":                                                              true,
	"_ZN9QSettings8setValueE14QAnyStringViewRK8QVariant":                                 true,
	"_ZN9QSettings6removeE14QAnyStringView":                                              true,
	"_ZN9QSettings8setValueERK7QStringRK8QVariant":                                       true,
	"_ZN9QSettings6removeERK7QString":                                                    true,
	"_ZN9QIODevice5writeERK10QByteArray":                                                 true,
	"_ZN9QIODevice5writeEPKcx":                                                           true,
	"_ZN9QSaveFile6commitEv":                                                             true,
	"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l":      true,
	"_ZNSo9_M_insertImEERSoT_":                                                           true,
	"_ZNSolsEi":                                                                          true,
	"_ZNSo5writeEPKcl":                                                                   true,
}

// newProgram finds out which calls may come to write something: those of writers,
// and of functions that have such a call, as far as they are called by name.
func newProgram(sites []trace.Site) *program {
	p := &program{decided: map[trace.SiteID][]trace.SiteID{}, leaves: map[trace.SiteID]bool{}}
	callers := map[string][]string{}
	for i := 1; i < len(sites); i++ {
		s := &sites[i]
		switch {
		case s.Kind == trace.SiteFunction:
			p.starts, p.names = append(p.starts, trace.SiteID(i)), append(p.names, s.Name)
		case s.Kind == trace.SiteCall && s.Name != "" && len(p.names) > 0:
			callers[s.Name] = append(callers[s.Name], p.names[len(p.names)-1])
		}
	}
	reach := map[string]bool{}
	var todo []string
	for name := range callers {
		if writers[name] || strings.HasPrefix(name, "sqlite3_bind") {
			reach[name] = true
			todo = append(todo, name)
		}
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, by := range callers[name] {
			if !reach[by] {
				reach[by] = true
				todo = append(todo, by)
			}
		}
	}
	for i := 1; i < len(sites); i++ {
		if s := &sites[i]; s.Kind == trace.SiteCall && reach[s.Name] {
			for _, d := range s.Control {
				if d > 0 {
					p.decided[trace.SiteID(d)] = append(p.decided[trace.SiteID(d)], trace.SiteID(i))
				}
			}
		}
	}
	return p
}

// decidedBy are the calls that a site's value decides about.
func (p *program) decidedBy(at trace.SiteID) []trace.SiteID { return p.decided[at] }

// nameOf is the name of the function that a site stands in, "" if none is known.
func (p *program) nameOf(at trace.SiteID) string {
	i := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > at })
	if i == 0 {
		return ""
	}
	return p.names[i-1]
}

// leavesObject: the call does not change its first object.
func (p *program) leavesObject(sites []trace.Site, call trace.SiteID) bool {
	is, known := p.leaves[call]
	if !known {
		is = leavesObject(sites[call].Name, len(sites[call].Args))
		p.leaves[call] = is
	}
	return is
}
